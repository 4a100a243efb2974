import { setImmediate as nextTurn } from "node:timers/promises";

/** Work in small steps, between which something else may be done. */
export type Steps<T> = Generator<void, T>;

/** Does all of it at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** For how long others wait, in milliseconds. */
const longestTurn = 15;

/** Does it in turns, so that a huge document does not keep all other requests waiting. */
export async function finishInTurns<T>(steps: Steps<T>): Promise<T> {
  for (let begun = performance.now(); ; ) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - begun < longestTurn) continue;
    await nextTurn();
    begun = performance.now();
  }
}
