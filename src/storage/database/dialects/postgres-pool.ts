import postgres from "postgres";

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
  #isClosed = false;

  constructor(open: () => Connections) {
    this.#open = open;
    this.#current = open();
  }

  async run<T>(work: (connections: Connections) => PromiseLike<T>): Promise<T> {
    const connections = this.#current;
    try {
      return await work(connections);
    } catch (error) {
      if (isLoss(error) && connections === this.#current && !this.#isClosed) this.#replace();
      throw error;
    }
  }

  #replace(): void {
    this.#former.push(this.#current);
    this.#current = this.#open();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#current, ...this.#former].map((connections) => connections.end({ timeout: 5 })));
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Codes of a server that starts or is not there: nothing was sent to it. */
const refusalCodes = ["57P03", "ECONNREFUSED", "ENOENT"];

export function isRefusal(error: unknown): boolean {
  return refusalCodes.includes(codeOf(error));
}

/** Codes with which PostgreSQL refuses a login. */
const loginCodes = /^(?:28|3D|53)/;
const networkCodes = ["ECONNRESET", "EPIPE", "ETIMEDOUT"];

/** Whether the server, the driver or the network has ended a connection. */
export function isLoss(error: unknown): boolean {
  const code = codeOf(error);
  if (isRefusal(error)) return false;
  if (error instanceof postgres.PostgresError) return error.severity === "FATAL" && !loginCodes.test(code);
  return code.startsWith("CONNECT") || networkCodes.includes(code);
}
