import cluster, { type Worker } from "node:cluster";
import type { FastifyInstance } from "fastify";
import { tooManyRequests } from "../../platform/index.ts";
import type { TakeRequests } from "../../storage/database/dialects/index.ts";
import type { Database } from "../../storage/database/index.ts";
import type { Context } from "./context.ts";

/** Visitors with equal claims share a token: all anonymous visitors of a site, for example. */
export const visitorFactor = 20;

/** Limits the requests per minute of each token. Replies carry `X-RateLimit` headers. */
export function limitRate(api: FastifyInstance, context: Context): void {
  const { rateLimit } = context.config;
  if (rateLimit === 0) return;
  const counter = requestCounterOf(context);
  api.addHook("onRequest", (request, reply, done) => {
    const { tokenId, visitor } = request.caller;
    const max = visitor === undefined ? rateLimit : rateLimit * visitorFactor;
    counter.count(tokenId, max, ({ current, ttl }) => {
      const seconds = Math.ceil(ttl / 1000);
      if (current > max) {
        const reason = `More than ${max} requests in a minute with this token; try again in ${seconds} seconds`;
        return done(tooManyRequests(reason, max, seconds));
      }
      reply
        .header("x-ratelimit-limit", String(max))
        .header("x-ratelimit-remaining", String(max - current))
        .header("x-ratelimit-reset", String(seconds));
      done();
    });
  });
}

const counters = new WeakMap<Context, RequestCounter>();

/** The counter of this process, for tokens and for client addresses. */
export function requestCounterOf(context: Context): RequestCounter {
  return counters.getOrInsertComputed(context, () =>
    cluster.isWorker ? new PrimaryProcessCounter() : createRequestCounter(context, context.database),
  );
}

/** The counter of one server. Servers of one PostgreSQL database share their counts. */
export function createRequestCounter({ log }: Pick<Context, "log">, database?: Database) {
  if (database?.takeRequests === undefined) return new LocalCounter();
  return new DatabaseCounter(database.takeRequests, (error) =>
    log.warn({ err: error }, "the rate limit is not shared with other servers"),
  );
}

interface CountQuery {
  readonly queryId: number;
  readonly tokenId: string;
  readonly max: number;
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

  count(tokenId: string, max: number, callback: (count: RequestCount) => void): void {
    const queryId = this.#queries++;
    this.#pending.set(queryId, callback);
    process.send?.({ queryId, tokenId, max } satisfies CountQuery);
  }
}

/** Runs in the primary process and replies to the queries of its workers. */
export function serveWorkerCounters(counter: RequestCounter): void {
  cluster.on("message", (worker: Worker, { queryId, tokenId, max }: Partial<CountQuery>) => {
    if (queryId === undefined || tokenId === undefined || max === undefined) return;
    counter.count(tokenId, max, (count) => {
      if (worker.isConnected()) worker.send({ queryId, ...count } satisfies CountReply);
    });
  });
}

const minute = 60_000;

/** The requests of a token in the current minute, and the remaining milliseconds of that minute. */
export interface RequestCount {
  readonly current: number;
  readonly ttl: number;
}

export interface RequestCounter {
  /** Counts one request of a token with this limit. The callback is called synchronously where possible. */
  count(tokenId: string, max: number, callback: (count: RequestCount) => void): void;
}

/** Counts in memory, for the only server of a database. */
class LocalCounter implements RequestCounter {
  readonly #counts = new Map<string, { current: number; until: number }>();

