import { backupTables } from "../../src/storage/database/schema/tables.ts";
import type { TestApp } from "../support/app.ts";

export type Snapshot = ReadonlyMap<string, readonly string[]>;

/** Written from time to time for any use of a token. */
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
    const [then, now] = [new Set(rows), new Set(after.get(table))];
    const gone = [...then.difference(now)].map((row) => `- ${table} ${row}`);
    const come = [...now.difference(then)].map((row) => `+ ${table} ${row}`);
    return [...gone, ...come];
  });
}
