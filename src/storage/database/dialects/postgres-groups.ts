import { sql } from "kysely";
import postgres from "postgres";
import { KeyedMutex } from "../../../platform/index.ts";
import type { Isolation, Writer } from "./dialect.ts";
import { GroupedWrites, type GroupSteps } from "./grouped-writes.ts";

type Transact = <T>(work: (trx: Writer) => Promise<T>, isolation?: Isolation) => Promise<T>;

/**
 * Transactions of a process that change the same rows, by a key: the database would abort all but one of those that run at the same
 * time. Those that wait for each other share a commit. Other transactions do not: with more rows locked for longer, two processes could
 * wait for each other.
 */
export class TransactionGroups {
  readonly #transact: Transact;
  readonly #mutex = new KeyedMutex();
  readonly #groups = new Map<string, GroupedWrites>();

  constructor(transact: Transact) {
    this.#transact = transact;
  }

  run<T>(key: string, work: (trx: Writer) => Promise<T>, isolation: Isolation = "serializable"): Promise<T> {
    const name = `${isolation} ${key}`;
    return this.#groups
      .getOrInsertComputed(
        name,
        () => new GroupedWrites(this.#stepsFor(key, isolation), () => this.#groups.delete(name)),
      )
      .run(work);
  }

  #stepsFor(key: string, isolation: Isolation): GroupSteps {
    return {
      hasSnapshot: true,
      transact: (work) => this.#mutex.run(key, () => this.#transact(work, isolation)),
      savepoint: (trx) => send(trx, "savepoint single"),
      release: (trx) => send(trx, "release single"),
      // After a failed statement, the driver ends its transaction with `rollback`, also if the failure was in a savepoint.
      rollback: (trx, error) => {
        if (error instanceof postgres.PostgresError) throw error;
        return send(trx, "rollback to single");
      },
      // Otherwise the connection was lost, perhaps after the commit.
      isUndone: (error) => error instanceof postgres.PostgresError && error.severity === "ERROR",
    };
  }
}

async function send(trx: Writer, statement: string): Promise<void> {
  await sql.raw(statement).execute(trx);
}
