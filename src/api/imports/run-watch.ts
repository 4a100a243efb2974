import type { ImportProgress } from "../../importing/source/index.ts";
import type { ImportStep } from "../../storage/database/index.ts";
import type { Context } from "../http/index.ts";
import { isCurrent, type RunAttempt, reportRun, runCancelled } from "./run-store.ts";

/** How often progress is stored and a cancellation is noticed, in milliseconds. */
const interval = 500;

/** Stores the progress of a run while this process works on it, and calls `onEnd` if the run was cancelled or taken over. */
export class RunWatch {
  readonly #context: Context;
  readonly #run: RunAttempt;
  readonly #onEnd: (error: Error) => void;
  readonly #timer: NodeJS.Timeout;
  #state: { step: ImportStep; progress: ImportProgress | undefined } = {
    step: "reading",
    progress: undefined,
  };
  #hasChanged = false;
  #isBusy = false;

  constructor(context: Context, run: RunAttempt, onEnd: (error: Error) => void) {
    this.#context = context;
    this.#run = run;
    this.#onEnd = onEnd;
    this.#timer = setInterval(() => void this.#tick(), interval);
  }

  show(state: Partial<{ step: ImportStep; progress: ImportProgress }>): void {
    this.#state = { ...this.#state, ...state };
    this.#hasChanged = true;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #tick(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      const hasChanged = this.#hasChanged;
      this.#hasChanged = false;
      if (hasChanged) await reportRun(this.#context, this.#run, this.#state);
      if (!(await isCurrent(this.#context.database.read, this.#run))) this.#onEnd(runCancelled());
    } catch (error) {
      this.#context.log.warn(
        { err: error, run: this.#run.id },
        "the progress of an import could not be stored",
      );
    } finally {
      this.#isBusy = false;
    }
  }
}
