import cluster from "node:cluster";
import type { FastifyInstance } from "fastify";
import { type LecternError, tooManyRequests } from "../../platform/index.ts";
import type { Database } from "../../storage/database/index.ts";
import type { Context } from "./context.ts";
import { PrimaryProcessCounter } from "./count-in-primary.ts";
import { DatabaseCounter, LocalCounter, type RequestCounter } from "./count-requests.ts";

/** So many requests a minute for each token, said in headers, then 429. */
export function limitRate(api: FastifyInstance, context: Context): void {
  const { rateLimit: max } = context.config;
  if (max === 0) return;
  const counter = counterOf(context);
  const limit = String(max);
  api.addHook("onRequest", (request, reply, done) => {
    counter.count(request.caller.tokenId, ({ current, ttl }) => {
      const seconds = Math.ceil(ttl / 1000);
      if (current > max) return done(refusal(max, seconds));
      reply
        .header("x-ratelimit-limit", limit)
        .header("x-ratelimit-remaining", String(max - current))
        .header("x-ratelimit-reset", String(seconds));
      done();
    });
  });
}

function refusal(max: number, seconds: number): LecternError {
  const reason = `More than ${max} requests in a minute with this token; try again in ${seconds} seconds`;
  return tooManyRequests(reason, max, seconds);
}

function counterOf(context: Context): RequestCounter {
  return cluster.isWorker ? new PrimaryProcessCounter() : createRequestCounter(context, context.database);
}

/** Counts for one server: by itself, or together with all others of its database. */
export function createRequestCounter(
  { config, log }: Pick<Context, "config" | "log">,
  database?: Database,
): RequestCounter {
  if (database?.takeRequests === undefined) return new LocalCounter();
  return new DatabaseCounter(database.takeRequests, config.rateLimit, (error) =>
    log.warn({ err: error }, "requests are not counted together with those of other servers"),
  );
}
