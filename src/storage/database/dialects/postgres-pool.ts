import postgres from "postgres";

/** Connections of the driver, which opens them when they are needed. */
type Connections = postgres.Sql;

/** The connections that were opened together, and the work that is under way on them. */
interface Generation {
  readonly connections: Connections;
  running: number;
}

/**
 * A pool that is replaced when a connection was lost: postgres.js 3.4.9 sends nothing more on a connection that was lost while
 * something was to be sent, so that every query on it would end with a timeout. Connections of a former pool are closed when the work
 * on them has ended, since they may be in transactions.
 */
export class ConnectionPool {
  readonly #open: (loss?: unknown) => Connections;
  readonly #former = new Set<Generation>();
  #current: Generation;
  #isClosed = false;

  /** `open` gets the error with which a connection of the previous pool was lost. */
  constructor(open: (loss?: unknown) => Connections) {
    this.#open = open;
    this.#current = { connections: open(), running: 0 };
  }

  async run<T>(work: (connections: Connections) => PromiseLike<T>): Promise<T> {
    const generation = this.#current;
    generation.running += 1;
    try {
      return await work(generation.connections);
    } catch (error) {
      if (isLoss(error) && generation === this.#current && !this.#isClosed) this.#replace(error);
      throw error;
    } finally {
      generation.running -= 1;
      if (generation.running === 0 && this.#former.has(generation)) this.#endFormer(generation);
    }
  }

  #replace(loss: unknown): void {
    this.#former.add(this.#current);
    this.#current = { connections: this.#open(loss), running: 0 };
  }

  #endFormer(generation: Generation): void {
    const forget = () => void this.#former.delete(generation);
    end(generation).then(forget, forget);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#current, ...this.#former].map(end));
  }
}

/** The driver would wait for queries whose connection was lost, too. */
async function end({ connections, running }: Generation): Promise<void> {
  await connections.end({ timeout: running === 0 ? 0 : 5 });
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Codes of a server that starts, or has too many connections. */
const refusalCodes = ["57P03", "53300"];
/** What the error of a connection names that could not be opened. */
export const openingCall = "connect";
const openingCalls = [openingCall, "getaddrinfo"];

/** Whether a connection was not opened, so that nothing was sent. */
export function isRefusal(error: unknown): boolean {
  // A host name may have several addresses.
  if (error instanceof AggregateError) return error.errors.every(isRefusal);
  const { syscall } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  return refusalCodes.includes(codeOf(error)) || (syscall !== undefined && openingCalls.includes(syscall));
}

/** Codes with which PostgreSQL refuses a login. */
const loginCodes = /^(?:28|3D|53)/;
const networkCodes = ["ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH", "ENETDOWN"];

/** The setting of a connection whose statements are planned once. */
export const planSetting = { plan_cache_mode: "force_generic_plan" };

const refusal = "unsupported startup parameter";

/** Whether a pooler between the driver and the database does not know that setting. */
export function isRefusedPlanSetting(error: unknown): boolean {
  return String(error).includes(`${refusal}: plan_cache_mode`);
}

/** PgBouncer sends only the severity that PostgreSQL would translate. */
function isFatal(error: postgres.PostgresError): boolean {
  const { severity, severity_local }: Partial<postgres.PostgresError> = error;
  return (severity ?? severity_local) === "FATAL";
}

/** Whether the server, the driver or the network has ended a connection. */
export function isLoss(error: unknown): boolean {
  const code = codeOf(error);
  if (isRefusal(error)) return false;
  if (error instanceof postgres.PostgresError) {
    // Of the other settings, which are parameters of the database's URL, the operator is told.
    if (error.message.includes(refusal)) return isRefusedPlanSetting(error);
    return isFatal(error) && !loginCodes.test(code);
  }
  return code.startsWith("CONNECT") || networkCodes.includes(code);
}
