/** Runs tasks of the same key one after the other. Tasks of different keys run concurrently. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>();

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const previous = this.#last.get(key);
    const result = (previous ?? Promise.resolve()).then(work);
    // The caller gets the error; the next task runs regardless.
    const settled = result.catch(() => {});
    this.#last.set(key, settled);
    try {
      return await result;
    } finally {
      if (this.#last.get(key) === settled) this.#last.delete(key);
    }
  }
}

/** A keyed mutex whose waiting callers share the next run: it serves all callers that arrived before it started. */
export class Coalescer<T> {
  readonly #mutex = new KeyedMutex();
  readonly #waiting = new Map<string, Promise<T>>();

  run(key: string, work: () => Promise<T>): Promise<T> {
    return this.#waiting.getOrInsertComputed(key, () =>
      this.#mutex.run(key, () => {
        this.#waiting.delete(key);
        return work();
      }),
    );
  }
}
