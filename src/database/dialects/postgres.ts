import { setTimeout as sleep } from "node:timers/promises";
import {
  type CompiledQuery,
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
import { Turns } from "../../turns.ts";
import { type Tables, tableNames } from "../tables.ts";
import { batchSize, type Dialect, type Failure, type TakenRequests } from "./dialect.ts";
import { postgresFullText, postgresFullTextTable } from "./postgres-full-text.ts";

const failures: Readonly<Record<string, Failure>> = {
  "40001": "lost-race",
  "40P01": "lost-race",
  "23505": "duplicate",
  "23503": "missing-reference",
};

/** How long a database that is starting, as it does after a crash, is waited for, and how long between two tries. */
const [startPatience, startPause] = [10_000, 20];

const levels = { "own-rows": "repeatable read", anything: "serializable" } as const;

/** Any number will do, as long as every Lectern process uses the same one. */
const exclusiveLock = 7_305_311;

/** How many connections a process has for reads, each of which carries many of them at once, and for transactions. */
const poolSizes = { reading: 4, writing: 10 };

/**
 * Reads and transactions have connections of their own: where a transaction begins on one that has a hundred reads
 * on its way, the driver takes it for another read, and leaves it open to whoever comes next.
 */
export function openPostgres(url: string, { reading, writing } = poolSizes): Dialect {
  const pool = openPool(url, reading);
  const transactions = openPool(url, writing);
  const reader = new Kysely<Tables>({ dialect: createDialect(new ReadingDriver(pool)) });
  const writer = new Kysely<Tables>({ dialect: createDialect(new WritingDriver(transactions)) });
  return {
    types: {
      text: 'text collate "C"',
      bytes: "bytea",
      number: "bigint",
      clustered: "",
      passing: "unlogged",
      fullTextTable: postgresFullTextTable,
    },
    reader,
    fullText: postgresFullText,
    runCompiled: (text, parameters) => untilTaken(() => runOn(pool, text, parameters)),
    transact: (work, reach = "anything") =>
      writer.transaction().setIsolationLevel(levels[reach]).execute(work),
    turns: new Turns(),
    failureOf: (error) => (error instanceof postgres.PostgresError ? failures[error.code] : undefined),
    takeRequests: (tokenId, wanted) => takeRequests(pool, tokenId, wanted),
    exclusive: (work) =>
      // Read committed, so that what the previous holder of the lock wrote is seen after waiting for it.
      writer
        .transaction()
        .setIsolationLevel("read committed")
        .execute(async (trx) => {
          await sql`select pg_advisory_xact_lock(${exclusiveLock})`.execute(trx);
          return work(trx);
        }),
    lockTables: async (trx) => {
      await sql`lock table ${sql.join(tableNames.map((name) => sql.table(name)))} in exclusive mode`.execute(
        trx,
      );
    },
    exportTables: (work) =>
      writer
        .transaction()
        .setIsolationLevel("repeatable read")
        .execute((trx) => work((table) => readInBatches(trx, table))),
    close: async () => {
      await Promise.all([pool, transactions].map((each) => each.end({ timeout: 5 })));
    },
  };
}

function openPool(url: string, max: number): postgres.Sql {
  return postgres(url, {
    max,
    onnotice: () => {},
    connect_timeout: 10,
    // After a restart of the database, requests should not wait longer than it takes to come back.
    backoff: (tries) => Math.min(0.05 * 2 ** tries, 1),
    // Counts arrive as 64-bit integers; all of ours are exact as numbers.
    types: { count: { to: 20, from: [20], serialize: String, parse: Number } },
  });
}

async function* readInBatches(
  trx: Transaction<Tables>,
  table: keyof Tables,
): AsyncGenerator<Record<string, unknown>[]> {
  await sql.raw(`declare export_${table} cursor for select * from ${table}`).execute(trx);
  for (;;) {
    const { rows } = await sql
      .raw<Record<string, unknown>>(`fetch ${batchSize(table)} from export_${table}`)
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

/** The pool, or the connection of one transaction. */
type Session = Pick<postgres.Sql, "unsafe">;

function runOn(session: Session, text: string, parameters: readonly unknown[]) {
  return session.unsafe(text, parameters as postgres.ParameterOrJSON<never>[], { prepare: true });
}

/**
 * Asks again where the answer was a server's last word on a connection: that it goes, or is not ready yet. The driver keeps
 * such a word and, when the connection is made again, gives it to the first who needs it. Only for what may be run twice.
 */
async function untilTaken<T>(ask: () => PromiseLike<T>): Promise<T> {
  const deadline = Date.now() + startPatience;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const isLastWord = error instanceof postgres.PostgresError && error.code.startsWith("57P0");
      if (!isLastWord || Date.now() > deadline) throw error;
      await sleep(startPause);
    }
  }
}

/** One statement that is its own transaction: two that meet wait for each other, and none has to try again. */
async function takeRequests(pool: postgres.Sql, tokenId: string, wanted: number): Promise<TakenRequests> {
  const now = "(extract(epoch from statement_timestamp()) * 1000)::bigint";
  const [row] = await runOn(
    pool,
    `insert into request_budgets as known (token_id, until, taken) values ($1, ${now} + 60000, $2)
     on conflict (token_id) do update set
       until = case when known.until > ${now} then known.until else excluded.until end,
       taken = excluded.taken + case when known.until > ${now} then known.taken else 0 end
     returning taken, until - ${now} as ttl`,
    [tokenId, wanted],
  );
  return { taken: row?.taken, ttl: row?.ttl };
}

/** Reads share the pool's connections: several queries may be on one wire at once. */
class PooledConnection implements DatabaseConnection {
  readonly #pool: postgres.Sql;
  constructor(pool: postgres.Sql) {
    this.#pool = pool;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return toResult(await untilTaken(() => runOn(this.#pool, query.sql, query.parameters)));
  }

  streamQuery(): never {
    throw new Error("streaming queries are not used");
  }
}

/**
 * A transaction has a connection to itself. When that is lost, the transaction is over: nothing more may be sent,
 * since the driver would send it to nobody, or to a new connection that knows nothing of the transaction.
 */
class TransactionConnection implements DatabaseConnection {
  readonly #pool: postgres.Sql;
  readonly #decision = Promise.withResolvers<void>();
  #session: Session | undefined;
  #ended: Promise<unknown> = Promise.resolve();
  #lost: unknown;

  constructor(pool: postgres.Sql) {
    this.#pool = pool;
  }

  /** On another connection, where this one turns out to be lost: nothing has happened before it has begun. */
  begin(level: string): Promise<void> {
    return untilTaken(() =>
      this.#tryToBegin(level).catch((error) => {
        if (!isConnectionLoss(error)) throw error;
        return this.#tryToBegin(level);
      }),
    );
  }

  #tryToBegin(level: string): Promise<void> {
    this.#lost = undefined;
    const begun = Promise.withResolvers<void>();
    this.#ended = this.#pool.begin(`isolation level ${level}`, (session) => {
      this.#session = session;
      begun.resolve();
      return this.#decision.promise;
    });
    this.#ended.catch((error) => {
      this.#lost ??= error;
      begun.reject(error);
    });
    return begun.promise;
  }

  async commit(): Promise<void> {
    if (this.#lost !== undefined) throw this.#lost;
    this.#decision.resolve();
    await this.#ended;
  }

  async rollback(): Promise<void> {
    if (this.#lost !== undefined) return;
    this.#decision.reject(new Error("rolled back"));
    await this.#ended.catch(() => {});
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#lost !== undefined) throw this.#lost;
    if (this.#session === undefined) throw new Error("the transaction has not begun");
    try {
      return toResult(await runOn(this.#session, query.sql, query.parameters));
    } catch (error) {
      if (isConnectionLoss(error)) this.#lost ??= error;
      throw error;
    }
  }

  streamQuery(): never {
    throw new Error("streaming queries are not used");
  }
}

/** The server's last word, or one of the driver or the network about the wire. Other errors leave it as it was. */
function isConnectionLoss(error: unknown): boolean {
  if (error instanceof postgres.PostgresError)
    return error.severity === "FATAL" || error.code.startsWith("57P");
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return code.startsWith("CONNECT") || ["ECONNRESET", "ECONNREFUSED", "EPIPE", "ETIMEDOUT"].includes(code);
}

function toResult<R>(rows: postgres.RowList<postgres.Row[]>): QueryResult<R> {
  return { rows: rows as unknown as R[], numAffectedRows: BigInt(rows.count ?? 0) };
}

class ReadingDriver implements Driver {
  readonly #shared: PooledConnection;
  constructor(pool: postgres.Sql) {
    this.#shared = new PooledConnection(pool);
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#shared;
  }
  async beginTransaction(): Promise<void> {
    throw new Error("a transaction needs the writer");
  }
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}

/** Everything here is a transaction, serializable unless it says otherwise. */
class WritingDriver implements Driver {
  readonly #pool: postgres.Sql;
  constructor(pool: postgres.Sql) {
    this.#pool = pool;
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return new TransactionConnection(this.#pool);
  }
  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await (connection as TransactionConnection).begin(settings.isolationLevel ?? "serializable");
  }
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as TransactionConnection).commit();
  }
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as TransactionConnection).rollback();
  }
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}
