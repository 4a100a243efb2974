import type postgres from "postgres";

/** Connections of the driver, which opens them when they are needed. */
type Connections = postgres.Sql;

/**
 * A pool that is replaced when a connection was lost: postgres.js 3.4.9 sends nothing more on a connection that was lost while
 * something was to be sent, so that every query on it would end with a timeout. Connections of a former pool are closed by the
 * driver when they have been idle for a while, since they may be in transactions.
 */
export class ConnectionPool {
  readonly #open: () => Connections;
  readonly #former: Connections[] = [];
  #current: Connections;

  constructor(open: () => Connections) {
    this.#open = open;
    this.#current = open();
  }

  async run<T>(work: (connections: Connections) => PromiseLike<T>): Promise<T> {
    const connections = this.#current;
    try {
      return await work(connections);
    } catch (error) {
      if (isConnectionLoss(error) && !isRefusal(error) && connections === this.#current) this.#replace();
      throw error;
    }
  }

  #replace(): void {
    this.#former.push(this.#current);
    this.#current = this.#open();
  }

  async close(): Promise<void> {
    await Promise.all([this.#current, ...this.#former].map((connections) => connections.end({ timeout: 5 })));
  }
}

/** Codes of PostgreSQL, the driver and the network: for a connection that was not opened, and for one that was lost. */
const refusalCodes = ["57P03", "ECONNREFUSED", "ENOENT"];
const lossCodes = [
  ...["57P01", "57P02", "CONNECT_TIMEOUT", "CONNECTION_CLOSED", "CONNECTION_DESTROYED", "CONNECTION_ENDED"],
  ...["ECONNRESET", "EPIPE", "ETIMEDOUT"],
];

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

export function isConnectionLoss(error: unknown): boolean {
  return isRefusal(error) || lossCodes.includes(codeOf(error));
}

/** Whether a connection could not be opened, so that nothing was sent. */
export function isRefusal(error: unknown): boolean {
  return refusalCodes.includes(codeOf(error));
}
