import { EventLoopYielder } from "./event-loop-yielder.ts";

/** A computation in small steps, between which the event loop can run. */
export type Steps<T> = Generator<void, T>;

/**
 * Counts units of work, so that a computation does not yield after each small one: a yield passes through all generators
 * that wait for it.
 */
export class StepCounter {
  readonly #unitsPerStep: number;
  #units = 0;

  constructor(unitsPerStep: number) {
    this.#unitsPerStep = unitsPerStep;
  }

  /** Whether a step is complete after this many more units. */
  isComplete(units = 1): boolean {
    this.#units += units;
    if (this.#units < this.#unitsPerStep) return false;
    this.#units = 0;
    return true;
  }
}

export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Runs the steps, and regularly yields to the event loop, so that a large document does not delay other requests. */
export async function finishYielding<T>(steps: Steps<T>): Promise<T> {
  const yielder = new EventLoopYielder();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (yielder.isDue) await yielder.yieldIfDue();
  }
}
