/** Reads run without a transaction; changes are all statements of transactions. */
export type StatementKind = "read" | "change";

/** Is told what a database does. Durations are in milliseconds. */
export interface DatabaseObserver {
  /** The duration includes waiting for a connection. */
  statementEnded(kind: StatementKind, sql: string, duration: number): void;
  /** A transaction waits to begin. */
  transactionRequested(): void;
  /** The first attempt of a transaction has begun. */
  transactionBegan(waited: number): void;
  /** The duration includes waiting and all attempts. Without an attempt, it never began. */
  transactionEnded(duration: number, attempts: number): void;
}

/** The observer of a database. It is set after the database was opened, where there is one. */
export interface Observed {
  observer: DatabaseObserver | undefined;
}

/** Runs a statement and reports its end, also if it fails. */
export async function observeStatement<T>(
  { observer }: Observed,
  kind: StatementKind,
  sql: string,
  run: () => PromiseLike<T>,
): Promise<T> {
  const startedAt = performance.now();
  try {
    return await run();
  } finally {
    observer?.statementEnded(kind, sql, performance.now() - startedAt);
  }
}
