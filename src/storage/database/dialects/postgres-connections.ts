import { setTimeout as sleep } from "node:timers/promises";
import type postgres from "postgres";
import { databaseUnreachable } from "../../../platform/index.ts";
import { type Observed, observeStatement } from "./observer.ts";
import { type ConnectionPool, isLoss, isRefusal } from "./postgres-pool.ts";
import type { ReadLimit } from "./postgres-read-limit.ts";

/** How long to wait for a database that is away, and the pause between attempts, in milliseconds. */
const [awayTimeout, retryPause] = [10_000, 20];
/** How often a statement is sent again whose connection was lost: it may itself be what ends the connection. */
const maxLosses = 3;

export type Session = Pick<postgres.Sql, "unsafe">;

export function runOn(session: Session, text: string, parameters: readonly unknown[], prepare = true) {
  return session.unsafe(text, parameters as postgres.ParameterOrJSON<never>[], { prepare }).then(removeGap);
}

/**
 * Removes the empty places at the beginning of a result: postgres.js 3.4.9 goes on counting at the rows of an earlier result of the
 * same connection that was not complete, because the connection was lost or its statement failed.
 */
function removeGap<T extends postgres.RowList<postgres.Row[]>>(rows: T): T {
  // Statements such as `explain` return no count.
  const { count }: { count: number | null } = rows;
  if (count !== null && rows.length > count) rows.splice(0, rows.length - count);
  return rows;
}

/** Retries while the server is away or starts: only for statements that may run twice. */
export async function retryWhileAway<T>(run: () => Promise<T>): Promise<T> {
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
  readonly limit: ReadLimit;
  /** For reads that may take long: the others are pipelined, and would wait for them. */
  readonly longConnections: ConnectionPool;
  readonly observed: Observed;
}

export interface ReadOptions {
  readonly isLong?: boolean;
  /** Whether it is sent before reads that wait. */
  readonly isUrgent?: boolean;
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
  { connections, limit, longConnections, observed }: ReadPool,
  text: string,
  parameters: readonly unknown[],
  { isLong = false, isUrgent = false, isPrepared = true }: ReadOptions = {},
) {
  const pool = isLong ? longConnections : connections;
  const send = () => pool.run((session) => runOn(session, text, parameters, isPrepared));
  return observeStatement(observed, "read", text, () => (isLong || isUrgent ? send() : limit.run(send)));
}

export async function closePool({ connections, longConnections }: ReadPool): Promise<void> {
  await Promise.all([connections.close(), longConnections.close()]);
}
