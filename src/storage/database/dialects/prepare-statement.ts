import type { DatabaseSync, StatementSync } from "node:sqlite";

/**
 * Statements that give no rows, as those that begin and end a transaction, tell the number of the last row that was
 * written: beyond what a plain number holds, where that is one of the full-text index's own.
 */
export function prepareStatement(database: DatabaseSync, sql: string): StatementSync {
  const statement = database.prepare(sql);
  if (statement.columns().length === 0) statement.setReadBigInts(true);
  return statement;
}
