import type { DatabaseSync, StatementSync } from "node:sqlite";
import { setImmediate as nextIteration, setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Tables } from "../schema/index.ts";
import type { Writer } from "./dialect.ts";

/** How long transactions are added to one group, in milliseconds: the first waits for the last. */
const maxGroupDuration = 10;

/** The longest pause while another process writes, in milliseconds. Each attempt to write blocks this process. */
const maxPause = 50;

interface QueuedTransaction {
  attempt(trx: Writer): Promise<void>;
  /** Resolves or rejects the caller's promise. Called when the commit is on disk. */
  settle(): void;
  fail(error: unknown): void;
}

/**
 * Group commit: transactions that are queued at the same time share one commit, because syncing to disk takes longer than
 * most of them. Each runs in its own savepoint, so that a failing one does not affect the others. Callers learn the result
 * after the common commit.
 */
export class GroupedWrites {
  readonly #writer: Kysely<Tables>;
  readonly #database: DatabaseSync;
  readonly #queue: QueuedTransaction[] = [];
  readonly #savepoint: StatementSync;
  readonly #rollback: StatementSync;
  readonly #release: StatementSync;
  #isBusy = false;

  constructor(writer: Kysely<Tables>, database: DatabaseSync) {
    this.#writer = writer;
    this.#database = database;
    this.#savepoint = prepareStatement(database, "savepoint single");
    this.#rollback = prepareStatement(database, "rollback to single");
    this.#release = prepareStatement(database, "release single");
  }

  run<T>(work: (trx: Writer) => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    let settle = () => {};
    const attempt = async (trx: Writer) => {
      try {
        const result = await work(trx);
        settle = () => resolve(result);
      } catch (error) {
        settle = () => reject(error);
        throw error;
      }
    };
    this.#queue.push({ attempt, settle: () => settle(), fail: reject });
    // Requests that have already arrived join the group.
    if (!this.#isBusy) setImmediate(() => this.#drain());
    this.#isBusy = true;
    return promise;
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0) {
      const group: QueuedTransaction[] = [];
      try {
        await this.#writer.transaction().execute((trx) => this.#attemptAll(trx, group));
        for (const transaction of group) transaction.settle();
      } catch (error) {
        await this.#retrySeparately(group, error);
      }
      // Other work of the event loop runs before the next group.
      if (this.#queue.length > 0) await nextIteration();
    }
    this.#isBusy = false;
  }

  async #attemptAll(trx: Writer, group: QueuedTransaction[]): Promise<void> {
    const end = performance.now() + maxGroupDuration;
    do {
      const next = this.#queue.shift();
      if (next === undefined) return;
      group.push(next);
      await this.#attempt(trx, next);
    } while (performance.now() < end);
  }

  async #attempt(trx: Writer, { attempt }: QueuedTransaction): Promise<void> {
    this.#savepoint.run();
    try {
      await attempt(trx);
    } catch (error) {
      // A full disk ends the whole transaction.
      if (!this.#database.isTransaction) throw error;
      this.#rollback.run();
    }
    this.#release.run();
  }

  /** Retries each transaction of a failed group alone, so that only the one that made the commit fail is refused. */
  async #retrySeparately(group: readonly QueuedTransaction[], error: unknown): Promise<void> {
    // The transaction could not begin, because another process writes: all callers retry after a pause.
    if (group.length === 0) {
      await sleep(Math.random() * maxPause);
      for (const transaction of this.#queue.splice(0)) transaction.fail(error);
    }
    if (group.length === 1) group[0]?.fail(error);
    if (group.length < 2) return;
    for (const transaction of group) {
      try {
        await this.#writer.transaction().execute((trx) => transaction.attempt(trx));
        transaction.settle();
      } catch (reason) {
        transaction.fail(reason);
      }
    }
  }
}

/**
 * Prepares a statement. One that returns no rows reports the last inserted row id, which for the full-text index may be
 * too large for a number.
 */
export function prepareStatement(database: DatabaseSync, sql: string): StatementSync {
  const statement = database.prepare(sql);
  if (statement.columns().length === 0) statement.setReadBigInts(true);
  return statement;
}
