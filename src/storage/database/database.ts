import { setTimeout as sleep } from "node:timers/promises";
import { concurrentlyDeleted, databaseBusy } from "../../platform/index.ts";
import type {
  ColumnTypes,
  Dialect,
  FullText,
  Reader,
  ReadTable,
  TakeRequests,
  Transact,
  Writer,
} from "./dialects/index.ts";
import { runDirectly } from "./prepared.ts";

export interface Database {
  readonly types: ColumnTypes;
  readonly read: Reader;
  readonly fullText: FullText;
  /**
   * Runs a transaction, serializable by default, and retries it after a serialization failure. So `work` must do nothing
   * but database work, and await all of it.
   */
  write: Transact;
  /** Runs a transaction that excludes other `exclusive` transactions of all processes. */
  exclusive<T>(work: (trx: Writer) => Promise<T>): Promise<T>;
  /** Counts requests of a token. Set where several servers share a database. */
  readonly takeRequests?: TakeRequests;
  /** Locks all tables against writers for the rest of the transaction, where `exclusive` does not. */
  lockTables?(trx: Writer): Promise<void>;
  /** Copies a snapshot of the database to an empty file. Set for SQLite. */
  copyTo?(file: string, stopping?: AbortSignal): Promise<void>;
  /** Passes a snapshot of all tables to the callback, in batches of rows. */
  exportTables(work: (readTable: ReadTable) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/**
 * How long a transaction is retried before the caller gets a 503, and the minimum number of attempts: with many waiting for
 * a connection, the time may be over before the first attempt.
 */
const retryTimeout = 10_000;
const minAttempts = 10;
/** Other processes wait while one migrates a large database. */
const exclusiveTimeout = 3_600_000;

export function createDatabase(dialect: Dialect): Database {
  runDirectly(dialect.reader, dialect.runCompiled);
  return {
    types: dialect.types,
    read: dialect.reader,
    fullText: dialect.fullText,
    write: (work, mutexKey, isolation) => {
      const run = () => withRetry(dialect, retryTimeout, () => dialect.transact(work, isolation));
      return mutexKey === undefined ? run() : (dialect.writeMutex?.run(mutexKey, run) ?? run());
    },
    exclusive: (work) => withRetry(dialect, exclusiveTimeout, () => dialect.exclusive(work)),
    ...(dialect.takeRequests && { takeRequests: dialect.takeRequests }),
    ...(dialect.lockTables && { lockTables: dialect.lockTables }),
    ...(dialect.copyTo && { copyTo: dialect.copyTo }),
    exportTables: dialect.exportTables,
    close: dialect.close,
  };
}

async function withRetry<T>(dialect: Dialect, timeout: number, attempt: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + timeout;
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt();
    } catch (error) {
      const failure = dialect.failureOf(error);
      if (failure === "missing-reference") throw concurrentlyDeleted();
      const mayRetry =
        failure === "serialization"
          ? attempts < minAttempts || Date.now() < deadline
          : failure === "duplicate" && attempts < 8;
      if (!mayRetry) throw failure === "serialization" ? databaseBusy() : error;
      // Backoff with jitter, so that transactions that collided do not collide again.
      await sleep(Math.random() * Math.min(200, 5 * 2 ** attempts));
    }
  }
}
