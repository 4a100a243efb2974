import { sql } from "kysely";
import postgres from "postgres";
import { batchSize, type Tables } from "../schema/index.ts";
import {
  type ColumnTypes,
  type Dialect,
  type Failure,
  type Isolation,
  type ReplicaDialect,
  replicaMark,
  type TakenRequests,
  type Writer,
} from "./dialect.ts";
import type { Observed } from "./observer.ts";
import { closePool, type ReadPool, readFromPool, runOn } from "./postgres-connections.ts";
import {
  createPostgresFullText,
  postgresDirectInsertion,
  postgresFullTextTable,
  postgresMergedInsertion,
  postgresPageTitleIndex,
} from "./postgres-full-text.ts";
import { TransactionGroups } from "./postgres-groups.ts";
import { Lookups } from "./postgres-lookups.ts";
import { ConnectionPool, isRefusedPlanSetting, planSetting } from "./postgres-pool.ts";
import { createReader, type RunStatement } from "./postgres-queries.ts";
import { ReadLimit } from "./postgres-read-limit.ts";
import { Replica } from "./postgres-replica.ts";
import { createSocketOpener } from "./postgres-sockets.ts";
import { type IsolationLevel, runTransaction, TransactionLostError } from "./postgres-transactions.ts";
import { DatabaseVersion, noteUnversioned, withoutNewVersion } from "./postgres-version.ts";

const failures: Readonly<Record<string, Failure>> = {
  "40001": "serialization",
  "40P01": "serialization",
  "23505": "duplicate",
  "23503": "missing-reference",
  // Also on a standby server.
  "25006": "read-only",
  "53100": "disk-full",
  "58030": "write-failed",
};

const isolationLevels = { snapshot: "repeatable read", serializable: "serializable" } as const;

const exclusiveLockKey = 7_305_311;

/** Connections of a process: for lookups, other reads and those that may take long, all of which are pipelined, and for transactions. */
const poolSizes = { lookingUp: 2, reading: 2, longReading: 2, writing: 10 };

export type PoolSizes = Partial<typeof poolSizes>;

export const postgresTypes: ColumnTypes = {
  text: 'text collate "C"',
  bytes: "bytea",
  bytesOf: (column) => `convert_to(${column}, 'UTF8')`,
  number: "bigint",
  clustered: "",
  passing: "unlogged",
  fullTextTable: postgresFullTextTable,
  pageTitleIndex: [postgresPageTitleIndex],
  directInsertion: postgresDirectInsertion,
  mergedInsertion: postgresMergedInsertion,
  columnNames:
    "select table_name, column_name as name from information_schema.columns where table_schema = current_schema()",
  indexNames: "select indexname as name from pg_indexes where schemaname = current_schema()",
};

/**
 * Reads and transactions use separate connections. On a connection with a hundred pipelined reads, the driver would treat
 * `begin` as another read and leave the transaction open for the next query.
 */
export function openPostgres(
  url: string,
  sizes: PoolSizes = {},
  replicaUrl: string | undefined = undefined,
): Dialect {
  const { lookingUp, reading, longReading, writing } = { ...poolSizes, ...sizes };
  const observed: Observed = { observer: undefined };
  let closed = 0;
  const onClose = () => {
    closed += 1;
  };
  const openReadPool = (address: string): ReadPool => ({
    connections: openPool(address, reading, { onClose }),
    limit: new ReadLimit(),
    longConnections: openPool(address, longReading),
    observed,
  });
  const pool = openReadPool(url);
  const lookupPool = {
    ...pool,
    connections: openPool(url, lookingUp, { onClose, plansOnce: true }),
  };
  const transactions = openPool(url, writing, { plansOnce: true });
  const replica = replicaUrl === undefined ? undefined : new Replica(openReadPool(replicaUrl), pool);
  const reader = createReader((text, parameters) => readFromPool(pool, text, parameters));
  const run = <T>(level: IsolationLevel, work: (trx: Writer) => Promise<T>) =>
    runTransaction(transactions, observed, level, work);
  const transact = <T>(work: (trx: Writer) => Promise<T>, isolation: Isolation = "serializable") =>
    run(isolationLevels[isolation], work);
  const groups = new TransactionGroups(transact);
  const lookups = new Lookups((text, parameters) => readFromPool(lookupPool, text, parameters));
  const version = new DatabaseVersion((text, parameters) => lookups.find(text, parameters));
  return {
    kind: "postgres",
    types: postgresTypes,
    observed,
    reader,
    fullText: createPostgresFullText(async (query) => {
      const { sql: text, parameters } = query.compile(reader);
      // Not prepared, so that each is planned for its words: the best plan for a rare word scans the whole index for a frequent one.
      const options = { isLong: true, isPrepared: false };
      const rows =
        replica !== undefined && (await replica.isRecent())
          ? await replica.run(text, parameters, options)
          : await readFromPool(pool, text, parameters, options);
      return rows.map(({ id }) => id);
    }),
    runCompiled: (text, parameters) => lookups.find(text, parameters),
    runLong: (text, parameters) => readFromPool(pool, text, parameters, { isLong: true }),
    // Connections survive neither a crash nor a failover.
    readVersion: () => version.read(() => closed),
    ...(replica && { replica: describeReplica(replica) }),
    transact: (work, isolation, key) =>
      key === undefined ? transact(work, isolation) : groups.run(key, work, isolation),
    failureOf: (error) => {
      if (error instanceof TransactionLostError) return "connection-lost";
      return error instanceof postgres.PostgresError ? failures[error.code] : undefined;
    },
    takeRequests: (tokenId, count) => takeRequests(lookupPool.connections, tokenId, count),
    exclusive: (work) =>
      // Read committed, so that the changes of the previous lock holder are visible.
      run("read committed", async (trx) => {
        await sql`select pg_advisory_xact_lock(${exclusiveLockKey})`.execute(trx);
        return work(trx);
      }),
    keepVersion: async (trx) => {
      await sql.raw(noteUnversioned).execute(trx);
    },
    lockTables: async (trx, tables) => {
      await sql`lock table ${sql.join(tables.map((name) => sql.table(name)))} in exclusive mode`.execute(trx);
    },
    exportTables: (work) => run("repeatable read", (trx) => work((table) => readInBatches(trx, table))),
    close: async () => {
      await Promise.all([closePool(pool), lookupPool.connections.close(), transactions.close()]);
      await replica?.close();
    },
  };
}

