import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

export const backupReasons = ["scheduled", "manual", "before-migration", "before-restore"] as const;
export type BackupReason = (typeof backupReasons)[number];

/** A complete backup in the folder for backups. */
interface BackupFile {
  readonly name: string;
  readonly reason: BackupReason;
  readonly startedAt: string;
  readonly bytes: number;
}

const namePattern = new RegExp(
  String.raw`^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)-(${backupReasons.join("|")})\.db$`,
);

/** Names sort by the start time of the backup. */
export function backupName(now: string, reason: BackupReason): string {
  return `${now.replaceAll(":", "-")}-${reason}.db`;
}

/** Why and when a backup was written; undefined for other files. */
export function parseBackupName(name: string): { reason: BackupReason; startedAt: string } | undefined {
  const [, hour, minute, second, reason] = namePattern.exec(name) ?? [];
  return reason === undefined
    ? undefined
    : { reason: reason as BackupReason, startedAt: `${hour}:${minute}:${second}` };
}

/** The backups in a folder, the newest first. */
export async function listBackups(folder: string): Promise<BackupFile[]> {
  const files = await Promise.all((await fileNamesIn(folder)).map((name) => findBackup(folder, name)));
  return files
    .filter((file) => file !== undefined)
    .toSorted((one, other) => (one.name < other.name ? 1 : -1));
}

/** The backup with this name. Other files in the folder are not found. */
export async function findBackup(folder: string, name: string): Promise<BackupFile | undefined> {
  const parsed = parseBackupName(name);
  if (parsed === undefined) return undefined;
  const file = await stat(join(folder, name)).catch(() => undefined);
  return file?.isFile() ? { name, ...parsed, bytes: file.size } : undefined;
}

/** Whether there was such a backup. Other files in the folder stay. */
export async function deleteBackup(folder: string, name: string): Promise<boolean> {
  const found = await findBackup(folder, name);
  if (found !== undefined) await rm(join(folder, found.name), { force: true });
  return found !== undefined;
}

/** The start time of the newest scheduled backup in Unix seconds; 0 if there is none. */
export async function newestBackupTime(folder: string): Promise<number> {
  const newest = (await scheduledIn(folder)).at(-1) ?? "";
  return (Date.parse(parseBackupName(newest)?.startedAt ?? "") || 0) / 1000;
}

/** The names of the scheduled backups in a folder, the oldest first. */
export async function scheduledIn(folder: string): Promise<string[]> {
  const names = await fileNamesIn(folder);
  return names.filter((name) => parseBackupName(name)?.reason === "scheduled").toSorted();
}

/** The names of the files in a folder; empty if the folder does not exist. */
export function fileNamesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
