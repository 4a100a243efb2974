import { setTimeout as sleep } from "node:timers/promises";
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from "kysely";
import postgres from "postgres";

/** How long a database that is starting, as it does after a crash, is waited for, and how long between two tries. */
const [startPatience, startPause] = [10_000, 20];

/** The pool, or the connection of one transaction. */
type Session = Pick<postgres.Sql, "unsafe">;

export function runOn(session: Session, text: string, parameters: readonly unknown[]) {
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

/** A read, which may be asked twice. */
export function askPool(pool: postgres.Sql, text: string, parameters: readonly unknown[]) {
  return untilTaken(() => runOn(pool, text, parameters));
}

/** Reads share the pool's connections: several queries may be on one wire at once. */
class PooledConnection implements DatabaseConnection {
  readonly #pool: postgres.Sql;
  constructor(pool: postgres.Sql) {
    this.#pool = pool;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return toResult(await askPool(this.#pool, query.sql, query.parameters));
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

export class ReadingDriver implements Driver {
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
export class WritingDriver implements Driver {
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
