import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { backupFile } from "../bootstrap.ts";
import { systemClock } from "../clock.ts";
import { copyTables } from "../database/copy-tables.ts";
import { createDatabase } from "../database/database.ts";
import { openSqlite } from "../database/dialects/sqlite.ts";
import { migrate } from "../database/migrate.ts";
import { openDatabase, reasonOf, StartError } from "../open-context.ts";
import { type Command, UsageError } from "./command.ts";

export const restore: Command = {
  usage: "restore FILE",
  about: "Replace everything by what a backup holds",
  run: async (config, { words: [file] }) => {
    if (file === undefined) throw new UsageError("From where? Give the file that backup wrote");
    if (!existsSync(file)) throw new UsageError(`There is no file ${file}`);
    if (!isBackup(file)) throw new UsageError(`${file} is not a backup of Lectern`);
    // A copy is read, since an older backup is first brought up to date.
    const folder = mkdtempSync(join(tmpdir(), "lectern-restore-"));
    const copy = join(folder, "backup.db");
    copyFileSync(file, copy);
    const source = createDatabase(openSqlite(copy));
    const target = await openDatabase(config);
    try {
      await migrate(source);
      await migrate(target);
      target.copyTo?.(backupFile(config, "before-restore", systemClock));
      await target.exclusive((trx) => copyTables(source, trx, (line) => process.stderr.write(`${line}\n`)));
    } catch (error) {
      throw new StartError(`Nothing was restored: ${reasonOf(error)}`);
    } finally {
      await Promise.all([source.close(), target.close()]);
      rmSync(folder, { recursive: true, force: true });
    }
    process.stderr.write(
      "Restored. Servers that are running go on with the new data; restart them to use its keys too.\n",
    );
  },
};

function isBackup(file: string): boolean {
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      return database.prepare("select name from migrations").all().length > 0;
    } finally {
      database.close();
    }
  } catch {
    return false;
  }
}
