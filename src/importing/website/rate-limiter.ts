import { setTimeout as sleep } from "node:timers/promises";

/** The minimum time between two requests to another host, in milliseconds. */
const defaultDelay = 100;

/** Spaces requests out in time. Requests to this machine are delayed only if its robots.txt asks for it. */
export class RateLimiter {
  #minDelay = 0;
  #next = 0;

  raiseDelay(milliseconds: number): void {
    this.#minDelay = Math.max(this.#minDelay, milliseconds);
  }

  async wait(url: string): Promise<void> {
    const now = performance.now();
    const startTime = Math.max(now, this.#next);
    this.#next = startTime + Math.max(this.#minDelay, isLoopback(url) ? 0 : defaultDelay);
    if (startTime > now) await sleep(startTime - now);
  }
}

/** Whether a URL refers to this machine, without resolving names. */
function isLoopback(url: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(URL.parse(url)?.hostname ?? "");
}

/** Processes items concurrently until `take` returns undefined and no item is being processed. */
export async function runConcurrently<T>(
  concurrency: number,
  take: () => T | undefined,
  process: (item: T) => Promise<void>,
): Promise<void> {
  const active = new Set<Promise<void>>();
  for (;;) {
    while (active.size < concurrency) {
      const item = take();
      if (item === undefined) break;
      const running = process(item).finally(() => active.delete(running));
      active.add(running);
    }
    if (active.size === 0) return;
    await Promise.race(active);
  }
}
