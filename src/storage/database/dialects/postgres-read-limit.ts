import { performance } from "node:perf_hooks";

/** The reads of a busy process that are under way at the same time. */
const maxReads = 8;
/** The share of its time that the event loop of a busy process is active, and how often that is measured, in milliseconds. */
const [busyShare, measureInterval] = [0.8, 50];

/**
 * Limits the reads that are under way while the event loop is busy. Each result is more work for it, and a transaction, for which
 * others wait, waits for that work after each of its statements: without a limit, edits wait many seconds while reads are fast. A process that
 * is not busy sends all reads at once, since a distant database answers late.
 */
export class ReadLimit {
  readonly #isBusy: () => boolean;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(isBusy = measureBusy()) {
    this.#isBusy = isBusy;
  }

  async run<T>(read: () => PromiseLike<T>): Promise<T> {
    if (this.#waiting.length > 0 || this.#isFull()) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting.push(resolve);
      await promise;
    } else this.#running += 1;
    try {
      return await read();
    } finally {
      this.#running -= 1;
      this.#startWaiting();
    }
  }

  #isFull(): boolean {
    return this.#running >= maxReads && this.#isBusy();
  }

  #startWaiting(): void {
    while (this.#waiting.length > 0 && !this.#isFull()) {
      this.#running += 1;
      this.#waiting.shift()?.();
    }
  }
}

/** Tells whether the event loop was busy when it was measured last. */
function measureBusy(): () => boolean {
  let isBusy = false;
  let last = performance.eventLoopUtilization();
  let measuredAt = performance.now();
  return () => {
    const now = performance.now();
    if (now - measuredAt < measureInterval) return isBusy;
    const current = performance.eventLoopUtilization();
    isBusy = performance.eventLoopUtilization(current, last).utilization > busyShare;
    [last, measuredAt] = [current, now];
    return isBusy;
  };
}
