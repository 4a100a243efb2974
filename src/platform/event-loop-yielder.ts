import { setImmediate as nextTurn } from "node:timers/promises";

/** For how long others wait, in milliseconds. */
const longestStretch = 5;

/**
 * Of work in many small pieces: lets others have their turn when it has gone on for a while. Not after each piece, since
 * a turn of a busy server is long, and whoever takes many of them waits many times as long as all others.
 */
export class EventLoopYielder {
  #begun = performance.now();

  async yieldIfDue(): Promise<void> {
    if (performance.now() - this.#begun < longestStretch) return;
    await nextTurn();
    this.#begun = performance.now();
  }
}
