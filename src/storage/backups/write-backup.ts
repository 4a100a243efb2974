import { join } from "node:path";
import type { Config } from "../../config/index.ts";
import type { Clock } from "../../platform/index.ts";
import { openSqlite } from "../database/dialects/index.ts";
import { copyTables, createDatabase, type Database, migrate } from "../database/index.ts";
import { ensureFolder } from "../open-database.ts";
import { backupName, writeWhole } from "./backup-files.ts";

/** Writes everything as it is at one moment, while others go on reading and writing. */
export function writeBackup(
  database: Database,
  file: string,
  {
    report = () => {},
    stopping,
  }: { report?: (line: string) => void; stopping?: AbortSignal | undefined } = {},
): Promise<void> {
  return writeWhole(file, (unfinished) =>
    database.copyTo === undefined
      ? writeTables(database, unfinished, report)
      : database.copyTo(unfinished, stopping),
  );
}

/** A backup is always an SQLite file, so that one of either database can be restored into the other. */
async function writeTables(database: Database, file: string, report: (line: string) => void): Promise<void> {
  const target = createDatabase(openSqlite(file, { isScratch: true }));
  try {
    await migrate(target);
    await target.exclusive((trx) => copyTables(database, trx, report));
  } finally {
    await target.close();
  }
}

/** Keeps an SQLite file as it is before something is done to it. */
export async function keepCopy(
  database: Database,
  { backupDir }: Config,
  reason: "before-migration" | "before-restore",
  clock: Clock,
): Promise<void> {
  if (database.copyTo === undefined) return;
  ensureFolder(backupDir);
  await writeWhole(join(backupDir, backupName(clock.now(), reason)), database.copyTo);
}
