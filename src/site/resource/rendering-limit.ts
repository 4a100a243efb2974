import type { FastifyRequest } from "fastify";
import { type Context, requestCounterOf } from "../../api/http/index.ts";
import { tooManyRequests } from "../../platform/index.ts";

/**
 * Counts the pages that are rendered for a client address, and refuses more than the API's rate limit in a minute. Pages in
 * the cache are not counted. Anyone can cause a rendering, by claims in the query for example.
 */
export function countRendering(context: Context, request: FastifyRequest): Promise<void> {
  return countRequest(context, request, "new pages");
}

/** Counts what a client address causes, and refuses more than the API's rate limit in a minute. */
export async function countRequest(
  context: Context,
  { ip }: FastifyRequest,
  kind: "new pages" | "events",
): Promise<void> {
  const { rateLimit } = context.config;
  if (rateLimit === 0) return;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  requestCounterOf(context).count(`${kind} ${ip}`, rateLimit, ({ current, ttl }) => {
    const seconds = Math.ceil(ttl / 1000);
    if (current <= rateLimit) resolve();
    else
      reject(
        tooManyRequests(
          `More than ${rateLimit} ${kind} in a minute from this address; try again in ${seconds} seconds`,
          rateLimit,
          seconds,
        ),
      );
  });
  return promise;
}
