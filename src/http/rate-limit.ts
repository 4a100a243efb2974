import cluster from "node:cluster";
import rateLimit, { type FastifyRateLimitStore } from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import type { Context } from "../context.ts";
import type { Database } from "../database/database.ts";
import { LecternError } from "../errors.ts";
import { CounterOfPrimary } from "./count-in-primary.ts";
import { minute, OwnCounter, type RequestCounter, SharedCounter } from "./count-requests.ts";

/** So many requests a minute for each token, said in headers, then 429. */
export async function limitRate(api: FastifyInstance, context: Context): Promise<void> {
  const { rateLimit: max } = context.config;
  if (max === 0) return;
  await api.register(rateLimit, {
    max,
    timeWindow: minute,
    keyGenerator: (request) => request.caller.tokenId,
    errorResponseBuilder: (_request, { after }) =>
      new LecternError(429, `More than ${max} requests in a minute with this token; try again in ${after}`),
    // The plugin's own store hands out one count to all who come at once: it would refuse every one of them.
    store: storeOf(counterOf(context)),
  });
}

function counterOf(context: Context): RequestCounter {
  return cluster.isWorker ? new CounterOfPrimary() : createCounter(context, context.database);
}

/** Counts for one server: by itself, or together with all others of its database. */
export function createCounter(
  { config, log }: Pick<Context, "config" | "log">,
  database?: Database,
): RequestCounter {
  if (database?.takeRequests === undefined) return new OwnCounter();
  return new SharedCounter(database.takeRequests, config.rateLimit, (error) =>
    log.warn({ err: error }, "requests are not counted together with those of other servers"),
  );
}

/** The plugin makes its store itself. */
function storeOf(counter: RequestCounter): new () => FastifyRateLimitStore {
  return class implements FastifyRateLimitStore {
    incr(key: string, callback: Parameters<FastifyRateLimitStore["incr"]>[1]): void {
      counter.count(key, (count) => callback(null, count));
    }

    child(): FastifyRateLimitStore {
      return this;
    }
  };
}
