import { setImmediate as nextIteration } from "node:timers/promises";

const maxBlockingMilliseconds = 5;

/**
 * Lets a long computation made of small steps yield to the event loop. It yields by time and not after every step: on a
 * busy server each yield waits for all other pending work.
 */
export class EventLoopYielder {
  #resumedAt = performance.now();

  async yieldIfDue(): Promise<void> {
    if (performance.now() - this.#resumedAt < maxBlockingMilliseconds) return;
    await nextIteration();
    this.#resumedAt = performance.now();
  }
}
