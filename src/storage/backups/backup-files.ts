import { open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

/** What is not all there yet is called so, with its name before it. */
const unfinishedEnd = ".unfinished";

/** Only what a schedule wrote is ever removed by one. */
const scheduledEnd = "-scheduled.db";
const scheduledName = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)-scheduled\.db$/;

/** Names sort by the time at which the backup was begun. */
export function backupName(now: string, reason: "scheduled" | "before-migration" | "before-restore"): string {
  return `${now.replaceAll(":", "-")}-${reason}.db`;
}

/**
 * Has a file written that is there as a whole or not at all, whenever the machine stops. It holds the server's keys, so
 * it is for the server's own user only.
 */
export async function writeWhole(file: string, write: (unfinished: string) => Promise<void>): Promise<void> {
  const unfinished = file + unfinishedEnd;
  await removeUnfinished(unfinished);
  try {
    await (await open(unfinished, "wx", 0o600)).close();
    await write(unfinished);
    await waitForDisk(unfinished, "r+");
    await rename(unfinished, file);
  } catch (error) {
    await removeUnfinished(unfinished);
    throw error;
  }
  // Not every system can do so for a folder.
  await waitForDisk(dirname(file), "r").catch(() => {});
}

async function waitForDisk(path: string, flags: string): Promise<void> {
  const handle = await open(path, flags);
  await handle.sync().finally(() => handle.close());
}

/** With what SQLite has put beside it. */
async function removeUnfinished(file: string): Promise<void> {
  for (const end of ["", "-journal", "-wal", "-shm"]) await rm(file + end, { force: true });
}

/** Removes what a schedule began and did not bring to its end. */
export async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await namesIn(folder))
    if (name.includes(scheduledEnd + unfinishedEnd)) await rm(join(folder, name), { force: true });
}

/** Removes all scheduled backups but the newest ones, the oldest first; gives their names. */
export async function removeOldest(folder: string, keep: number): Promise<string[]> {
  const names = await scheduledIn(folder);
  const old = names.slice(0, Math.max(0, names.length - keep));
  for (const name of old) await rm(join(folder, name), { force: true });
  return old;
}

/** When the newest scheduled backup of a folder was begun, in seconds since 1970; 0 where there is none. */
export async function newestIn(folder: string): Promise<number> {
  const newest = (await scheduledIn(folder)).at(-1) ?? "";
  return (Date.parse(newest.replace(scheduledName, "$1:$2:$3")) || 0) / 1000;
}

async function scheduledIn(folder: string): Promise<string[]> {
  return (await namesIn(folder)).filter((name) => scheduledName.test(name)).toSorted();
}

/** None, where there is no folder. */
function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
