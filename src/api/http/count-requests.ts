import type { TakeRequests } from "../../storage/database/dialects/index.ts";

const minute = 60_000;

/** How many requests a token has sent in its minute, and how long that still lasts in milliseconds. */
export interface Count {
  readonly current: number;
  readonly ttl: number;
}

/** Counts one more request of a token, and tells the outcome: at once where it is known here. */
export interface RequestCounter {
  count(tokenId: string, tell: (count: Count) => void): void;
}

/** For the only server of a database. */
export class LocalCounter implements RequestCounter {
  readonly #counts = new Map<string, { current: number; until: number }>();

  constructor() {
    forgetOld(this.#counts);
  }

  count(tokenId: string, tell: (count: Count) => void): void {
    const now = Date.now();
    const known = this.#counts.get(tokenId);
    const count = known !== undefined && known.until > now ? known : { current: 0, until: now + minute };
    count.current += 1;
    this.#counts.set(tokenId, count);
    tell({ current: count.current, ttl: count.until - now });
  }
}

/** What this server knows of a token's minute. */
interface Share {
  /** By the clock of this process, and never after the database has begun the next one. */
  until: number;
  /** By all servers, when this one last asked. */
  taken: number;
  /** Of what this one took. */
  left: number;
  /** Those who came while it was being asked for more. */
  waiting?: ((count: Count) => void)[];
}

/** How long a request waits for the database's answer before it is decided here. */
const patience = 2000;

/**
 * For one of several servers of a database: it takes a twentieth of a token's requests at a time, and counts within
 * that. So all servers together let through what is allowed and no more, while few requests wait for the database.
 */
export class DatabaseCounter implements RequestCounter {
  readonly #shares = new Map<string, Share>();
  readonly #take: TakeRequests;
  readonly #max: number;
  readonly #warn: (error: unknown) => void;

  constructor(take: TakeRequests, max: number, warn: (error: unknown) => void) {
    this.#take = take;
    this.#max = max;
    this.#warn = warn;
    forgetOld(this.#shares);
  }

  count(tokenId: string, tell: (count: Count) => void): void {
    const share = this.#shares.getOrInsertComputed(tokenId, () => ({ until: 0, taken: 0, left: 0 }));
    if (share.waiting !== undefined) share.waiting.push(tell);
    else if (this.#isKnown(share)) tell(this.#spend(share));
    else {
      share.waiting = [tell];
      void this.#askForMore(tokenId, share);
    }
  }

  /** Whether it can be told without asking. */
  #isKnown({ until, taken, left }: Share): boolean {
    return until > Date.now() && (left > 0 || taken >= this.#max);
  }

  #spend(share: Share): Count {
    const ttl = Math.max(1, share.until - Date.now());
    if (share.left === 0) return { current: this.#max + 1, ttl };
    share.left -= 1;
    // What the others have taken counts as spent: nobody can say more without asking them.
    return { current: Math.min(share.taken, this.#max) - share.left, ttl };
  }

  /** Until everybody who waits has been told. */
  async #askForMore(tokenId: string, share: Share): Promise<void> {
    for (let waiting = share.waiting ?? []; waiting.length > 0; ) {
      const wanted = Math.max(Math.ceil(this.#max / 20), waiting.length);
      await this.#ask(tokenId, share, wanted);
      const told = waiting.splice(0, share.left > 0 ? share.left : waiting.length);
      for (const tell of told) tell(this.#spend(share));
    }
    delete share.waiting;
  }

  async #ask(tokenId: string, share: Share, wanted: number): Promise<void> {
    const asked = Date.now();
    try {
      const { taken, ttl } = await inTime(this.#take(tokenId, wanted));
      share.left = Math.max(0, Math.min(wanted, this.#max - (taken - wanted)));
      share.taken = taken;
      share.until = asked + ttl;
    } catch (error) {
      // Nobody is turned away, nor let through without end, because the database cannot be asked.
      this.#warn(error);
      if (share.until <= Date.now()) Object.assign(share, { until: Date.now() + minute, taken: 0 });
      share.left = Math.max(0, Math.min(wanted, this.#max - share.taken));
      share.taken += share.left;
    }
  }
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("the database did not answer in time")), patience);
  });
  // What comes after that is of no use, and no error of anybody.
  answer.catch(() => {});
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** So that tokens that are no longer used take no memory. */
function forgetOld(counts: Map<string, { readonly until: number; readonly waiting?: unknown }>): void {
  setInterval(() => {
    for (const [key, { until, waiting }] of counts)
      if (until <= Date.now() && waiting === undefined) counts.delete(key);
  }, minute).unref();
}
