import { backupTables } from "../../src/storage/database/schema/tables.ts";
import type { TestApp } from "../support/app.ts";

export type Snapshot = ReadonlyMap<string, readonly string[]>;

/** Updated periodically when a token is used. */
const ignoredColumns = new Set(["last_used_at"]);

export async function takeSnapshot({ context }: TestApp): Promise<Snapshot> {
  const tables = new Map<string, string[]>();
  for (const name of backupTables) {
    const rows = await context.database.read.selectFrom(name).selectAll().execute();
    const texts = rows.map((row) =>
      JSON.stringify(row, (key, value) => (ignoredColumns.has(key) ? null : value)),
    );
    tables.set(name, texts.sort());
  }
  return tables;
}

export function differences(before: Snapshot, after: Snapshot): string[] {
  return [...before].flatMap(([table, rows]) => {
    const [rowsBefore, rowsAfter] = [new Set(rows), new Set(after.get(table))];
    const removed = [...rowsBefore.difference(rowsAfter)].map((row) => `- ${table} ${row}`);
    const added = [...rowsAfter.difference(rowsBefore)].map((row) => `+ ${table} ${row}`);
    return [...removed, ...added];
  });
}
