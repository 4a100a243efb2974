import { AsyncLocalStorage } from "node:async_hooks";

/** What the current code runs for, as the log names it. */
export interface Task {
  readonly requestId?: string;
  /** The kind and the id of a job. */
  readonly job?: string;
  readonly jobId?: string;
}

export const currentTask = new AsyncLocalStorage<Task>();
