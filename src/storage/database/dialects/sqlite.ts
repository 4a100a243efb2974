import { backup, DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type Dialect as KyselyDialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
} from "kysely";
import type { Tables } from "../tables.ts";
import { batchSize, type Dialect } from "./dialect.ts";
import { GroupedWrites } from "./grouped-writes.ts";
import { prepareStatement } from "./prepare-statement.ts";
import { sqliteFullText, sqliteFullTextTable } from "./sqlite-full-text.ts";

const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
const SQLITE_CONSTRAINT_FOREIGNKEY = 787;

/** For how long reads share a snapshot at most, in milliseconds. */
const longestTurn = 10;

/** How long a statement blocks the process for another process's lock before the caller's own back-off takes over. */
const busyTimeout = 50;

/** How long an opening waits for others who open the same file, in milliseconds. */
const openingPatience = 10_000;

/**
 * One connection for transactions and one for reads: in WAL mode a reader neither waits for a transaction
 * under way nor sees inside it.
 */
export function openSqlite(file: string, { isScratch = false } = {}): Dialect {
  const writing = connect(file, isScratch);
  const reading = connect(file, isScratch);
  const turn = new ReadTurn(reading);
  const readingStatements = adapt(reading, () => turn.enter());
  const writer = new Kysely<Tables>({
    dialect: createDialect(new WritingDriver(writing, () => turn.leave()), new SqliteAdapter()),
  });
  const reader = new Kysely<Tables>({
    dialect: createDialect(new SqliteDriver({ database: readingStatements }), new ReadingAdapter()),
  });
  const writes = new GroupedWrites(writer, writing);
  return {
    types: {
      text: "text",
      bytes: "blob",
      bytesOf: (column) => `cast(${column} as blob)`,
      number: "integer",
      clustered: "without rowid",
      passing: "",
      fullTextTable: sqliteFullTextTable,
    },
    reader,
    fullText: sqliteFullText,
    runCompiled: (sql, parameters) =>
      Promise.try(() => turn.remember(sql, parameters, () => readingStatements.prepare(sql).all(parameters))),
    // There is one writer only: all of them take turns as it is.
    transact: (work) => writes.run(work),
    failureOf: (error) => {
      if (codeOf(error) === SQLITE_CONSTRAINT_FOREIGNKEY) return "missing-reference";
      return isBusy(error) ? "lost-race" : undefined;
    },
    exclusive: (work) => writer.transaction().execute(work),
    copyTo: (target, stopping) => copyFile(file, target, stopping),
    exportTables: async (work) => {
      const exporting = connect(file);
      exporting.exec("begin");
      try {
        await work((table) => readInBatches(exporting, table));
      } finally {
        exporting.close();
      }
    },
    close: async () => {
      turn.leave();
      await Promise.all([reader.destroy(), writer.destroy()]);
      if (reading.isOpen) reading.close();
      if (writing.isOpen) writing.close();
    },
  };
}

function codeOf(error: unknown): number {
  return error instanceof Error && "errcode" in error ? Number(error.errcode) : 0;
}

function isBusy(error: unknown): boolean {
  // The low byte is the primary code; the rest says which kind of busy.
  return [SQLITE_BUSY, SQLITE_LOCKED].includes(codeOf(error) & 0xff);
}