  constructor() {
    removeExpired(this.#counts);
  }

  count(tokenId: string, _max: number, callback: (count: RequestCount) => void): void {
    const now = Date.now();
    const existing = this.#counts.get(tokenId);
    const count =
      existing !== undefined && existing.until > now ? existing : { current: 0, until: now + minute };
    count.current += 1;
    this.#counts.set(tokenId, count);
    callback({ current: count.current, ttl: count.until - now });
  }
}

/** The part of a token's limit that this server has reserved. */
interface Reservation {
  readonly max: number;
  /** The end of the minute by the clock of this process, never after the end by the clock of the database. */
  until: number;
  /** The requests that all servers together had reserved at the last query. */
  totalReserved: number;
  /** The unused requests of this server's part. */
  remaining: number;
  waiting?: ((count: RequestCount) => void)[];
}

/** The time that a request waits for the database, in milliseconds. */
const queryTimeout = 2000;

/**
 * For several servers of one database. A server reserves a twentieth of a token's limit at a time and counts within it,
 * so all servers together keep the limit while few requests wait for the database.
 */
export class DatabaseCounter implements RequestCounter {
  readonly #reservations = new Map<string, Reservation>();
  readonly #take: TakeRequests;
  readonly #onError: (error: unknown) => void;

  constructor(take: TakeRequests, onError: (error: unknown) => void) {
    this.#take = take;
    this.#onError = onError;
    removeExpired(this.#reservations);
  }

  count(tokenId: string, max: number, callback: (count: RequestCount) => void): void {
    const reservation = this.#reservations.getOrInsertComputed(tokenId, () => ({
      max,
      until: 0,
      totalReserved: 0,
      remaining: 0,
    }));
    const { until, totalReserved, remaining } = reservation;
    const isDecidable = until > Date.now() && (remaining > 0 || totalReserved >= max);
    if (reservation.waiting !== undefined) reservation.waiting.push(callback);
    else if (isDecidable) callback(this.#spend(reservation));
    else {
      reservation.waiting = [callback];
      void this.#serveWaiting(tokenId, reservation);
    }
  }

  #spend(reservation: Reservation): RequestCount {
    const { max } = reservation;
    const ttl = Math.max(1, reservation.until - Date.now());
    if (reservation.remaining === 0) return { current: max + 1, ttl };
    reservation.remaining -= 1;
    // Reservations of other servers count as spent.
    return { current: Math.min(reservation.totalReserved, max) - reservation.remaining, ttl };
  }

  async #serveWaiting(tokenId: string, reservation: Reservation): Promise<void> {
    for (let waiting = reservation.waiting ?? []; waiting.length > 0; ) {
      await this.#reserve(tokenId, reservation, Math.max(Math.ceil(reservation.max / 20), waiting.length));
      const served = waiting.splice(0, reservation.remaining > 0 ? reservation.remaining : waiting.length);
      for (const callback of served) callback(this.#spend(reservation));
    }
    delete reservation.waiting;
  }

  async #reserve(tokenId: string, reservation: Reservation, amount: number): Promise<void> {
    const startedAt = Date.now();
    const { max } = reservation;
    try {
      const { taken, ttl } = await withTimeout(this.#take(tokenId, amount));
      reservation.remaining = Math.max(0, Math.min(amount, max - (taken - amount)));
      reservation.totalReserved = taken;
      reservation.until = startedAt + ttl;
    } catch (error) {
      // Without the database, this server applies the limit alone.
      this.#onError(error);
      if (reservation.until <= Date.now())
        Object.assign(reservation, { until: Date.now() + minute, totalReserved: 0 });
      reservation.remaining = Math.max(0, Math.min(amount, max - reservation.totalReserved));
      reservation.totalReserved += reservation.remaining;
    }
  }
}

async function withTimeout<T>(query: Promise<T>): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("the database did not respond in time")), queryTimeout);
  // An error after the timeout is ignored.
  query.catch(() => {});
  try {
    return await Promise.race([query, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Frees the memory of tokens that are no longer used. */
function removeExpired(counts: Map<string, { readonly until: number; readonly waiting?: unknown }>): void {
  setInterval(() => {
    for (const [key, { until, waiting }] of counts)
      if (until <= Date.now() && waiting === undefined) counts.delete(key);
  }, minute).unref();
}
