import cluster, { type Worker } from "node:cluster";
import type { FastifyInstance } from "fastify";
import { tooManyRequests } from "../../platform/index.ts";
import type { Database } from "../../storage/database/index.ts";
import type { Context } from "./context.ts";
import { DatabaseCounter, LocalCounter, type RequestCount, type RequestCounter } from "./request-counters.ts";

/** Limits the requests a minute of each token. Replies carry `X-RateLimit` headers. */
export function limitRate(api: FastifyInstance, context: Context): void {
  const { rateLimit: max } = context.config;
  if (max === 0) return;
  const counter = cluster.isWorker
    ? new PrimaryProcessCounter()
    : createRequestCounter(context, context.database);
  const limit = String(max);
  api.addHook("onRequest", (request, reply, done) => {
    counter.count(request.caller.tokenId, ({ current, ttl }) => {
      const seconds = Math.ceil(ttl / 1000);
      if (current > max) {
        const reason = `More than ${max} requests in a minute with this token; try again in ${seconds} seconds`;
        return done(tooManyRequests(reason, max, seconds));
      }
      reply
        .header("x-ratelimit-limit", limit)
        .header("x-ratelimit-remaining", String(max - current))
        .header("x-ratelimit-reset", String(seconds));
      done();
    });
  });
}

/** The counter of one server. Servers of one PostgreSQL database share their counts. */
export function createRequestCounter(
  { config, log }: Pick<Context, "config" | "log">,
  database?: Database,
): RequestCounter {
  if (database?.takeRequests === undefined) return new LocalCounter();
  return new DatabaseCounter(database.takeRequests, config.rateLimit, (error) =>
    log.warn({ err: error }, "requests are not counted together with those of other servers"),
  );
}

interface CountQuery {
  readonly queryId: number;
  readonly tokenId: string;
}

interface CountReply extends RequestCount {
  readonly queryId: number;
}

/** Used in cluster workers: the primary process counts for all of them. */
class PrimaryProcessCounter implements RequestCounter {
  readonly #pending = new Map<number, (count: RequestCount) => void>();
  #queries = 0;

  constructor() {
    process.on("message", ({ queryId, current, ttl }: CountReply) => {
      const callback = this.#pending.get(queryId);
      this.#pending.delete(queryId);
      callback?.({ current, ttl });
    });
  }

  count(tokenId: string, callback: (count: RequestCount) => void): void {
    const queryId = this.#queries++;
    this.#pending.set(queryId, callback);
    process.send?.({ queryId, tokenId } satisfies CountQuery);
  }
}

/** Runs in the primary process and answers the queries of its workers. */
export function serveWorkerCounters(counter: RequestCounter): void {
  cluster.on("message", (worker: Worker, { queryId, tokenId }: Partial<CountQuery>) => {
    if (queryId === undefined || tokenId === undefined) return;
    counter.count(tokenId, (count) => {
      if (worker.isConnected()) worker.send({ queryId, ...count } satisfies CountReply);
    });
  });
}
