import cluster, { type Worker } from "node:cluster";
import type { Count, RequestCounter } from "./count-requests.ts";

interface Question {
  readonly question: number;
  readonly tokenId: string;
}

interface Answer extends Count {
  readonly question: number;
}

/** In a worker: asks the primary process, so that all workers count together. */
export class PrimaryProcessCounter implements RequestCounter {
  readonly #waiting = new Map<number, (count: Count) => void>();
  #questions = 0;

  constructor() {
    process.on("message", ({ question, current, ttl }: Answer) => {
      const tell = this.#waiting.get(question);
      this.#waiting.delete(question);
      tell?.({ current, ttl });
    });
  }

  count(tokenId: string, tell: (count: Count) => void): void {
    const question = this.#questions++;
    this.#waiting.set(question, tell);
    process.send?.({ question, tokenId } satisfies Question);
  }
}

/** In the primary process: counts for its workers. */
export function serveWorkerCounters(counter: RequestCounter): void {
  cluster.on("message", (worker: Worker, { question, tokenId }: Partial<Question>) => {
    if (question === undefined || tokenId === undefined) return;
    counter.count(tokenId, (count) => {
      if (worker.isConnected()) worker.send({ question, ...count } satisfies Answer);
    });
  });
}
