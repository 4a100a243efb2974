import { AsyncLocalStorage } from "node:async_hooks";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { setImmediate as nextIteration, setTimeout as sleep } from "node:timers/promises";
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

/** How a database runs a transaction, and a part of it that can fail on its own. */
export interface GroupSteps {
  /** Whether a transaction does not see what others have committed since its first statement. */
  readonly hasSnapshot: boolean;
  transact(work: (trx: Writer) => Promise<void>): Promise<void>;
  savepoint(trx: Writer): void | Promise<void>;
  release(trx: Writer): void | Promise<void>;
  /** Returns to the savepoint. Throws the error if the whole transaction has ended with it. */
  rollback(trx: Writer, error: unknown): void | Promise<void>;
  /** Whether nothing of a transaction with this error is stored, so that it may run again. */
  isUndone(error: unknown): boolean;
}

/**
 * Group commit: transactions that are queued at the same time share one commit, because syncing to disk takes longer than
 * most of them. Each but the first runs in a savepoint, so that a failing one does not affect the others; if the failure ends the whole
 * transaction, all of them run again, each alone. Callers learn the result after the common commit.
 */
export class GroupedWrites {
  readonly #steps: GroupSteps;
  readonly #onIdle: () => void;
  readonly #queue: QueuedTransaction[] = [];
  #isBusy = false;

  constructor(steps: GroupSteps, onIdle = () => {}) {
    this.#steps = steps;
    this.#onIdle = onIdle;
  }

  run<T>(work: (trx: Writer) => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    let settle = () => {};
    // The group runs for whoever queued the first transaction; each transaction runs for its own caller.
    const runForCaller = AsyncLocalStorage.snapshot();
    const attempt = async (trx: Writer) => {
      try {
        const result = await runForCaller(work, trx);
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
        await this.#steps.transact((trx) => this.#attemptAll(trx, group));
        for (const transaction of group) transaction.settle();
      } catch (error) {
        await this.#retrySeparately(group, error);
      }
      // Other work of the event loop runs before the next group.
      if (this.#queue.length > 0) await nextIteration();
    }
    this.#isBusy = false;
    this.#onIdle();
  }

  async #attemptAll(trx: Writer, group: QueuedTransaction[]): Promise<void> {
    const end = performance.now() + maxGroupDuration;
    // A later transaction must see what was committed before it was requested.
    const maxLength = this.#steps.hasSnapshot ? this.#queue.length : Number.POSITIVE_INFINITY;
    do {
      const next = this.#queue.shift();
      if (next === undefined) return;
      group.push(next);
      if (group.length === 1) await next.attempt(trx);
      // What follows a failed one runs in the next group.
      else if (!(await this.#succeeds(trx, next))) return;
    } while (group.length < maxLength && performance.now() < end);
  }

  /** Whether a transaction succeeds in its savepoint. Its caller gets the error otherwise. */
  async #succeeds(trx: Writer, { attempt }: QueuedTransaction): Promise<boolean> {
    await this.#steps.savepoint(trx);
    try {
      await attempt(trx);
    } catch (error) {
      await this.#steps.rollback(trx, error);
      return false;
    }
    await this.#steps.release(trx);
    return true;
  }

  /** Retries each transaction of a failed group alone, so that only the one that made the commit fail is refused. */
  async #retrySeparately(group: readonly QueuedTransaction[], error: unknown): Promise<void> {
    // The transaction could not begin, because another process writes: all callers retry after a pause.
    if (group.length === 0) {
      await sleep(Math.random() * maxPause);
      for (const transaction of this.#queue.splice(0)) transaction.fail(error);
      return;
    }
    if (group.length === 1 || !this.#steps.isUndone(error)) {
      for (const transaction of group) transaction.fail(error);
      return;
    }
    for (const transaction of group) {
      try {
        await this.#steps.transact((trx) => transaction.attempt(trx));
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
