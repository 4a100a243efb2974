import { setTimeout as sleep } from "node:timers/promises";
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from "kysely";
import type postgres from "postgres";
import { commitUncertain, databaseUnreachable } from "../../../platform/index.ts";
import { type Observed, observeStatement } from "./observer.ts";
import { type ConnectionPool, isLoss, isRefusal } from "./postgres-pool.ts";

/** How long to wait for a database that is away, and the pause between attempts, in milliseconds. */
const [awayTimeout, retryPause] = [10_000, 20];
/** How often a statement is sent again whose connection was lost: it may itself be what ends the connection. */
const maxLosses = 3;

type Session = Pick<postgres.Sql, "unsafe">;

export function runOn(session: Session, text: string, parameters: readonly unknown[], prepare = true) {
  return session.unsafe(text, parameters as postgres.ParameterOrJSON<never>[], { prepare });
}

/** Retries while the server is away or starts: only for statements that may run twice. */
async function retryWhileAway<T>(run: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + awayTimeout;
  for (let losses = 0; ; ) {
    try {
      return await run();
    } catch (error) {
      if (isLoss(error)) losses += 1;
      else if (!isRefusal(error)) throw error;
      if (losses > maxLosses || Date.now() > deadline) throw databaseUnreachable(error);
      await sleep(retryPause);
    }
  }
}

/** The connections for reads, and who is told of them. */
export interface ReadPool {
  readonly connections: ConnectionPool;
  /** For reads that may take long: the others are pipelined, and would wait for them. */
  readonly longConnections: ConnectionPool;
  readonly observed: Observed;
}

export interface ReadOptions {
  readonly isLong?: boolean;
  /** By default, it is. */
  readonly isPrepared?: boolean;
}

export function readFromPool(
  pool: ReadPool,
  text: string,
  parameters: readonly unknown[],
  options?: ReadOptions,
) {
  return retryWhileAway(() => readOnce(pool, text, parameters, options));
}

/** Reads without waiting for a server that is away. */
export function readOnce(
  { connections, longConnections, observed }: ReadPool,
  text: string,
  parameters: readonly unknown[],
  { isLong = false, isPrepared = true }: ReadOptions = {},
) {
  const pool = isLong ? longConnections : connections;
  return observeStatement(observed, "read", text, () =>
    pool.run((session) => runOn(session, text, parameters, isPrepared)),
  );
}

export async function closePool({ connections, longConnections }: ReadPool): Promise<void> {
  await Promise.all([connections.close(), longConnections.close()]);
}

function streamQuery(): never {
  throw new Error("streaming queries are not supported");
}

/** The connection of a transaction was lost before the commit was sent, so nothing was changed. */
export class TransactionLostError extends Error {
  constructor(cause: unknown) {
    super("the connection of a transaction was lost", { cause });
  }
}

/**
 * The dedicated connection of a transaction. When it is lost, nothing more may be sent: the driver would use a new
 * connection outside the transaction.
 */
class TransactionConnection implements DatabaseConnection {
  readonly #pool: ConnectionPool;
  readonly #observed: Observed;
  readonly #decision = Promise.withResolvers<void>();
  #session: Session | undefined;
  #ended: Promise<unknown> = Promise.resolve();
  #lossError: TransactionLostError | undefined;

  constructor(pool: ConnectionPool, observed: Observed) {
    this.#pool = pool;
    this.#observed = observed;
  }

  /** Begins on another connection if the first one turns out to be lost. */
  begin(level: string): Promise<void> {
    return retryWhileAway(() => this.#attemptBegin(level));
  }

  #attemptBegin(level: string): Promise<void> {
    this.#lossError = undefined;
    const begun = Promise.withResolvers<void>();
    this.#ended = this.#pool.run((connections) =>
      connections.begin(`isolation level ${level}`, (session) => {
        this.#session = session;
        begun.resolve();
        return this.#decision.promise;
      }),
    );
    this.#ended.catch((error) => {
      this.#lossError ??= new TransactionLostError(error);
      begun.reject(error);
    });
    return begun.promise;
  }

  async commit(): Promise<void> {
    if (this.#lossError !== undefined) throw this.#lossError;
    this.#decision.resolve();
    await observeStatement(this.#observed, "change", "commit", () => this.#ended).catch((error) => {
      throw isLoss(error) ? commitUncertain(error) : error;
    });
  }

  async rollback(): Promise<void> {
    if (this.#lossError !== undefined) return;
    this.#decision.reject(new Error("rolled back"));
    await this.#ended.catch(() => {});
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#lossError !== undefined) throw this.#lossError;
    const session = this.#session;
    if (session === undefined) throw new Error("the transaction has not begun");
    const { sql, parameters } = query;
    try {
      const rows = await observeStatement(this.#observed, "change", sql, () =>
        runOn(session, sql, parameters),
      );
      return toResult(rows);
    } catch (error) {
      if (!isLoss(error)) throw error;
      this.#lossError ??= new TransactionLostError(error);
      throw this.#lossError;
    }
  }

  readonly streamQuery = streamQuery;
}

function toResult<R>(rows: postgres.RowList<postgres.Row[]>): QueryResult<R> {
  return { rows: rows as unknown as R[], numAffectedRows: BigInt(rows.count ?? 0) };
}

const noop = async () => {};
/** The pool opens and closes the connections. */
const pooled = { init: noop, releaseConnection: noop, destroy: noop };

/** Runs a statement and returns its rows. */
export type RunStatement = (
  text: string,
  parameters: readonly unknown[],
) => Promise<postgres.RowList<postgres.Row[]>>;

/** Reads share the connections of a pool and are pipelined. */
export function createReadingDriver(run: RunStatement): Driver {
  const shared: DatabaseConnection = {
    executeQuery: async ({ sql, parameters }) => toResult(await run(sql, parameters)),
    streamQuery,
  };
  return {
    ...pooled,
    acquireConnection: async () => shared,
    beginTransaction: () => Promise.reject(new Error("transactions are not supported by the reader")),
    commitTransaction: noop,
    rollbackTransaction: noop,
  };
}

export function createWritingDriver(pool: ConnectionPool, observed: Observed): Driver {
  const asTransaction = (connection: DatabaseConnection) => connection as TransactionConnection;
  return {
    ...pooled,
    acquireConnection: async () => new TransactionConnection(pool, observed),
    beginTransaction: (connection, { isolationLevel = "serializable" }) =>
      asTransaction(connection).begin(isolationLevel),
    commitTransaction: (connection) => asTransaction(connection).commit(),
    rollbackTransaction: (connection) => asTransaction(connection).rollback(),
  };
}