async function* readInBatches(
  database: DatabaseSync,
  table: keyof Tables,
): AsyncGenerator<Record<string, unknown>[]> {
  const size = batchSize(table);
  let batch: Record<string, unknown>[] = [];
  for (const row of database.prepare(`select * from ${table}`).iterate()) {
    batch.push(row);
    if (batch.length === size) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** How many pages of 4 KB are copied at a time. */
const pagesAtOnce = 1024;

/**
 * Copies page by page, in threads that Node has for that. In a transaction, all of them are seen as at one moment,
 * however much is written meanwhile: without it, every write of others would start the copy anew.
 */
async function copyFile(file: string, target: string, stopping?: AbortSignal): Promise<void> {
  const copying = connect(file);
  try {
    copying.exec("begin");
    copying.prepare("select count(*) from sqlite_schema").get();
    // The end of a thread would wait for all of it.
    const progress = () => stopping?.throwIfAborted();
    await backup(copying, target, { rate: pagesAtOnce, progress });
  } finally {
    copying.close();
  }
  // In WAL mode, it could not even be read without files beside it.
  const copy = new DatabaseSync(target);
  copy.exec("pragma journal_mode = delete");
  copy.close();
}

/**
 * All reads of one turn of the event loop share a snapshot: taking and giving back the file's locks costs more
 * than a small query. A commit of this process ends it at once, so that what was written is read.
 */
class ReadTurn {
  readonly #database: DatabaseSync;
  readonly #begin: StatementSync;
  readonly #end: StatementSync;
  readonly #answers = new Map<string, Map<string, unknown[]>>();
  #ending: NodeJS.Immediate | undefined;
  #begunAt = 0;
  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#begin = database.prepare("begin");
    this.#end = database.prepare("rollback");
  }

  enter(): void {
    this.#endLongTurn();
    if (this.#ending !== undefined) return;
    this.#begunAt = performance.now();
    this.#begin.run();
    this.#ending = setImmediate(() => this.leave());
  }

  /** The same question in the same snapshot has the same answer: it is looked up once. */
  remember(sql: string, parameters: readonly unknown[], find: () => unknown[]): unknown[] {
    this.#endLongTurn();
    return this.#answers
      .getOrInsertComputed(sql, () => new Map())
      .getOrInsertComputed(JSON.stringify(parameters), find);
  }

  /** It must not keep from those who come in it what other processes have written meanwhile. */
  #endLongTurn(): void {
    if (this.#ending !== undefined && performance.now() - this.#begunAt > longestTurn) this.leave();
  }

  leave(): void {
    if (this.#ending === undefined) return;
    this.#answers.clear();
    clearImmediate(this.#ending);
    this.#ending = undefined;
    // An error of the disk ends it by itself.
    if (this.#database.isTransaction) this.#end.run();
  }
}

/** A scratch file is nothing before all of it is written: it needs neither a log, which would hold it all once more, nor the disk. */
function connect(file: string, isScratch = false): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: busyTimeout });
  if (isScratch) database.exec("pragma journal_mode = off");
  else keepLog(database);
  database.exec(`pragma synchronous = ${isScratch ? "off" : "full"}`);
  database.exec("pragma foreign_keys = on");
  database.exec("pragma temp_store = memory");
  // Pages that change again and again are copied to the file once for many commits: 64 MB of log instead of 4.
  database.exec("pragma wal_autocheckpoint = 16000");
  return database;
}

/**
 * Has a file keep a log. Whoever does that to a new one needs it alone for a moment, and SQLite refuses the others at
 * once, however long they would wait.
 */
function keepLog(database: DatabaseSync): void {
  for (const until = Date.now() + openingPatience; ; ) {
    try {
      database.exec("pragma journal_mode = wal");
      return;
    } catch (error) {
      if (!isBusy(error) || Date.now() > until) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.random() * 20);
    }
  }
}

/** Makes `node:sqlite` look like the driver that Kysely knows, and keeps prepared statements by their text. */
function adapt(database: DatabaseSync, beforeEach: () => void = () => {}): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare: (sql) => {
      beforeEach();
      // Lists of every length make texts of every length: start afresh rather than grow without end.
      if (statements.size >= 1000) statements.clear();
      return statements.getOrInsertComputed(sql, () => adaptStatement(prepareStatement(database, sql)));
    },
  };
}

function adaptStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
    iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
  };
}

class WritingDriver extends SqliteDriver {
  readonly #database: DatabaseSync;
  readonly #endReading: () => void;
  constructor(database: DatabaseSync, endReading: () => void) {
    super({ database: adapt(database) });
    this.#database = database;
    this.#endReading = endReading;
  }

  /**
   * Takes the write lock at once: a transaction that waits for it later could not be retried statement by statement.
   * While anybody reads, the log of the database cannot start anew and grows without end.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    this.#endReading();
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    this.#endReading();
    await super.commitTransaction(connection);
    this.#endReading();
  }
  /** A full disk rolls back by itself; the error to be seen is that one. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection);
  }
}

/** Reads need no turn at the connection: each is one synchronous call. */
class ReadingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

function createDialect(driver: SqliteDriver, adapter: SqliteAdapter): KyselyDialect {
  return {
    createAdapter: () => adapter,
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}
