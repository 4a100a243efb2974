/** How long requests begin in one iteration of the event loop, in milliseconds, and how many of those that had to wait. */
const [maxDuration, maxResumed] = [10, 16];

/**
 * Lets only some of the requests begin that arrive at a busy server at the same time; the others wait in their order. In each iteration of
 * the event loop, Node accepts one connection, and a transaction goes on by one step. If hundreds of requests ran in
 * each, a new connection would wait for many of them, and edits would wait for each other in each of their steps.
 */
export class RequestPace {
  readonly #waiting: (() => unknown)[] = [];
  #startedAt = 0;
  #isStarted = false;

  /** Calls `begin` now or in one of the next iterations. */
  run(begin: () => unknown): void {
    if (this.#waiting.length === 0 && !this.#isOver()) begin();
    else this.#waiting.push(begin);
  }

  /** Whether requests have begun in this iteration for as long as they may. */
  #isOver(): boolean {
    if (!this.#isStarted) {
      this.#start();
      setImmediate(() => this.#end());
    }
    return performance.now() - this.#startedAt > maxDuration;
  }

  #start(): void {
    this.#isStarted = true;
    this.#startedAt = performance.now();
  }

  #end(): void {
    this.#isStarted = false;
    const count = Math.min(this.#waiting.length, maxResumed);
    if (count === 0) return;
    // In the next iteration, after what has arrived meanwhile. What a request does at once is done before the next one begins.
    setImmediate(() => this.#start());
    for (let i = 0; i < count; i++)
      setImmediate(() => {
        if (!this.#isOver()) this.#waiting.shift()?.();
      });
    setImmediate(() => this.#end());
  }
}
