import { open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Logger } from "pino";
import type { Config } from "../../config/index.ts";
import { type Clock, errorMessage } from "../../platform/index.ts";
import { type CopyOptions, openSqlite } from "../database/dialects/index.ts";
import { copyTables, createDatabase, type Database, migrate } from "../database/index.ts";
import { ensureFolder, type StorageContext } from "../index.ts";
import { appendChecksum } from "./checksum.ts";

const unfinishedSuffix = ".unfinished";

/** Only scheduled backups are ever deleted. */
const scheduledSuffix = "-scheduled.db";
const scheduledName = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)-scheduled\.db$/;

/** Writes a consistent snapshot of the database without blocking readers and writers. */
export function writeBackup(
  database: Database,
  file: string,
  { report, ...copying }: CopyOptions & { readonly report?: (line: string) => void },
): Promise<void> {
  return writeAtomically(file, (unfinished) =>
    database.copyTo === undefined
      ? writeTables(database, unfinished, report)
      : database.copyTo(unfinished, copying),
  );
}

/** A backup is always an SQLite file, so that it can be restored into either database. */
async function writeTables(database: Database, file: string, report = (_line: string) => {}): Promise<void> {
  const target = createDatabase(openSqlite(file, { isScratch: true }));
  try {
    await migrate(target);
    await target.exclusive((trx) => copyTables(database, trx, report));
  } finally {
    await target.close();
  }
}

/** Copies an SQLite database before it is migrated or replaced. */
export async function copyBeforeChange(
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

/** Names sort by the start time of the backup. */
function backupName(now: string, reason: "scheduled" | "before-migration" | "before-restore"): string {
  return `${now.replaceAll(":", "-")}-${reason}.db`;
}

/**
 * Writes a file and its checksum atomically: it appears under its name when it is complete and synced. It contains the server's keys, so
 * only the server's user may read it.
 */
async function writeAtomically(file: string, write: (unfinished: string) => Promise<void>) {
  const unfinished = file + unfinishedSuffix;
  await removeUnfinished(unfinished);
  try {
    await (await open(unfinished, "wx", 0o600)).close();
    await write(unfinished);
    await appendChecksum(unfinished);
    await rename(unfinished, file);
  } catch (error) {
    await removeUnfinished(unfinished);
    throw error;
  }
  // Not every system can sync a folder.
  await syncFolder(dirname(file)).catch(() => {});
}

async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, "r");
  await handle.sync();
}

/** Removes a file and the files that SQLite created beside it. */
async function removeUnfinished(file: string): Promise<void> {
  for (const suffix of ["", "-journal", "-wal", "-shm"]) await rm(file + suffix, { force: true });
}

/** Removes unfinished scheduled backups of earlier processes. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await fileNamesIn(folder))
    if (name.includes(scheduledSuffix + unfinishedSuffix)) await rm(join(folder, name), { force: true });
}

/** Removes all but the newest scheduled backups and returns the names of those removed. */
async function removeOldest(folder: string, keep: number): Promise<string[]> {
  const names = await scheduledIn(folder);
  const old = names.slice(0, Math.max(0, names.length - keep));
  for (const name of old) await rm(join(folder, name), { force: true });
  return old;
}

/** The start time of the newest scheduled backup in Unix seconds; 0 if there is none. */
export async function newestBackupTime(folder: string): Promise<number> {
  const newest = (await scheduledIn(folder)).at(-1) ?? "";
  return (Date.parse(newest.replace(scheduledName, "$1:$2:$3")) || 0) / 1000;
}

async function scheduledIn(folder: string): Promise<string[]> {
  return (await fileNamesIn(folder)).filter((name) => scheduledName.test(name)).toSorted();
}

/** The names of the files in a folder; empty if the folder does not exist. */
function fileNamesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
