import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Config } from "../config/index.ts";
import { errorMessage, FatalError, systemClock } from "../platform/index.ts";
import { resetAllIndexes } from "../search/index.ts";
import { keepCopy } from "../storage/backups/index.ts";
import { openSqlite } from "../storage/database/dialects/index.ts";
import { copyTables, createDatabase, migrate } from "../storage/database/index.ts";
import { openDatabase } from "../storage/index.ts";
import { type Command, UsageError } from "./command.ts";

export const restore: Command = {
  usage: "restore FILE",
  about: "Replace everything by what a backup holds",
  run: async (config, { words: [file] }) => {
    if (file === undefined) throw new UsageError("From where? Give the file that backup wrote");
    if (!existsSync(file)) throw new UsageError(`There is no file ${file}`);
    const folder = mkdtempSync(join(tmpdir(), "lectern-restore-"));
    try {
      // A copy is read, since an older backup is first brought up to date.
      const copy = join(folder, "backup.db");
      copyBackup(file, copy);
      await restoreFrom(copy, config);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    process.stderr.write(
      "Restored. Servers that are running go on with the new data; restart them to use its keys too.\n",
    );
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
      if (!isEmpty) await keepCopy(target, config, "before-restore", systemClock);
      const keys = await trx.selectFrom("secrets").selectAll().execute();
      await copyTables(source, trx, (line) => process.stderr.write(`${line}\n`));
      // An older backup does not have all keys, and servers that are running go on with theirs.
      if (keys.length > 0)
        await trx
          .insertInto("secrets")
          .values(keys)
          .onConflict((existing) => existing.column("name").doNothing())
          .execute();
      // Who had signed out when the backup was made, or since, stays so.
      await trx.deleteFrom("tokens").where("kind", "=", "session").execute();
      // What is found by its words is no part of a backup: the server finds it again.
      await resetAllIndexes(trx, target.fullText, systemClock.now());
    });
  } catch (error) {
    throw new FatalError(`Nothing was restored: ${errorMessage(error)}`);
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
}

/** Copies through the database, since a server's own file may have more beside it. */
function copyBackup(file: string, copy: string): void {
  try {
    // What a server has not yet put into its file stands beside it.
    const isAlone = !existsSync(`${file}-wal`);
    const database = new DatabaseSync(file);
    try {
      if (database.prepare("select id from users limit 1").all().length === 0)
        throw new Error("nobody is in it");
      if (isAlone && statSync(file).size < sizeOf(database)) throw new Error("its end is missing");
      const verdict = askPragma(database, "quick_check(1)");
      if (verdict !== "ok") throw new Error(String(verdict));
      database.prepare("vacuum into ?").run(copy);
    } finally {
      database.close();
    }
  } catch (error) {
    throw new UsageError(`${file} is not a backup of Lectern, or not all of one: ${errorMessage(error)}`);
  }
}

function sizeOf(database: DatabaseSync): number {
  return Number(askPragma(database, "page_count")) * Number(askPragma(database, "page_size"));
}

function askPragma(database: DatabaseSync, pragma: string): unknown {
  return Object.values(database.prepare(`pragma ${pragma}`).get() ?? {})[0];
}
