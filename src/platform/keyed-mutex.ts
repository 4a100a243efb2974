/** Lets those who want the same thing go one after the other; others are not held up. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>();

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const turn = (before ?? Promise.resolve()).then(work);
    // What goes wrong is for whoever asked; the next one goes on.
    const settled = turn.catch(() => {});
    this.#last.set(key, settled);
    try {
      return await turn;
    } finally {
      if (this.#last.get(key) === settled) this.#last.delete(key);
    }
  }
}

/** The same for work that is good for everybody who asked before it began: they share one turn. */
export class Coalescer<T> {
  readonly #turns = new KeyedMutex();
  readonly #waiting = new Map<string, Promise<T>>();

  run(key: string, work: () => Promise<T>): Promise<T> {
    return this.#waiting.getOrInsertComputed(key, () =>
      this.#turns.run(key, () => {
        this.#waiting.delete(key);
        return work();
      }),
    );
  }
}
