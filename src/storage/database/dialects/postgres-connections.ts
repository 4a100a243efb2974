import { setTimeout as sleep } from "node:timers/promises";
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from "kysely";
import postgres from "postgres";
import { type Observed, observeStatement } from "./observer.ts";

/** How long to wait for a database that is starting, and the pause between attempts, in milliseconds. */
const [startTimeout, retryPause] = [10_000, 20];

type Session = Pick<postgres.Sql, "unsafe">;

export function runOn(session: Session, text: string, parameters: readonly unknown[], prepare = true) {
  return session.unsafe(text, parameters as postgres.ParameterOrJSON<never>[], { prepare });
}

/**
 * Retries while the server shuts down or starts (SQLSTATE 57P0x). The driver keeps such an error of a closed connection and
 * returns it to the first query after reconnecting. Only for statements that may run twice.
 */
async function retryWhileRestarting<T>(query: () => PromiseLike<T>): Promise<T> {
  const deadline = Date.now() + startTimeout;
  for (;;) {
    try {
      return await query();
    } catch (error) {
      const isRestarting = error instanceof postgres.PostgresError && error.code.startsWith("57P0");
      if (!isRestarting || Date.now() > deadline) throw error;
      await sleep(retryPause);
    }
  }
}

/** The connections for reads, and who is told of them. */
export interface ReadPool {
  readonly connections: postgres.Sql;
  /** For reads that may take long: the others are pipelined, and would wait for them. */
  readonly longConnections: postgres.Sql;
  readonly observed: Observed;
}

export interface ReadOptions {
  readonly isLong?: boolean;
  /** By default, it is. */
  readonly isPrepared?: boolean;
}

export function readFromPool(
  { connections, longConnections, observed }: ReadPool,
  text: string,
  parameters: readonly unknown[],
  { isLong = false, isPrepared = true }: ReadOptions = {},
) {
  const session = isLong ? longConnections : connections;
  return observeStatement(observed, "read", text, () =>
    retryWhileRestarting(() => runOn(session, text, parameters, isPrepared)),
  );
}

export async function closePool({ connections, longConnections }: ReadPool): Promise<void> {
  await Promise.all([connections, longConnections].map((sessions) => sessions.end({ timeout: 5 })));
}

function streamQuery(): never {
  throw new Error("streaming queries are not supported");
}

/**
 * The dedicated connection of a transaction. When it is lost, nothing more may be sent: the driver would use a new
 * connection outside the transaction.
 */
class TransactionConnection implements DatabaseConnection {
  readonly #pool: postgres.Sql;
  readonly #observed: Observed;
  readonly #decision = Promise.withResolvers<void>();
  #session: Session | undefined;
  #ended: Promise<unknown> = Promise.resolve();
  #lossError: unknown;

  constructor(pool: postgres.Sql, observed: Observed) {
    this.#pool = pool;
    this.#observed = observed;
  }

  /** Begins on another connection if the first one turns out to be lost. */
  begin(level: string): Promise<void> {
    return retryWhileRestarting(() =>
      this.#attemptBegin(level).catch((error) => {
        if (!isConnectionLoss(error)) throw error;
        return this.#attemptBegin(level);
      }),
    );
  }

  #attemptBegin(level: string): Promise<void> {
    this.#lossError = undefined;
    const begun = Promise.withResolvers<void>();
    this.#ended = this.#pool.begin(`isolation level ${level}`, (session) => {
      this.#session = session;
      begun.resolve();
      return this.#decision.promise;
    });
    this.#ended.catch((error) => {
      this.#lossError ??= error;
      begun.reject(error);
    });
    return begun.promise;
  }

  async commit(): Promise<void> {
    if (this.#lossError !== undefined) throw this.#lossError;
    this.#decision.resolve();
    await observeStatement(this.#observed, "change", "commit", () => this.#ended);
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
      if (isConnectionLoss(error)) this.#lossError ??= error;
      throw error;
    }
  }

  readonly streamQuery = streamQuery;
}

/** A fatal error of the server, or a connection error of the driver or the network. */
function isConnectionLoss(error: unknown): boolean {
  if (error instanceof postgres.PostgresError)
    return error.severity === "FATAL" || error.code.startsWith("57P");
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return code.startsWith("CONNECT") || ["ECONNRESET", "ECONNREFUSED", "EPIPE", "ETIMEDOUT"].includes(code);
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

export function createWritingDriver(pool: postgres.Sql, observed: Observed): Driver {
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
