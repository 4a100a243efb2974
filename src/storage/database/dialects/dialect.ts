import type { Kysely, Transaction } from "kysely";
import type { Tables } from "../schema/index.ts";
import type { FullText } from "./full-text.ts";
import type { Observed } from "./observer.ts";

/** Column types and clauses that differ between the databases, for migrations. */
export interface ColumnTypes {
  /** Text with binary collation, so that both databases order it alike. */
  readonly text: string;
  readonly bytes: string;
  bytesOf(column: string): string;
  /** Integers up to 53 bits. */
  readonly number: string;
  /** A clause that stores rows in the order of the primary key. */
  readonly clustered: string;
  /** A keyword before `table` for rows that may be lost in a crash. */
  readonly passing: string;
  /** Statements that create the full-text table. */
  readonly fullTextTable: readonly string[];
  /** Statements that add an index of the titles of pages to it. */
  readonly pageTitleIndex: readonly string[];
  /** Statements that make its indexes insert texts at once, or soon; and those that make them wait for `merge`. */
  readonly directInsertion: readonly string[];
  readonly mergedInsertion: readonly string[];
  /** Queries for the existing columns, as `table_name` and `name`, and for the names of the existing indexes. */
  readonly columnNames: string;
  readonly indexNames: string;
}

/**
 * A transaction with a serialization failure is retried. One with a duplicate key is retried as well: another transaction
 * may have inserted the key since it was checked; and so is one whose connection was lost before the commit. A missing reference was
 * deleted in the meantime. The others mean that the database cannot be written.
 */
export type Failure =
  | "serialization"
  | "duplicate"
  | "missing-reference"
  | "connection-lost"
  | "disk-full"
  | "read-only"
  | "write-failed";

export type DatabaseKind = "sqlite" | "postgres";

/** A replica for reading. What it cannot answer, it passes on to the primary. */
export interface ReplicaDialect extends Pick<Dialect, "reader" | "runCompiled"> {
  /** Whether it is at most a second behind. */
  isRecent(): Promise<boolean>;
  /** Begins with `replicaMark`, unless the primary has answered. */
  readVersion(): Promise<string>;
}

/** Marks versions of the replica. Requests that have found a version of the primary read from that, which may be ahead. */
export const replicaMark = "replica ";

/** Everything that differs between SQLite and PostgreSQL. */
export interface Dialect {
  readonly kind: DatabaseKind;
  readonly types: ColumnTypes;
  /** Statements and transactions are reported to the observer in it. */
  readonly observed: Observed;
  /** Reads committed data and never waits for a writer. */
  readonly reader: Kysely<Tables>;
  /** Runs a compiled query without the overhead of Kysely. */
  readonly runCompiled: RunCompiled;
  /** Runs a query that may take long, without blocking the event loop. */
  readonly runLong: RunCompiled;
  readVersion(): string | Promise<string>;
  /** Set for PostgreSQL with a replica. Full-text queries use it, too. */
  readonly replica?: ReplicaDialect;
  /** Runs a transaction once. Those with the same key run one after the other within a process, and may share a commit. */
  transact<T>(work: (trx: Writer) => Promise<T>, isolation?: Isolation, key?: string): Promise<T>;
  readonly fullText: FullText;
  /** Classifies an error of the driver. */
  failureOf(error: unknown): Failure | undefined;
  /** Runs a transaction that excludes other `exclusive` transactions of all processes. */
  exclusive<T>(work: (trx: Writer) => Promise<T>): Promise<T>;
  /** Set for PostgreSQL, where several servers can share a database. */
  readonly takeRequests?: TakeRequests;
  /**
   * Locks tables against writers and row locks for the rest of the transaction, where a transaction alone does not. As the
   * first statement, it waits for other transactions before the snapshot of this one is taken.
   */
  lockTables?(trx: Writer, tables: readonly (keyof Tables)[]): Promise<void>;
  /** Lets `readVersion` stay as it is when the transaction ends: no reply that may be kept depends on its changes. Set for PostgreSQL. */
  keepVersion?(trx: Writer): Promise<void>;
  /** Copies a snapshot of the database to an empty file. Set for SQLite. */
  copyTo?(file: string, options?: CopyOptions): Promise<void>;
  /** Passes a snapshot of all tables to the callback, in batches of rows. */
  exportTables(work: (readTable: ReadTable) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

export interface CopyOptions {
  readonly stopping?: AbortSignal | undefined;
  readonly onProgress?: OnProgress | undefined;
}

/** Called repeatedly with the part of the work that is done, in any unit. */
export type OnProgress = (done: number, total: number) => void;

/** Adds requests to the token's current minute, or starts a new minute. */
export type TakeRequests = (tokenId: string, count: number) => Promise<TakenRequests>;

export interface TakenRequests {
  /** The total of all servers in this minute. */
  readonly taken: number;
  /** Milliseconds until the minute ends. */
  readonly ttl: number;
}

/**
 * `snapshot` (repeatable read on PostgreSQL) suffices if a transaction decides only by rows that it changes or locks: a
 * conflicting transaction must then change the same rows. `serializable` also tracks reads, on PostgreSQL by index pages:
 * new rows share the same few pages, so unrelated transactions would abort each other. It does not replace a lock where
 * the order of commits matters: a transaction that has only read a row may commit after one that has changed it.
 */
export type Isolation = "snapshot" | "serializable";

export type RunCompiled = (sql: string, parameters: readonly unknown[]) => Promise<unknown[]>;

export type ReadTable = (table: keyof Tables) => AsyncIterable<Record<string, unknown>[]>;

/** Reads, in a transaction or without one. */
export type Reader = Pick<
  Kysely<Tables>,
  "selectFrom" | "selectNoFrom" | "with" | "withRecursive" | "fn" | "executeQuery" | "getExecutor"
>;

/** Reads and writes, always in a transaction. */
export type Writer = Transaction<Tables>;

/**
 * Repeats the last value up to a power of two, so that lists of all lengths need few different statements, each prepared
 * once. There must be at least one value.
 */
export function padToPowerOfTwo<T>(values: readonly T[]): T[] {
  const length = 2 ** Math.ceil(Math.log2(values.length));
  return [...values, ...Array.from({ length: length - values.length }, () => values.at(-1) as T)];
}
