import {
  type BackupProgressInfo,
  backup,
  DatabaseSync,
  type SQLInputValue,
  type StatementSync,
} from "node:sqlite";
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type Dialect as KyselyDialect,
  type SelectModifierNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
} from "kysely";
import { batchSize, type Tables } from "../schema/index.ts";
import type { ColumnTypes, CopyOptions, Dialect, Failure } from "./dialect.ts";
import { GroupedWrites, type GroupSteps, prepareStatement } from "./grouped-writes.ts";
import { type Observed, observeStatement, type StatementKind } from "./observer.ts";
import { QueryThreads } from "./query-threads.ts";
import { createSqliteFullText, sqliteFullTextTable } from "./sqlite-full-text.ts";

/** By result code. */
const failures: Readonly<Record<number, Failure>> = {
  /* SQLITE_BUSY */ 5: "serialization",
  /* SQLITE_LOCKED */ 6: "serialization",
  /* SQLITE_READONLY */ 8: "read-only",
  /* SQLITE_FULL */ 13: "disk-full",
  // Exceeded quotas and limits of the file size.
  /* SQLITE_IOERR_WRITE */ 778: "write-failed",
  /* SQLITE_CONSTRAINT_FOREIGNKEY */ 787: "missing-reference",
};

/** How long reads may share a snapshot, in milliseconds. */
const maxSnapshotAge = 10;

/** How long a statement waits for the lock of another process, in milliseconds. Then the caller retries. */
const busyTimeout = 50;

/** How long opening waits for other processes that open the same file, in milliseconds. */
const openTimeout = 10_000;

export const sqliteTypes: ColumnTypes = {
  text: "text",
  bytes: "blob",
  bytesOf: (column) => `cast(${column} as blob)`,
  number: "integer",
  clustered: "without rowid",
  passing: "",
  fullTextTable: sqliteFullTextTable,
  pageTitleIndex: [],
  directInsertion: [],
  mergedInsertion: [],
  columnNames:
    "select tables.name as table_name, columns.name from sqlite_schema as tables, pragma_table_info(tables.name) as columns where tables.type = 'table'",
  indexNames: "select name from sqlite_schema where type = 'index'",
};

/**
 * One connection for transactions and one for reads: in WAL mode, a reader neither waits for an open transaction nor
 * sees its changes.
 */
export function openSqlite(file: string, { isScratch = false } = {}): Dialect {
  const observed: Observed = { observer: undefined };
  const writing = connect(file, isScratch);
  const reading = connect(file, isScratch);
  const snapshot = new SharedSnapshot(reading);
  // The number is only comparable on one connection; all reads use this one.
  const version = reading.prepare("pragma data_version");
  const readingStatements = adapt(reading, observed, "read", () => snapshot.begin());
  const writer = new Kysely<Tables>({
    dialect: createDialect(new WritingDriver(writing, observed, () => snapshot.end()), new SqliteAdapter()),
  });
  const reader = new Kysely<Tables>({
    dialect: createDialect(new SqliteDriver({ database: readingStatements }), new ReadingAdapter()),
  });
  const writes = new GroupedWrites(groupStepsOf(writer, writing));
  // The time of a full-text query grows with the number of matches, and batches would each read all of them.
  const threads = new QueryThreads(file);
  const runLong: Dialect["runLong"] = (sql, parameters) =>
    observeStatement(observed, "read", sql, () => threads.run(sql, parameters));
  return {
    kind: "sqlite",
    types: sqliteTypes,
    observed,
    reader,
    fullText: createSqliteFullText(async (query) => {
      const { sql, parameters } = query.compile(reader);
      const rows = await runLong(sql, parameters);
      return rows.map((row) => (row as { id: number }).id);
    }),
    runCompiled: (sql, parameters) => Promise.try(() => readingStatements.prepare(sql).all(parameters)),
    runLong,
    readVersion: () => {
      // That of the state which the next read shows.
      snapshot.begin();
      return String(version.get()?.data_version);
    },
    // There is a single writer, so transactions are serializable anyway.
    transact: (work) => writes.run(work),
    failureOf,
    exclusive: (work) => writer.transaction().execute(work),
    copyTo: (target, options) => copyFile(file, target, options),
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
      snapshot.end();
      await threads.close();
      await Promise.all([reader.destroy(), writer.destroy()]);
      if (reading.isOpen) reading.close();
      if (writing.isOpen) writing.close();
    },
  };
}

