import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Config } from "../config/index.ts";
import { errorMessage, FatalError, systemClock } from "../platform/index.ts";
import { resetAllIndexes } from "../search/index.ts";
import { copyBeforeChange } from "../storage/backups/index.ts";
import { openSqlite } from "../storage/database/dialects/index.ts";
import { copyTables, createDatabase, migrate } from "../storage/database/index.ts";
import { openDatabase } from "../storage/index.ts";
import { type Command, UsageError } from "./command.ts";

export const restore: Command = {
  name: "restore",
  parameters: "FILE",
  description: "Replace all data with a backup",
  run: async (config, { positionals: [file] }) => {
    if (file === undefined) throw new UsageError("Which backup? Give a file that the backup command wrote");
    if (!existsSync(file)) throw new UsageError(`There is no file ${file}`);
    const folder = mkdtempSync(join(tmpdir(), "lectern-restore-"));
    try {
      // The copy is migrated if the backup is older.
      const copy = join(folder, "backup.db");
      copyBackup(file, copy);
      await restoreFrom(copy, config);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    process.stderr.write("Restored. Running servers use the new data; restart them to use its keys too.\n");
  },
};

async function restoreFrom(file: string, config: Config): Promise<void> {
  const target = await openDatabase(config);
  const source = createDatabase(openSqlite(file));
  try {
    await migrate(source);
    await migrate(target);
    await target.exclusive(async (trx) => {
      await target.lockTables?.(trx);
      const isEmpty = (await trx.selectFrom("users").select("id").limit(1).execute()).length === 0;
      if (!isEmpty) await copyBeforeChange(target, config, "before-restore", systemClock);
      const keys = await trx.selectFrom("secrets").selectAll().execute();
      await copyTables(source, trx, (line) => process.stderr.write(`${line}\n`));
      // An older backup may lack keys that running servers use.
      if (keys.length > 0)
        await trx
          .insertInto("secrets")
          .values(keys)
          .onConflict((existing) => existing.column("name").doNothing())
          .execute();
      // Sessions may have ended since the backup was made.
      await trx.deleteFrom("tokens").where("kind", "=", "session").execute();
      // Backups do not contain the search index.
      await resetAllIndexes(trx, target.fullText, systemClock.now());
    });
  } catch (error) {
    throw new FatalError(`Nothing was restored: ${errorMessage(error)}`);
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
}

/** Copies the file with SQLite, to include the write-ahead log if a server is using it. */
function copyBackup(file: string, copy: string): void {
  try {
    const hasWal = existsSync(`${file}-wal`);
    const database = new DatabaseSync(file);
    try {
      if (database.prepare("select id from users limit 1").all().length === 0)
        throw new Error("it contains no users");
      if (!hasWal && statSync(file).size < sizeOf(database)) throw new Error("it is truncated");
      const verdict = readPragma(database, "quick_check(1)");
      if (verdict !== "ok") throw new Error(String(verdict));
      database.prepare("vacuum into ?").run(copy);
    } finally {
      database.close();
    }
  } catch (error) {
    throw new UsageError(`${file} is not a complete backup of Lectern: ${errorMessage(error)}`);
  }
}

function sizeOf(database: DatabaseSync): number {
  return Number(readPragma(database, "page_count")) * Number(readPragma(database, "page_size"));
}

function readPragma(database: DatabaseSync, pragma: string): unknown {
  return Object.values(database.prepare(`pragma ${pragma}`).get() ?? {})[0];
}
