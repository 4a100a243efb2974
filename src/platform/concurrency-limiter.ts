import { LecternError, tooManyRequests } from "./errors.ts";

interface Limits {
  /** The nouns for error messages: `["import", "imports"]`. */
  readonly names: readonly [singular: string, plural: string];
  /** Who owns a task: `organization`. */
  readonly owner: string;
  /** How many tasks run at the same time in this process, and for one owner. */
  readonly concurrent: number;
  readonly perOwner: number;
  /** How many tasks may wait, in total and for one owner, and for how many milliseconds. */
  readonly queue?: {
    readonly length: number;
    readonly perOwner: number;
    readonly timeout: number;
  };
  /** The `Retry-After` of refused tasks, in seconds. */
  readonly retryAfter: number;
}

interface QueuedTask {
  readonly ownerId: string;
  readonly start: () => void;
}

/** A semaphore with a limit for each owner. Tasks beyond the limits wait in a queue or are refused. */
export class ConcurrencyLimiter {
  readonly #limits: Limits;
  /** The owner of each running task. */
  readonly #running: string[] = [];
  readonly #queue: QueuedTask[] = [];

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Runs a task when a slot is free. Aborting the signal removes it from the queue. */
  async run<T>(ownerId: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const refusal = this.#refusalFor(ownerId);
    if (refusal === undefined) this.#running.push(ownerId);
    else await this.#enqueue(ownerId, refusal, signal);
    try {
      return await task();
    } finally {
      this.#running.splice(this.#running.indexOf(ownerId), 1);
      this.#startQueued();
    }
  }

  #refusalFor(ownerId: string): LecternError | undefined {
    const { names, owner, concurrent, perOwner, retryAfter } = this.#limits;
    const count = this.#running.filter((id) => id === ownerId).length;
    const tasks = count === 1 ? `1 ${names[0]}` : `${count} ${names[1]}`;
    const suffix = "running; try again when one is done";
    if (count >= perOwner)
      return tooManyRequests(`The ${owner} has ${tasks} ${suffix}`, perOwner, retryAfter);
    if (this.#running.length < concurrent) return undefined;
    return new LecternError(503, `Too many ${names[1]} are ${suffix}`, { "Retry-After": String(retryAfter) });
  }

  /** Resolves when the task has a slot; it then counts as running. */
  async #enqueue(ownerId: string, refusal: LecternError, signal?: AbortSignal): Promise<void> {
    const { queue } = this.#limits;
    const count = this.#queue.filter((task) => task.ownerId === ownerId).length;
    if (queue === undefined || this.#queue.length >= queue.length || count >= queue.perOwner) throw refusal;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const queued = { ownerId, start: resolve };
    const dequeue = (reason: unknown) => {
      const index = this.#queue.indexOf(queued);
      if (index < 0) return;
      this.#queue.splice(index, 1);
      reject(reason);
    };
    this.#queue.push(queued);
    const timer = setTimeout(() => dequeue(refusal), queue.timeout);
    const onAbort = () => dequeue(signal?.reason);
    signal?.addEventListener("abort", onAbort);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    }
  }

  /** Starts queued tasks in their order, skipping owners at their limit. */
  #startQueued(): void {
    for (const queued of [...this.#queue]) {
      if (this.#refusalFor(queued.ownerId) !== undefined) continue;
      this.#queue.splice(this.#queue.indexOf(queued), 1);
      this.#running.push(queued.ownerId);
      queued.start();
    }
  }
}