/** How far a replica has read the log: its snapshots do not tell which of several running transactions has ended. */
const replayed = `select case when pg_is_in_recovery() then '${replicaMark}' || pg_last_wal_replay_lsn()
  else pg_current_snapshot()::text end as version`;

function describeReplica(replica: Replica): ReplicaDialect {
  const run: RunStatement = (text, parameters) => replica.run(text, parameters);
  const lookups = new Lookups(run);
  return {
    reader: createReader(run),
    runCompiled: (text, parameters) => lookups.find(text, parameters),
    isRecent: () => replica.isRecent(),
    readVersion: async () => {
      const [row] = (await lookups.find(replayed, [])) as { version: string }[];
      return String(row?.version);
    },
  };
}

/** The folder of a Unix socket is the parameter `host` of a URL, as for the tools of PostgreSQL. The client has an option for it. */
export function splitUrl(url: string): { readonly address: string; readonly host: { host?: string } } {
  const address = new URL(url);
  const host = address.searchParams.get("host");
  address.searchParams.delete("host");
  return { address: address.href, host: host === null ? {} : { host } };
}

/** How long a connection may be idle before it is closed, in seconds. */
const maxIdle = 300;

/** How the driver reads and writes values. */
export const valueOptions = {
  // 64-bit integers become numbers: all values are below 2^53.
  types: { count: { to: 20, from: [20], serialize: String, parse: Number } },
  // The driver would look up array types on every new connection. No result has arrays, and if the connection is lost during that lookup,
  // postgres.js 3.4.9 leaves a rejected promise that ends the process.
  fetch_types: false,
};

interface PoolOptions {
  readonly onClose?: () => void;
  /**
   * Whether its statements are planned once for each connection. PostgreSQL would plan many of them anew for each execution, which takes longer
   * than the execution. Lists and counts are planned for their values: the best plan for a large parent is another one than for a small one.
   */
  readonly plansOnce?: boolean;
}

function openPool(
  url: string,
  max: number,
  { onClose, plansOnce = false }: PoolOptions = {},
): ConnectionPool {
  const { address, host } = splitUrl(url);
  let settings = plansOnce ? planSetting : undefined;
  return new ConnectionPool((loss) => {
    if (isRefusedPlanSetting(loss)) settings = undefined;
    return postgres(address, {
      ...host,
      max,
      onnotice: () => {},
      ...(onClose && { onclose: onClose }),
      ...(settings && { connection: settings }),
      connect_timeout: 10,
      idle_timeout: maxIdle,
      // After a restart of the database, reconnect quickly.
      backoff: (tries) => Math.min(0.05 * 2 ** tries, 1),
      ...valueOptions,
      ...{ socket: createSocketOpener() },
    });
  });
}

async function* readInBatches(trx: Writer, table: keyof Tables) {
  await sql.raw(`declare export_${table} cursor for select * from ${table}`).execute(trx);
  for (;;) {
    const { rows } = await sql
      .raw<Record<string, unknown>>(`fetch ${batchSize(table)} from export_${table}`)
      .execute(trx);
    if (rows.length === 0) return;
    yield rows;
  }
}

/** A single statement in its own transaction: concurrent calls wait for each other and need no retry. */
async function takeRequests(pool: ConnectionPool, tokenId: string, count: number): Promise<TakenRequests> {
  const now = "(extract(epoch from statement_timestamp()) * 1000)::bigint";
  const text = `with ${withoutNewVersion}
     insert into request_budgets as existing (token_id, until, taken) values ($1, ${now} + 60000, $2)
     on conflict (token_id) do update set
       until = case when existing.until > ${now} then existing.until else excluded.until end,
       taken = excluded.taken + case when existing.until > ${now} then existing.taken else 0 end
     returning taken, until - ${now} as ttl`;
  const [row] = await pool.run((connections) => runOn(connections, text, [tokenId, count]));
  return { taken: row?.taken, ttl: row?.ttl };
}
