import { open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Logger } from "pino";
import type { Config } from "../../config/index.ts";
import { type Clock, errorMessage, systemClock } from "../../platform/index.ts";
import { type CopyOptions, openSqlite } from "../database/dialects/index.ts";
import { copyTables, createDatabase, type Database, migrate } from "../database/index.ts";
import { countObjectFiles, type FileContext, moveFiles } from "../files/index.ts";
import { ensureFolder } from "../index.ts";
import { readTableSizes } from "../inspection/index.ts";
import type { ObjectStore } from "../objects/index.ts";
import { type BackupReason, backupName, fileNamesIn, parseBackupName, scheduledIn } from "./backup-files.ts";
import { appendChecksum } from "./checksum.ts";

const unfinishedSuffix = ".unfinished";

interface WriteOptions extends CopyOptions {
  readonly report?: ((line: string) => void) | undefined;
  /** The object storage, if its files become part of the backup. */
  readonly objects?: ObjectStore | undefined;
}

/** What a backup contains of the files that are in object storage. */
export interface BackedUpFiles {
  readonly included: number;
  readonly bytes: number;
  /** How many files are only in the object storage: the backup refers to them. */
  readonly omitted: number;
  /** Files that could not be read, and why. */
  readonly failures: readonly string[];
}

/**
 * Writes a consistent snapshot of the database without blocking readers and writers. Files of the object storage are then read one by
 * one; it keeps them for a day after their deletion.
 */
export async function writeBackup(
  database: Database,
  file: string,
  { objects, ...options }: WriteOptions,
): Promise<BackedUpFiles> {
  let files: BackedUpFiles = { included: 0, bytes: 0, omitted: 0, failures: [] };
  await writeAtomically(file, async (unfinished) => {
    const hasObjects = (await countObjectFiles(database.read)) > 0;
    await (database.copyTo === undefined
      ? writeTables(database, unfinished, options)
      : database.copyTo(unfinished, options));
    if (hasObjects) files = await includeObjects(unfinished, objects);
  });
  return files;
}

/** Writes the files of the object storage into a backup. Those that cannot be read are still referred to. */
async function includeObjects(file: string, objects: ObjectStore | undefined): Promise<BackedUpFiles> {
  const database = createDatabase(openSqlite(file, { isScratch: true }));
  try {
    const { files, bytes, failures } =
      objects === undefined
        ? { files: 0, bytes: 0, failures: [] }
        : await moveFiles({ database, clock: systemClock, objects }, "database");
    return { included: files, bytes, failures, omitted: await countObjectFiles(database.read) };
  } finally {
    await database.close();
  }
}

/** A backup is always an SQLite file, so that it can be restored into either database. */
async function writeTables(database: Database, file: string, options: WriteOptions): Promise<void> {
  const { report = () => {}, onProgress = () => {}, stopping } = options;
  const sizes = new Map((await readTableSizes(database)).map(({ name, bytes }) => [name, bytes]));
  const total = sizes.values().reduce((sum, bytes) => sum + bytes, 1);
  let done = 0;
  const target = createDatabase(openSqlite(file, { isScratch: true }));
  try {
    await migrate(target);
    await target.exclusive((trx) =>
      copyTables(database, trx, (table, rows) => {
        stopping?.throwIfAborted();
        done += sizes.get(table) ?? 0;
        onProgress(done, total);
        report(`${table}: ${rows}`);
      }),
    );
  } finally {
    await target.close();
  }
}

/** Copies an SQLite database before it is migrated or replaced. */
export async function copyBeforeChange(
  database: Database,
  { backupDir }: Config,
  reason: BackupReason,
  clock: Clock,
): Promise<void> {
  if (database.copyTo === undefined) return;
  ensureFolder(backupDir);
  await writeAtomically(join(backupDir, backupName(clock.now(), reason)), database.copyTo);
}

interface BackupContext extends FileContext {
  readonly config: Pick<Config, "backupDir" | "backupKeep" | "backupFiles">;
  readonly log: Logger;
  readonly stopping?: AbortSignal;
}

/** Writes a scheduled backup, then removes the oldest ones. */
export async function backUp(context: BackupContext): Promise<void> {
  const { backupDir, backupKeep } = context.config;
  await writeIntoFolder(context, "scheduled", {}, () => removeOldest(backupDir, backupKeep));
}

/** Writes a backup that is kept until somebody deletes it, and returns its name. */
export function backUpNow(context: BackupContext, options: WriteOptions): Promise<string> {
  return writeIntoFolder(context, "manual", options, async () => []);
}

async function writeIntoFolder(
  { database, config, clock, log, stopping, objects }: BackupContext,
  reason: BackupReason,
  options: WriteOptions,
  removeOthers: () => Promise<string[]>,
): Promise<string> {
  const { backupDir } = config;
  const startedAt = clock.time();
  const name = backupName(clock.now(), reason);
  const file = join(backupDir, name);
  let files: BackedUpFiles;
  try {
    ensureFolder(backupDir);
    await removeLeftovers(backupDir, reason);
    files = await writeBackup(database, file, {
      stopping,
      ...options,
      objects: config.backupFiles ? objects : undefined,
    });
  } catch (error) {
    throw new Error(`the backup to ${file} failed: ${errorMessage(error)}`);
  }
  const { size } = await stat(file);
  const removed = await removeOthers();
  const level = files.failures.length > 0 ? "warn" : "info";
  log[level](
    {
      ...{ file, bytes: size, milliseconds: clock.time() - startedAt, removed },
      ...((files.included > 0 || files.omitted > 0) && { filesInObjectStorage: files }),
    },
    "backup written",
  );
  return name;
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

/** An unfinished file that was not written for this long, in milliseconds, is of a process that has ended. */
const maxPause = 600_000;

/** Removes unfinished backups of earlier processes. One scheduled backup is written at a time, but any number of others. */
async function removeLeftovers(folder: string, reason: BackupReason): Promise<void> {
  for (const name of await fileNamesIn(folder)) {
    const [backup = "", rest] = name.split(unfinishedSuffix);
    if (rest === undefined || parseBackupName(backup)?.reason !== reason) continue;
    const file = join(folder, name);
    const writtenAt = (await stat(file).catch(() => undefined))?.mtimeMs ?? 0;
    if (reason === "scheduled" || Date.now() - writtenAt > maxPause) await rm(file, { force: true });
  }
}

/** Removes all but the newest scheduled backups and returns the names of those removed. */
async function removeOldest(folder: string, keep: number): Promise<string[]> {
  const names = await scheduledIn(folder);
  const old = names.slice(0, Math.max(0, names.length - keep));
  for (const name of old) await rm(join(folder, name), { force: true });
  return old;
}
