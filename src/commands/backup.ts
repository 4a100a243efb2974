import { existsSync, renameSync, rmSync } from "node:fs";
import { copyTables } from "../database/copy-tables.ts";
import type { Database } from "../database/database.ts";
import { createDatabase } from "../database/database.ts";
import { openSqlite } from "../database/dialects/sqlite.ts";
import { migrate } from "../database/migrate.ts";
import { reasonOf, StartError } from "../open-context.ts";
import { type Command, UsageError } from "./command.ts";
import { withDatabase } from "./with-database.ts";

export const backup: Command = {
  usage: "backup FILE",
  about: "Write everything to one file, while the server runs",
  run: (config, { words: [file] }) =>
    withDatabase(config, async (database) => {
      if (file === undefined) throw new UsageError("Where to? Give the name of a new file");
      if (existsSync(file)) throw new UsageError(`${file} exists already; give the name of a new file`);
      const unfinished = `${file}.unfinished`;
      rmSync(unfinished, { force: true });
      try {
        await writeBackup(database, unfinished);
        renameSync(unfinished, file);
      } catch (error) {
        rmSync(unfinished, { force: true });
        throw new StartError(`The backup to ${file} failed: ${reasonOf(error)}`);
      }
      process.stdout.write(`${file}\n`);
    }),
};

/** A backup is always an SQLite file, so that one of either database can be restored into the other. */
async function writeBackup(database: Database, file: string): Promise<void> {
  if (database.copyTo !== undefined) return database.copyTo(file);
  const target = createDatabase(openSqlite(file));
  try {
    await migrate(target);
    await target.write((trx) => copyTables(database, trx, (line) => process.stderr.write(`${line}\n`)));
  } finally {
    await target.close();
  }
}
