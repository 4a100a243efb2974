import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import type { Config } from "../../config/index.ts";
import { type Clock, errorMessage } from "../../platform/index.ts";
import { openSqlite } from "../database/dialects/index.ts";
import { copyTables, createDatabase, type Database, migrate } from "../database/index.ts";
import { ensureFolder, type StorageContext } from "../index.ts";
import { backupName, removeLeftovers, removeOldest, writeAtomically } from "./backup-files.ts";

/** Writes a consistent snapshot of the database without blocking readers and writers. */
export function writeBackup(
  database: Database,
  file: string,
  {
    report = () => {},
    stopping,
  }: { report?: (line: string) => void; stopping?: AbortSignal | undefined } = {},
): Promise<void> {
  return writeAtomically(file, (unfinished) =>
    database.copyTo === undefined
      ? writeTables(database, unfinished, report)
      : database.copyTo(unfinished, stopping),
  );
}

/** A backup is always an SQLite file, so that it can be restored into either database. */
async function writeTables(database: Database, file: string, report: (line: string) => void): Promise<void> {
  const target = createDatabase(openSqlite(file, { isScratch: true }));
  try {
    await migrate(target);
    await target.exclusive((trx) => copyTables(database, trx, report));
  } finally {
    await target.close();
  }
}

/** Copies an SQLite database before it is migrated or replaced. */
export async function keepCopy(
  database: Database,
  { backupDir }: Config,
  reason: "before-migration" | "before-restore",
  clock: Clock,
): Promise<void> {
  if (database.copyTo === undefined) return;
  ensureFolder(backupDir);
  await writeAtomically(join(backupDir, backupName(clock.now(), reason)), database.copyTo);
}

interface BackupContext extends Pick<StorageContext, "database" | "clock"> {
  readonly config: Pick<Config, "backupDir" | "backupKeep">;
  readonly log: Logger;
  readonly stopping?: AbortSignal;
}

/** Writes a scheduled backup, then removes the oldest ones. */
export async function backUp({ database, config, clock, log, stopping }: BackupContext): Promise<void> {
  const { backupDir, backupKeep } = config;
  const startedAt = clock.time();
  const file = join(backupDir, backupName(clock.now(), "scheduled"));
  try {
    ensureFolder(backupDir);
    await removeLeftovers(backupDir);
    await writeBackup(database, file, { stopping });
  } catch (error) {
    throw new Error(`the backup to ${file} failed: ${errorMessage(error)}`);
  }
  const { size } = await stat(file);
  const removed = await removeOldest(backupDir, backupKeep);
  log.info({ file, bytes: size, milliseconds: clock.time() - startedAt, removed }, "backup written");
}
