import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type Dialect as KyselyDialect,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
  type Transaction,
  type TransactionSettings,
} from "kysely";
import postgres from "postgres";
import type { Tables } from "../tables.ts";
import { batchSize, type Dialect } from "./dialect.ts";

const serializationFailure = "40001";
const deadlockDetected = "40P01";
/** Two transactions checked that a name was free, and both took it: the second looks again and says so properly. */
const uniqueViolation = "23505";

/** Any number will do, as long as every Lectern process uses the same one. */
const exclusiveLock = 7_305_311;

export function openPostgres(url: string, poolSize = 10): Dialect {
  const pool = postgres(url, {
    max: poolSize,
    onnotice: () => {},
    connect_timeout: 10,
    // Counts arrive as 64-bit integers; all of ours are exact as numbers.
    types: { count: { to: 20, from: [20], serialize: String, parse: Number } },
  });
  const reader = new Kysely<Tables>({ dialect: createDialect(new ReadingDriver(pool)) });
  const writer = new Kysely<Tables>({ dialect: createDialect(new WritingDriver(pool)) });
  return {
    name: "postgres",
    types: { text: 'text collate "C"', bytes: "bytea", clustered: "" },
    reader,
    runCompiled: (text, parameters) => runOn(pool, text, parameters),
    writer,
    isConflict: (error) =>
      error instanceof postgres.PostgresError &&
      [serializationFailure, deadlockDetected, uniqueViolation].includes(error.code),
    exclusive: (work) =>
      // Read committed, so that what the previous holder of the lock wrote is seen after waiting for it.
      writer
        .transaction()
        .setIsolationLevel("read committed")
        .execute(async (trx) => {
          await sql`select pg_advisory_xact_lock(${exclusiveLock})`.execute(trx);
          return work(trx);
        }),
    exportTables: (work) =>
      writer
        .transaction()
        .setIsolationLevel("repeatable read")
        .execute((trx) => work((table) => readInBatches(trx, table))),
    close: () => pool.end({ timeout: 5 }),
  };
}

async function* readInBatches(
  trx: Transaction<Tables>,
  table: string,
): AsyncGenerator<Record<string, unknown>[]> {
  await sql.raw(`declare export_${table} cursor for select * from ${table}`).execute(trx);
  for (;;) {
    const { rows } = await sql
      .raw<Record<string, unknown>>(`fetch ${batchSize} from export_${table}`)
      .execute(trx);
    if (rows.length === 0) return;
    yield rows;
  }
}

function createDialect(driver: Driver): KyselyDialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

function runOn(session: postgres.Sql, text: string, parameters: readonly unknown[]) {
  return session.unsafe(text, parameters as postgres.ParameterOrJSON<never>[], { prepare: true });
}

class Connection implements DatabaseConnection {
  readonly session: postgres.Sql;
  constructor(session: postgres.Sql) {
    this.session = session;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const rows = await runOn(this.session, query.sql, query.parameters);
    return { rows: rows as unknown as R[], numAffectedRows: BigInt(rows.count ?? 0) };
  }

  streamQuery(): never {
    throw new Error("streaming queries are not used");
  }
}

/** Reads share the pool's connections: several queries may be on one wire at once. */
class ReadingDriver implements Driver {
  readonly pool: postgres.Sql;
  readonly #shared: Connection;
  constructor(pool: postgres.Sql) {
    this.pool = pool;
    this.#shared = new Connection(pool);
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#shared;
  }
  async beginTransaction(_connection: DatabaseConnection, _settings: TransactionSettings): Promise<void> {
    throw new Error("a transaction needs the writer");
  }
  async commitTransaction(_connection: DatabaseConnection): Promise<void> {}
  async rollbackTransaction(_connection: DatabaseConnection): Promise<void> {}
  async releaseConnection(_connection: DatabaseConnection): Promise<void> {}
  async destroy(): Promise<void> {}
}

/** A transaction has a connection to itself, and is serializable unless it says otherwise. */
class WritingDriver extends ReadingDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    return new Connection(await this.pool.reserve());
  }
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    const level = settings.isolationLevel ?? "serializable";
    await connection.executeQuery(CompiledQuery.raw(`start transaction isolation level ${level}`));
  }
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("commit"));
  }
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("rollback"));
  }
  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (connection instanceof Connection && "release" in connection.session) {
      (connection.session as postgres.ReservedSql).release();
    }
  }
}
