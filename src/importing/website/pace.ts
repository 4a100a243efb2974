import { setTimeout as wait } from "node:timers/promises";

/** Lets one after the other begin, with some time between them, so that no site is hurried. */
export class Pace {
  #gap: number;
  #next = 0;

  constructor(perSecond: number) {
    this.#gap = 1000 / perSecond;
  }

  /** From now on, there are at least so many milliseconds between two. */
  slowDown(milliseconds: number): void {
    this.#gap = Math.max(this.#gap, milliseconds);
  }

  async turn(): Promise<void> {
    const now = performance.now();
    const at = Math.max(now, this.#next);
    this.#next = at + this.#gap;
    if (at > now) await wait(at - now);
  }
}

/** Works on one after the other, a few at a time, until there is nothing left to take and all are done. */
export async function workThrough<T>(
  atOnce: number,
  take: () => T | undefined,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const active = new Set<Promise<void>>();
  for (;;) {
    while (active.size < atOnce) {
      const next = take();
      if (next === undefined) break;
      const working = work(next).finally(() => active.delete(working));
      active.add(working);
    }
    if (active.size === 0) return;
    await Promise.race(active);
  }
}
