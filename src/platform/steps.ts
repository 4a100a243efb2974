import { EventLoopYielder } from "./event-loop-yielder.ts";

/** A computation in small steps, between which the event loop can run. */
export type Steps<T> = Generator<void, T>;

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
