import type { DatabaseSync, StatementSync } from "node:sqlite";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import type { Writer } from "./dialect.ts";
import { prepareStatement } from "./prepare-statement.ts";

/** For how long others are taken into the same group, in milliseconds: the first of them waits for the last. */
const longestGroup = 10;

/** How long nobody tries after another process was found writing, in milliseconds: each try keeps this one from working. */
const longestPause = 50;

interface Waiting {
  attempt(trx: Writer): Promise<void>;
  /** Tells whoever waits what came of the attempt, once that is safe on disk. */
  settle(): void;
  fail(error: unknown): void;
}

/**
 * Transactions that are wanted at the same time are committed together: waiting for the disk takes longer than most of
 * them. Each is a savepoint of its own, so that one that fails leaves the others alone, and nobody hears of success
 * before the common commit.
 */
export class GroupedWrites {
  readonly #writer: Kysely<Tables>;
  readonly #database: DatabaseSync;
  readonly #waiting: Waiting[] = [];
  readonly #begin: StatementSync;
  readonly #undo: StatementSync;
  readonly #end: StatementSync;
  #isBusy = false;

  constructor(writer: Kysely<Tables>, database: DatabaseSync) {
    this.#writer = writer;
    this.#database = database;
    this.#begin = prepareStatement(database, "savepoint one");
    this.#undo = prepareStatement(database, "rollback to one");
    this.#end = prepareStatement(database, "release one");
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
    this.#waiting.push({ attempt, settle: () => settle(), fail: reject });
    // All requests that have arrived by now are looked at first.
    if (!this.#isBusy) setImmediate(() => this.#work());
    this.#isBusy = true;
    return promise;
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      const group: Waiting[] = [];
      try {
        await this.#writer.transaction().execute((trx) => this.#attemptAll(trx, group));
        for (const one of group) one.settle();
      } catch (error) {
        await this.#failed(group, error);
      }
      // What else there is to be done has its turn before the next group.
      if (this.#waiting.length > 0) await nextTurn();
    }
    this.#isBusy = false;
  }

  async #attemptAll(trx: Writer, group: Waiting[]): Promise<void> {
    const end = performance.now() + longestGroup;
    do {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      group.push(next);
      await this.#attempt(trx, next);
    } while (performance.now() < end);
  }

  async #attempt(trx: Writer, { attempt }: Waiting): Promise<void> {
    this.#begin.run();
    try {
      await attempt(trx);
    } catch (error) {
      // A full disk ends the whole transaction by itself.
      if (!this.#database.isTransaction) throw error;
      this.#undo.run();
    }
    this.#end.run();
  }

  /** What spoiled the common commit was one of them: each for itself, the others go through. */
  async #failed(group: readonly Waiting[], error: unknown): Promise<void> {
    // Where not even the beginning was possible, another process is writing: all try again, a little later.
    if (group.length === 0) {
      await sleep(Math.random() * longestPause);
      for (const one of this.#waiting.splice(0)) one.fail(error);
    }
    if (group.length === 1) group[0]?.fail(error);
    if (group.length < 2) return;
    for (const one of group) {
      try {
        await this.#writer.transaction().execute((trx) => one.attempt(trx));
        one.settle();
      } catch (reason) {
        one.fail(reason);
      }
    }
  }
}
