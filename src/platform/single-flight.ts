/** Somebody who waits for a result and may stop waiting. */
interface Waiter {
  onDisconnect(callBack: () => void): void;
}

interface UnderWay<T> {
  readonly result: Promise<T>;
  readonly end: AbortController;
  /** How many want it. */
  waiting: number;
}

/** Lets those who want the same at the same time share the work on it. When all of them have hung up, it ends. */
export class SingleFlight<T> {
  readonly #underWay = new Map<string, UnderWay<T>>();
  readonly #reason: () => Error;

  /** The reason is what the work ends with when nobody waits for it any more. */
  constructor(reason: () => Error) {
    this.#reason = reason;
  }

  run(key: string, { onDisconnect }: Waiter, begin: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const shared = this.#underWay.getOrInsertComputed(key, () => this.#begin(key, begin));
    shared.waiting += 1;
    onDisconnect(() => {
      shared.waiting -= 1;
      if (shared.waiting > 0) return;
      // Who comes now begins anew.
      this.#forget(key, shared);
      shared.end.abort(this.#reason());
    });
    return shared.result;
  }

  #begin(key: string, begin: (signal: AbortSignal) => Promise<T>): UnderWay<T> {
    const end = new AbortController();
    const result = begin(end.signal);
    const shared = { result, end, waiting: 0 };
    const forget = () => this.#forget(key, shared);
    result.then(forget, forget);
    return shared;
  }

  #forget(key: string, shared: UnderWay<T>): void {
    if (this.#underWay.get(key) === shared) this.#underWay.delete(key);
  }
}
