import { setImmediate as nextIteration } from "node:timers/promises";

const maxBlockingMilliseconds = 5;

/**
 * Lets a long computation made of small steps yield to the event loop. It yields by time and not after every step: on a
 * busy server each yield waits for all other pending work.
 */
export class EventLoopYielder {
  #resumedAt = performance.now();

  /** Whether it is time to yield. Checking it first is faster than awaiting `yieldIfDue` after every step. */
  get isDue(): boolean {
    return performance.now() - this.#resumedAt >= maxBlockingMilliseconds;
  }

  async yieldIfDue(): Promise<void> {
    if (!this.isDue) return;
    await nextIteration();
    this.#resumedAt = performance.now();
  }
}