function groupStepsOf(writer: Kysely<Tables>, database: DatabaseSync): GroupSteps {
  const [savepoint, rollback, release] = ["savepoint single", "rollback to single", "release single"].map(
    (statement) => prepareStatement(database, statement),
  );
  return {
    hasSnapshot: false,
    transact: (work) => writer.transaction().execute(work),
    savepoint: () => void savepoint?.run(),
    release: () => void release?.run(),
    rollback: (_trx, error) => {
      // A full disk ends the whole transaction.
      if (!database.isTransaction) throw error;
      rollback?.run();
      release?.run();
    },
    isUndone: () => true,
  };
}

function failureOf(error: unknown): Failure | undefined {
  const code = error instanceof Error && "errcode" in error ? Number(error.errcode) : 0;
  // The low byte of an extended result code is the primary one.
  return failures[code] ?? failures[code & 0xff];
}

async function* readInBatches(database: DatabaseSync, table: keyof Tables) {
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

/** The number of 4 KB pages that are copied at a time. */
const pagesPerStep = 1024;

/**
 * Copies page by page in Node's thread pool. The read transaction gives a consistent snapshot; without it, every write
 * of another connection would restart the copy.
 */
async function copyFile(file: string, target: string, options: CopyOptions = {}): Promise<void> {
  const copying = connect(file);
  try {
    copying.exec("begin");
    copying.prepare("select count(*) from sqlite_schema").get();
    // Otherwise the end of the job thread would wait for the whole copy.
    const progress = ({ totalPages, remainingPages }: BackupProgressInfo) => {
      options.stopping?.throwIfAborted();
      options.onProgress?.(totalPages - remainingPages, totalPages);
    };
    await backup(copying, target, { rate: pagesPerStep, progress });
  } finally {
    copying.close();
  }
  // A file in WAL mode cannot be read without its log files.
  const copy = new DatabaseSync(target);
  copy.exec("pragma journal_mode = delete");
  deleteVisitorSalts(copy);
  copy.close();
}

/** A copy is kept for longer than a day. The salt of the day would tell to which addresses the hashes of visitors belong. */
function deleteVisitorSalts(copy: DatabaseSync): void {
  const table = "visitor_salts" satisfies keyof Tables;
  // A copy before a migration may not have the table yet.
  if (copy.prepare("select 1 from sqlite_schema where name = ?").get(table) === undefined) return;
  // The deleted bytes are overwritten.
  copy.exec("pragma secure_delete = on");
  copy.exec(`delete from ${table}`);
}

/**
 * A read transaction that all reads of one event-loop iteration share: taking and releasing the file lock costs more than
 * a small query. A commit of this process ends it, so that later reads see its changes.
 */
class SharedSnapshot {
  readonly #database: DatabaseSync;
  readonly #begin: StatementSync;
  readonly #rollback: StatementSync;
  #scheduledEnd: NodeJS.Immediate | undefined;
  #startedAt = 0;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#begin = database.prepare("begin");
    this.#rollback = database.prepare("rollback");
  }

  begin(): void {
    // An old snapshot would hide later changes of other processes.
    if (performance.now() - this.#startedAt > maxSnapshotAge) this.end();
    if (this.#scheduledEnd !== undefined) return;
    this.#startedAt = performance.now();
    this.#begin.run();
    this.#scheduledEnd = setImmediate(() => this.end());
  }

  end(): void {
    if (this.#scheduledEnd === undefined) return;
    clearImmediate(this.#scheduledEnd);
    this.#scheduledEnd = undefined;
    // A disk error ends the transaction by itself.
    if (this.#database.isTransaction) this.#rollback.run();
  }
}

/** A scratch file is discarded unless it is written completely, so it needs neither a log nor durable writes. */
function connect(file: string, isScratch = false): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: busyTimeout });
  if (isScratch) database.exec("pragma journal_mode = off");
  else enableWal(database);
  database.exec(`pragma synchronous = ${isScratch ? "off" : "full"}`);
  database.exec("pragma foreign_keys = on");
  database.exec("pragma temp_store = memory");
  // Overwrites deleted rows in pages that are written anyway, such as the salts of visitors.
  database.exec("pragma secure_delete = fast");
  // A checkpoint every 64 MB instead of 4: pages that change often are copied to the file less often.
  database.exec("pragma wal_autocheckpoint = 16000");
  return database;
}

/**
 * Switches the file to WAL mode. For a new file this needs an exclusive lock, which SQLite refuses at once and without
 * its busy timeout, so this retries.
 */
function enableWal(database: DatabaseSync): void {
  for (const deadline = Date.now() + openTimeout; ; ) {
    try {
      database.exec("pragma journal_mode = wal");
      return;
    } catch (error) {
      if (failureOf(error) !== "serialization" || Date.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.random() * 20);
    }
  }
}

/** Adapts `node:sqlite` to the driver interface of Kysely. Caches prepared statements by their text. */
function adapt(
  database: DatabaseSync,
  observed: Observed,
  kind: StatementKind,
  beforeEach: (sql: string) => void = () => {},
): SqliteDatabase {
  const adaptText = (sql: string) =>
    adaptStatement(prepareStatement(database, sql), (startedAt) =>
      observed.observer?.statementEnded(kind, sql, performance.now() - startedAt),
    );
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare: (sql) => {
      beforeEach(sql);
      // Lists of parameters have any length, so the number of different texts is unbounded.
      if (statements.size >= 1000) statements.clear();
      return statements.getOrInsertComputed(sql, adaptText);
    },
  };
}

function adaptStatement(statement: StatementSync, onEnd: (startedAt: number) => void): SqliteStatement {
  const timed =
    <Result>(run: (...parameters: SQLInputValue[]) => Result) =>
    (parameters: readonly unknown[]): Result => {
      const startedAt = performance.now();
      try {
        return run(...(parameters as SQLInputValue[]));
      } finally {
        onEnd(startedAt);
      }
    };
  return {
    reader: statement.columns().length > 0,
    all: timed((...parameters) => statement.all(...parameters)),
    run: timed((...parameters) => statement.run(...parameters)),
    iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
  };
}

const begin = "begin immediate";

class WritingDriver extends SqliteDriver {
  readonly #database: DatabaseSync;
  readonly #endSnapshot: () => void;
  constructor(database: DatabaseSync, observed: Observed, endSnapshot: () => void) {
    // A full disk ends a transaction. Its next statements would be stored without it.
    const requireTransaction = (statement: string) => {
      if (statement !== begin && !database.isTransaction) throw new Error("the transaction has ended");
    };
    super({ database: adapt(database, observed, "change", requireTransaction) });
    this.#database = database;
    this.#endSnapshot = endSnapshot;
  }

  /**
   * Takes the write lock at once: a transaction that fails to get it later would have to start again. Ends the
   * shared snapshot, because the log cannot be reset while a reader is active.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    this.#endSnapshot();
    await connection.executeQuery(CompiledQuery.raw(begin));
  }
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    this.#endSnapshot();
    await super.commitTransaction(connection);
    this.#endSnapshot();
  }
  /** A full disk rolls back by itself; its error is the one to report. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection);
  }
}

/** Reads need no lock on the connection: each is one synchronous call. */
class ReadingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Omits row locks: a single transaction writes at a time, and all that it reads is current. */
class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === "Distinct") super.visitSelectModifier(node);
  }
}

function createDialect(driver: SqliteDriver, adapter: SqliteAdapter): KyselyDialect {
  return {
    createAdapter: () => adapter,
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteCompiler(),
  };
}
