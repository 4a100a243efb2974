import {
  closePool,
  type ReadOptions,
  type ReadPool,
  readFromPool,
  readOnce,
} from "./postgres-connections.ts";

/** How far a replica may be behind, in milliseconds. */
export const maxReplicaDelay = 1_000;
/** How often that is measured, and how long after its last use, in milliseconds. */
const [checkInterval, maxIdle] = [200, 10_000];

type Rows = Awaited<ReturnType<typeof readFromPool>>;

/** A position in the log of the primary, and when everything that had been acknowledged was before it. */
interface LogPosition {
  readonly position: string;
  readonly at: number;
}

/**
 * A replica of the database, for queries whose results may be a second old. Those that it cannot answer in time are sent to the
 * primary: while it is further behind or cannot be reached, and if it fails.
 */
export class Replica {
  readonly #replica: ReadPool;
  readonly #primary: ReadPool;
  #awaited: LogPosition | undefined;
  /** The replica has everything that was acknowledged until then. */
  #completeUntil = Number.NEGATIVE_INFINITY;
  /** When the primary answered for it last. */
  #passedOnAt = Number.NEGATIVE_INFINITY;
  #usedAt = Number.NEGATIVE_INFINITY;
  #checking: Promise<void> | undefined;
  #isClosed = false;
  /** Called for each query that waits for the replica when that is found to be behind. */
  readonly #giveUp = new Set<() => void>();

  constructor(replica: ReadPool, primary: ReadPool) {
    this.#replica = replica;
    this.#primary = primary;
  }

  /** Whether requests that begin now may use the replica. The first call after a while waits for the measurement. */
  async isRecent(): Promise<boolean> {
    this.#usedAt = performance.now();
    if (this.#checking === undefined) {
      const first = Promise.withResolvers<void>();
      this.#checking = this.#checkRepeatedly(first.resolve).finally(() => {
        this.#checking = undefined;
      });
      await first.promise;
    }
    // A request that has read from the primary must not see an older state after that.
    return this.#delay() <= maxReplicaDelay && this.#completeUntil >= this.#passedOnAt;
  }

  #delay(): number {
    return performance.now() - this.#completeUntil;
  }

  async run(text: string, parameters: readonly unknown[], options?: ReadOptions) {
    const rows = (await this.isRecent()) ? await this.#tryReplica(text, parameters, options) : undefined;
    if (rows !== undefined) return rows;
    const newer = await readFromPool(this.#primary, text, parameters, options);
    this.#passedOnAt = performance.now();
    return newer;
  }

  /** The rows, or undefined if the replica fails: its errors, such as that of a query that delays its replay, say nothing about the query. */
  #tryReplica(text: string, parameters: readonly unknown[], options?: ReadOptions) {
    const { promise, resolve } = Promise.withResolvers<Rows | undefined>();
    const giveUp = () => resolve(undefined);
    this.#giveUp.add(giveUp);
    readOnce(this.#replica, text, parameters, options).then(resolve, giveUp);
    return promise.finally(() => this.#giveUp.delete(giveUp));
  }

  async #checkRepeatedly(onFirst: () => void): Promise<void> {
    while (!this.#isClosed && performance.now() - this.#usedAt < maxIdle) {
      const timeout = Promise.withResolvers<void>();
      const timer = setTimeout(timeout.resolve, maxReplicaDelay).unref();
      // A replica that does not answer is not waited for; its answer counts when it comes.
      await Promise.race([this.#check().catch(() => {}), timeout.promise]);
      clearTimeout(timer);
      if (this.#delay() > maxReplicaDelay) for (const giveUp of this.#giveUp) giveUp();
      onFirst();
      await new Promise((resolve) => setTimeout(resolve, checkInterval).unref());
    }
    onFirst();
  }

  /** Compares the position of the replica with one of the primary, until it is reached. */
  async #check(): Promise<void> {
    const at = performance.now();
    if (this.#awaited === undefined) {
      const [row] = await readFromPool(
        this.#primary,
        "select pg_current_wal_flush_lsn()::text as position",
        [],
        { isUrgent: true },
      );
      this.#awaited = { position: String(row?.position), at };
    }
    const { position, at: acknowledgedUntil } = this.#awaited;
    const text = "select coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as reached";
    const [row] = await readOnce(this.#replica, text, [position], { isUrgent: true });
    if (row?.reached !== true) return;
    this.#completeUntil = Math.max(this.#completeUntil, acknowledgedUntil);
    this.#awaited = undefined;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await closePool(this.#replica);
  }
}
