import { setTimeout as sleep } from "node:timers/promises";
import { concurrentlyDeleted, databaseBusy } from "../../platform/index.ts";
import type {
  ColumnTypes,
  Dialect,
  FullText,
  Isolation,
  Reader,
  ReadTable,
  TakeRequests,
  Transact,
  Writer,
} from "./dialects/index.ts";
import { runDirectly } from "./prepared.ts";

export type { Isolation, Reader, Writer };

export interface Database {
  readonly types: ColumnTypes;
  readonly read: Reader;
  readonly fullText: FullText;
  /**
   * Runs one transaction, serializable unless its isolation says that it need not be, again when it lost a race: `work` must do nothing but database work, and wait
   * for all that it starts.
   */
  write: Transact;
  /** Runs a transaction while no other process is inside one of these. */
  exclusive<T>(work: (trx: Writer) => Promise<T>): Promise<T>;
  /** Takes requests from what a token may send in a minute; where several servers share a database. */
  readonly takeRequests?: TakeRequests;
  /** Waits for all other transactions and lets none in before this one ends; where that needs saying. */
  lockTables?(trx: Writer): Promise<void>;
  /** Writes a copy, as it is at one moment, to a file that is empty; only where the database is a file itself. */
  copyTo?(file: string, stopping?: AbortSignal): Promise<void>;
  /** Gives the work all tables as they were at one moment, each in batches of rows. */
  exportTables(work: (readTable: ReadTable) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/**
 * How long a transaction keeps trying before the caller is told that the database is too busy, and how often at least:
 * where many wait for a connection, all of that time may be over before it is tried for the first time.
 */
const patience = 10_000;
const leastTries = 10;
/** A migration of a large database takes its time, and the other processes wait for it. */
const exclusivePatience = 3_600_000;

export function createDatabase(dialect: Dialect): Database {
  runDirectly(dialect.reader, dialect.runCompiled);
  return {
    types: dialect.types,
    read: dialect.reader,
    fullText: dialect.fullText,
    write: (work, turn, isolation) => {
      const run = () => withRetry(dialect, patience, () => dialect.transact(work, isolation));
      return turn === undefined || dialect.turns === undefined ? run() : dialect.turns.run(turn, run);
    },
    exclusive: (work) => withRetry(dialect, exclusivePatience, () => dialect.exclusive(work)),
    ...(dialect.takeRequests && { takeRequests: dialect.takeRequests }),
    ...(dialect.lockTables && { lockTables: dialect.lockTables }),
    ...(dialect.copyTo && { copyTo: dialect.copyTo }),
    exportTables: dialect.exportTables,
    close: dialect.close,
  };
}

async function withRetry<T>(dialect: Dialect, longest: number, attempt: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + longest;
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      const failure = dialect.failureOf(error);
      if (failure === "missing-reference") throw concurrentlyDeleted();
      const hopeful =
        failure === "lost-race"
          ? tries < leastTries || Date.now() < deadline
          : failure === "duplicate" && tries < 8;
      if (!hopeful) throw failure === "lost-race" ? databaseBusy() : error;
      // Random, so that those who collided do not collide again.
      await sleep(Math.random() * Math.min(200, 5 * 2 ** tries));
    }
  }
}
