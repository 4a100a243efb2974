import cluster, { type Worker } from "node:cluster";
import rateLimit, { type FastifyRateLimitStore } from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";
import { LecternError } from "../errors.ts";

const minute = 60_000;

/** So many requests a minute for each token, said in headers, then 429. */
export async function limitRate(api: FastifyInstance, { rateLimit: max }: Config): Promise<void> {
  if (max === 0) return;
  await api.register(rateLimit, {
    max,
    timeWindow: minute,
    keyGenerator: (request) => request.caller.tokenId,
    errorResponseBuilder: (_request, { after }) =>
      new LecternError(429, `More than ${max} requests in a minute with this token; try again in ${after}`),
    ...(cluster.isWorker && { store: StoreOfPrimary }),
  });
}

interface Question {
  readonly question: number;
  readonly key: string;
}

interface Answer {
  readonly question: number;
  readonly current: number;
  readonly ttl: number;
}

type Callback = Parameters<FastifyRateLimitStore["incr"]>[1];

/** In a worker: asks the primary process, so that all workers count together. */
class StoreOfPrimary implements FastifyRateLimitStore {
  readonly #waiting = new Map<number, Callback>();
  #questions = 0;

  constructor() {
    process.on("message", ({ question, current, ttl }: Answer) => {
      this.#waiting.get(question)?.(null, { current, ttl });
      this.#waiting.delete(question);
    });
  }

  incr(key: string, callback: Callback): void {
    const question = this.#questions++;
    this.#waiting.set(question, callback);
    process.send?.({ question, key } satisfies Question);
  }

  child(): FastifyRateLimitStore {
    return this;
  }
}

/** In the primary process: counts for its workers. */
export function countForWorkers(): void {
  const counts = new Map<string, { current: number; until: number }>();
  setInterval(() => {
    for (const [key, { until }] of counts) if (until <= Date.now()) counts.delete(key);
  }, minute).unref();

  cluster.on("message", (worker: Worker, { question, key }: Partial<Question>) => {
    if (question === undefined || key === undefined) return;
    const now = Date.now();
    const known = counts.get(key);
    const count = known !== undefined && known.until > now ? known : { current: 0, until: now + minute };
    count.current += 1;
    counts.set(key, count);
    const answer: Answer = { question, current: count.current, ttl: count.until - now };
    if (worker.isConnected()) worker.send(answer);
  });
}
