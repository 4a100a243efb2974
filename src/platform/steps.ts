import { setImmediate as nextTurn } from "node:timers/promises";

/** A computation in small steps, between which the event loop can run. */
export type Steps<T> = Generator<void, T>;

export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

const maxBlockingMilliseconds = 15;

/** Runs the steps, and regularly yields to the event loop, so that a large document does not delay other requests. */
export async function finishYielding<T>(steps: Steps<T>): Promise<T> {
  for (let started = performance.now(); ; ) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - started < maxBlockingMilliseconds) continue;
    await nextTurn();
    started = performance.now();
  }
}
