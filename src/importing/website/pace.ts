import { setTimeout as wait } from "node:timers/promises";

/** Between two fetches from somebody else's site, in milliseconds. */
const usualGap = 100;

/**
 * Lets one after the other begin, with some time between them, so that no site is hurried. A site on this machine is in
 * nobody's way but its own.
 */
export class Pace {
  /** What the site itself asks for. */
  #asked = 0;
  #next = 0;

  /** From now on, there are at least so many milliseconds between two. */
  slowDown(milliseconds: number): void {
    this.#asked = Math.max(this.#asked, milliseconds);
  }

  async turn(address: string): Promise<void> {
    const now = performance.now();
    const at = Math.max(now, this.#next);
    this.#next = at + Math.max(this.#asked, isOnThisMachine(address) ? 0 : usualGap);
    if (at > now) await wait(at - now);
  }
}

/** Whether an address names this machine; a name that only leads here is taken for one elsewhere. */
function isOnThisMachine(address: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(URL.parse(address)?.hostname ?? "");
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
