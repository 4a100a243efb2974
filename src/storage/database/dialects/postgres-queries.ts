import {
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Driver,
  Kysely,
  type Dialect as KyselyDialect,
  type KyselyProps,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  Transaction,
} from "kysely";
import type postgres from "postgres";
import type { Tables } from "../schema/index.ts";
import type { Writer } from "./dialect.ts";

// Kysely compiles queries, and is given the connections that run them. Its own drivers would send one statement of a
// transaction at a time.

type Rows = postgres.RowList<postgres.Row[]>;

/** Runs a statement and returns its rows. */
export type RunStatement = (text: string, parameters: readonly unknown[]) => Promise<Rows>;

function refuse(): never {
  throw new Error("connections are opened, and transactions begun, without Kysely");
}

const driver: Driver = {
  init: refuse,
  acquireConnection: refuse,
  beginTransaction: refuse,
  commitTransaction: refuse,
  rollbackTransaction: refuse,
  releaseConnection: refuse,
  destroy: async () => {},
};

const dialect: KyselyDialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => driver,
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};

const executor = new DefaultQueryExecutor(dialect.createQueryCompiler(), dialect.createAdapter(), {
  provideConnection: refuse,
});

function propsFor(run: RunStatement): KyselyProps {
  const connection: DatabaseConnection = {
    executeQuery: async <R>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) =>
      toResult<R>(await run(sql, parameters)),
    streamQuery: () => {
      throw new Error("streaming queries are not supported");
    },
  };
  const provider = {
    provideConnection: <T>(use: (connection: DatabaseConnection) => Promise<T>) => use(connection),
  };
  return { config: { dialect }, driver, dialect, executor: executor.withConnectionProvider(provider) };
}

function toResult<R>(rows: Rows): QueryResult<R> {
  return { rows: rows as unknown as R[], numAffectedRows: BigInt(rows.count ?? 0) };
}

export function createReader(run: RunStatement): Kysely<Tables> {
  return new Kysely<Tables>(propsFor(run));
}

export function createWriter(run: RunStatement): Writer {
  return new Transaction<Tables>(propsFor(run));
}
