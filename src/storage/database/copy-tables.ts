import type { Database, Writer } from "./database.ts";
import { tableNames } from "./tables.ts";

/** Replaces all rows of all tables by those of another database. Both must be migrated. */
export async function copyTables(from: Database, to: Writer, report: (line: string) => void): Promise<void> {
  for (const table of tableNames.toReversed()) await to.deleteFrom(table).execute();
  await from.exportTables(async (readTable) => {
    for (const table of tableNames) {
      let copied = 0;
      for await (const rows of readTable(table)) {
        await to
          .insertInto(table)
          .values(rows as never)
          .execute();
        copied += rows.length;
      }
      report(`${table}: ${copied}`);
    }
  });
}
