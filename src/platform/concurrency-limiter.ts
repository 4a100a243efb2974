import { LecternError, tooManyRequests } from "./errors.ts";

interface Limits {
  /** What one piece of the work is called, and several: `["import", "imports"]`. */
  readonly names: readonly [one: string, several: string];
  /** How many run at a time in this process, and for one organization. */
  readonly concurrent: number;
  readonly perOrganization: number;
  /** How many wait until one is done, for one organization as well, and for how many milliseconds. */
  readonly queue?: { readonly atOnce: number; readonly each: number; readonly patience: number };
  /** In seconds: when those who are turned away may try again. */
  readonly retryAfter: number;
}

interface Waiting {
  readonly organizationId: string;
  readonly enter: () => void;
}

/** Lets in as many at a time as there is room for; the others wait, or are turned away. */
export class ConcurrencyLimiter {
  readonly #limits: Limits;
  readonly #running: string[] = [];
  readonly #waiting: Waiting[] = [];

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Runs the work in a place of its own. The signal gives up waiting for one. */
  async run<T>(organizationId: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const refusal = this.#refusalFor(organizationId);
    if (refusal === undefined) this.#running.push(organizationId);
    else await this.#wait(organizationId, refusal, signal);
    try {
      return await work();
    } finally {
      this.#running.splice(this.#running.indexOf(organizationId), 1);
      this.#letIn();
    }
  }

  /** Why there is no place for one more of this organization. */
  #refusalFor(organizationId: string): LecternError | undefined {
    const { names, concurrent: atOnce, perOrganization: each, retryAfter } = this.#limits;
    const own = countOf(this.#running, organizationId);
    const what = own === 1 ? `1 ${names[0]}` : `${own} ${names[1]}`;
    const later = "running; try again when one is done";
    if (own >= each) return tooManyRequests(`The organization has ${what} ${later}`, each, retryAfter);
    if (this.#running.length < atOnce) return undefined;
    return new LecternError(503, `Too many ${names[1]} are ${later}`, { "Retry-After": String(retryAfter) });
  }

  async #wait(organizationId: string, refusal: LecternError, signal: AbortSignal | undefined): Promise<void> {
    const { queue: limits } = this.#limits;
    const own = countOf(
      this.#waiting.map((one) => one.organizationId),
      organizationId,
    );
    if (limits === undefined || this.#waiting.length >= limits.atOnce || own >= limits.each) throw refusal;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { organizationId, enter: resolve };
    const leave = (reason: unknown) => {
      const place = this.#waiting.indexOf(waiting);
      if (place < 0) return;
      this.#waiting.splice(place, 1);
      reject(reason);
    };
    this.#waiting.push(waiting);
    const timer = setTimeout(() => leave(refusal), limits.patience);
    const giveUp = () => leave(signal?.reason);
    signal?.addEventListener("abort", giveUp);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", giveUp);
    }
  }

  /** Those who came first, of the organizations that have a place left. */
  #letIn(): void {
    for (const waiting of [...this.#waiting]) {
      if (this.#refusalFor(waiting.organizationId) !== undefined) continue;
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      // From this moment on the place is taken.
      this.#running.push(waiting.organizationId);
      waiting.enter();
    }
  }
}

function countOf(list: readonly string[], wanted: string): number {
  return list.filter((each) => each === wanted).length;
}
