import type { Kysely } from "kysely";
import type { KeyedMutex } from "../../../platform/index.ts";
import type { Tables } from "../tables.ts";
import type { FullText } from "./full-text.ts";
import type { Reader, Writer } from "./reader.ts";

export type { Reader, Writer };

/** What the two databases spell differently in their tables. */
export interface ColumnTypes {
  /** Text that sorts by bytes, so that both databases order and compare alike. */
  readonly text: string;
  readonly bytes: string;
  /** An expression: the bytes of a column of text. */
  bytesOf(column: string): string;
  /** Integers up to 53 bits. */
  readonly number: string;
  /** After the columns of a table that is always found by its primary key: rows are kept in that key's order. */
  readonly clustered: string;
  /** Before `table`, for rows that nobody misses after a crash: they need not wait for the disk. */
  readonly passing: string;
  /** The statements that make the index of words. */
  readonly fullTextTable: readonly string[];
}

/**
 * A transaction that lost a race does better on another try. So may one that wrote a duplicate: two checked that
 * a name was free, and the second now sees that it is not. A missing reference was there a moment ago.
 */
export type Failure = "lost-race" | "duplicate" | "missing-reference";

/** All that differs between SQLite and PostgreSQL. */
export interface Dialect {
  readonly types: ColumnTypes;
  /** For reads: sees what is committed, never waits for a writer. */
  readonly reader: Kysely<Tables>;
  /** The same, for queries that are compiled already: what runs on every request skips all it can. */
  readonly runCompiled: RunCompiled;
  /** Runs a transaction, which is serializable on both databases. */
  transact<T>(work: (trx: Writer) => Promise<T>, isolation?: Isolation): Promise<T>;
  /** Where the database would refuse all but one of those that change the same: whose turn it is. */
  readonly turns?: KeyedMutex;
  readonly fullText: FullText;
  /** What kind of failure this is, where the kind matters. */
  failureOf(error: unknown): Failure | undefined;
  /** Runs a transaction while no other process is inside `exclusive`. */
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

/** Asks for so many of a token's requests in the minute that it is in, or in one that begins now. */
export type TakeRequests = (tokenId: string, wanted: number) => Promise<TakenRequests>;

export interface TakenRequests {
  /** By all servers in this minute, these included. */
  readonly taken: number;
  /** How long the minute still lasts, in milliseconds. */
  readonly ttl: number;
}

/**
 * The turn names what all of some transactions change: within one process they go one after the other, where the
 * database would refuse all but one of them. Whoever has lost a race keeps it.
 */
export type Transact = <T>(
  work: (trx: Writer) => Promise<T>,
  turn?: string,
  isolation?: Isolation,
) => Promise<T>;

/**
 * What a transaction decides by. Where that is all in rows which it changes itself, nobody else can make it wrong but by
 * changing the same rows. PostgreSQL need not remember then what was read, which it does by pages of its indexes: all
 * that is new is on the same few of them, so that it would refuse what has nothing to do with each other.
 */
export type Isolation = "snapshot" | "serializable";

export type RunCompiled = (sql: string, parameters: readonly unknown[]) => Promise<unknown[]>;

export type ReadTable = (table: keyof Tables) => AsyncIterable<Record<string, unknown>[]>;

/** How many rows are moved at a time: fewer of those that are large, since they are all in memory. */
export function batchSize(table: keyof Tables): number {
  return table === "nodes" || table === "blob_chunks" ? 50 : 500;
}
