import postgres from "postgres";
import { commitUncertain } from "../../../platform/index.ts";
import type { Writer } from "./dialect.ts";
import { type Observed, observeStatement } from "./observer.ts";
import { retryWhileAway, runOn, type Session } from "./postgres-connections.ts";
import { type ConnectionPool, isLoss } from "./postgres-pool.ts";
import { createWriter } from "./postgres-queries.ts";

/** The code of a statement that follows a failed one. */
const inFailedTransaction = "25P02";

export type IsolationLevel = "read committed" | "repeatable read" | "serializable";

/** Runs a transaction once. Statements that it does not wait for are sent together with those after them. */
export async function runTransaction<T>(
  pool: ConnectionPool,
  observed: Observed,
  level: IsolationLevel,
  work: (trx: Writer) => Promise<T>,
): Promise<T> {
  const connection = new TransactionConnection(pool, observed);
  await connection.begin(level);
  try {
    const result = await work(createWriter((text, parameters) => connection.run(text, parameters)));
    await connection.commit();
    return result;
  } catch (error) {
    await connection.rollback();
    throw error;
  }
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
class TransactionConnection {
  readonly #pool: ConnectionPool;
  readonly #observed: Observed;
  readonly #decision = Promise.withResolvers<void>();
  #session: Session | undefined;
  #ended: Promise<unknown> = Promise.resolve();
  #lossError: TransactionLostError | undefined;
  /** Rejected when the connection is lost: the driver does not end statements that it has not sent then. */
  #loss = Promise.withResolvers<never>();
  #failure: unknown;
  #isOver = false;

  constructor(pool: ConnectionPool, observed: Observed) {
    this.#pool = pool;
    this.#observed = observed;
  }

  /** Begins on another connection if the first one turns out to be lost. */
  begin(level: IsolationLevel): Promise<void> {
    return retryWhileAway(() => this.#attemptBegin(level));
  }

  #attemptBegin(level: IsolationLevel): Promise<void> {
    this.#lossError = undefined;
    this.#loss = Promise.withResolvers<never>();
    this.#loss.promise.catch(() => {});
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
      this.#loss.reject(this.#lossError);
      begun.reject(error);
    });
    return begun.promise;
  }

  async commit(): Promise<void> {
    this.#isOver = true;
    if (this.#lossError !== undefined) throw this.#lossError;
    this.#decision.resolve();
    await observeStatement(this.#observed, "change", "commit", () => this.#ended).catch((error) => {
      throw isLoss(error) ? commitUncertain(error) : error;
    });
  }

  async rollback(): Promise<void> {
    this.#isOver = true;
    if (this.#lossError !== undefined) return;
    this.#decision.reject(new Error("rolled back"));
    await this.#ended.catch(() => {});
  }

  /** Sends a statement. The results of those before need not be there. */
  async run(text: string, parameters: readonly unknown[]) {
    if (this.#lossError !== undefined) throw this.#lossError;
    const session = this.#session;
    if (session === undefined || this.#isOver) throw new Error("the transaction has not begun, or has ended");
    try {
      return await observeStatement(this.#observed, "change", text, () =>
        Promise.race([runOn(session, text, parameters), this.#loss.promise]),
      );
    } catch (error) {
      if (isLoss(error)) {
        this.#lossError ??= new TransactionLostError(error);
        throw this.#lossError;
      }
      // Statements that were sent with the failed one are refused. Its own error says whether the transaction may be retried.
      if (error instanceof postgres.PostgresError && error.code === inFailedTransaction)
        throw this.#failure ?? error;
      this.#failure ??= error;
      throw error;
    }
  }
}
