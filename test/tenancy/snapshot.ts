import { backupTables } from "../../src/storage/database/schema/tables.ts";
import type { TestApp } from "../support/app.ts";

/** All that is stored, row by row. */
export type Snapshot = ReadonlyMap<string, readonly string[]>;

/** When a token was last used is written now and then, whatever it was used for. */
const passing = new Set(["last_used_at"]);

export async function takeSnapshot({ context }: TestApp): Promise<Snapshot> {
  const tables = new Map<string, string[]>();
  for (const name of backupTables) {
    const rows = await context.database.read.selectFrom(name).selectAll().execute();
    const texts = rows.map((row) => JSON.stringify(row, (key, value) => (passing.has(key) ? null : value)));
    tables.set(name, texts.sort());
  }
  return tables;
}

/** The rows that are in only one of the two. */
export function differences(before: Snapshot, after: Snapshot): string[] {
  return [...before].flatMap(([table, rows]) => {
    const [then, now] = [new Set(rows), new Set(after.get(table))];
    const gone = [...then.difference(now)].map((row) => `- ${table} ${row}`);
    const come = [...now.difference(then)].map((row) => `+ ${table} ${row}`);
    return [...gone, ...come];
  });
}
