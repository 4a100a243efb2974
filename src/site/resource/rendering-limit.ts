import type { FastifyRequest } from "fastify";
import { type Context, requestCounterOf, visitorFactor } from "../../api/http/index.ts";
import { tooManyRequests } from "../../platform/index.ts";

/**
 * How many times the API's rate limit a client address has in a minute. An office or a proxy is one address for all its readers, and a crawler
 * opens every page of a large site, so what reading causes has the factor of visitors' tokens.
 */
const factors = {
  "new pages": visitorFactor,
  events: visitorFactor,
  ratings: 1,
  "requests to APIs": 1,
} as const;

/**
 * Counts the pages that are rendered for a client address, and refuses too many in a minute. Pages in the cache are not
 * counted. Anyone can cause a rendering, by claims in the query for example.
 */
export function countRendering(context: Context, request: FastifyRequest): Promise<void> {
  return countRequest(context, request, "new pages");
}

/** Counts what a client address causes, and refuses too much in a minute. */
export async function countRequest(
  context: Context,
  { ip }: FastifyRequest,
  kind: keyof typeof factors,
): Promise<void> {
  const max = context.config.rateLimit * factors[kind];
  if (max === 0) return;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  requestCounterOf(context).count(`${kind} ${ip}`, max, ({ current, ttl }) => {
    const seconds = Math.ceil(ttl / 1000);
    if (current <= max) resolve();
    else
      reject(
        tooManyRequests(
          `More than ${max} ${kind} in a minute from this address; try again in ${seconds} seconds`,
          max,
          seconds,
        ),
      );
  });
  return promise;
}
