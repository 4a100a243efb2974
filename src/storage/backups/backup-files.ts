import { open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

const unfinishedSuffix = ".unfinished";

/** Only scheduled backups are ever deleted. */
const scheduledSuffix = "-scheduled.db";
const scheduledName = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)-scheduled\.db$/;

/** Names sort by the start time of the backup. */
export function backupName(now: string, reason: "scheduled" | "before-migration" | "before-restore"): string {
  return `${now.replaceAll(":", "-")}-${reason}.db`;
}

/**
 * Writes a file atomically: it appears under its name when it is complete and synced. It contains the server's keys, so
 * only the server's user may read it.
 */
export async function writeAtomically(file: string, write: (unfinished: string) => Promise<void>) {
  const unfinished = file + unfinishedSuffix;
  await removeUnfinished(unfinished);
  try {
    await (await open(unfinished, "wx", 0o600)).close();
    await write(unfinished);
    await syncToDisk(unfinished, "r+");
    await rename(unfinished, file);
  } catch (error) {
    await removeUnfinished(unfinished);
    throw error;
  }
  // Not every system can sync a folder.
  await syncToDisk(dirname(file), "r").catch(() => {});
}

async function syncToDisk(path: string, flags: string): Promise<void> {
  const handle = await open(path, flags);
  await handle.sync().finally(() => handle.close());
}

/** Removes a file and the files that SQLite created beside it. */
async function removeUnfinished(file: string): Promise<void> {
  for (const end of ["", "-journal", "-wal", "-shm"]) await rm(file + end, { force: true });
}

/** Removes unfinished scheduled backups of earlier processes. */
export async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await namesIn(folder))
    if (name.includes(scheduledSuffix + unfinishedSuffix)) await rm(join(folder, name), { force: true });
}

/** Removes all but the newest scheduled backups and returns the names of those removed. */
export async function removeOldest(folder: string, keep: number): Promise<string[]> {
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
  return (await namesIn(folder)).filter((name) => scheduledName.test(name)).toSorted();
}

/** The files of a folder; none if it does not exist. */
function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
