import {
  type Driver,
  Kysely,
  type Dialect as KyselyDialect,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type Transaction,
} from "kysely";
import postgres from "postgres";
import { KeyedMutex } from "../../../platform/index.ts";
import { type Tables, tableNames } from "../tables.ts";
import { batchSize, type Dialect, type Failure, type TakenRequests } from "./dialect.ts";
import { askPool, ReadingDriver, runOn, WritingDriver } from "./postgres-connections.ts";
import { postgresFullText, postgresFullTextTable } from "./postgres-full-text.ts";

const failures: Readonly<Record<string, Failure>> = {
  "40001": "lost-race",
  "40P01": "lost-race",
  "23505": "duplicate",
  "23503": "missing-reference",
};

const levels = { snapshot: "repeatable read", serializable: "serializable" } as const;

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
      bytesOf: (column) => `convert_to(${column}, 'UTF8')`,
      number: "bigint",
      clustered: "",
      passing: "unlogged",
      fullTextTable: postgresFullTextTable,
    },
    reader,
    fullText: postgresFullText,
    runCompiled: (text, parameters) => askPool(pool, text, parameters),
    transact: (work, isolation = "serializable") =>
      writer.transaction().setIsolationLevel(levels[isolation]).execute(work),
    turns: new KeyedMutex(),
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
