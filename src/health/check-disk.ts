import { access, constants, stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { Config } from "../config/index.ts";
import { errorMessage } from "../platform/index.ts";
import { databaseFile } from "../storage/index.ts";
import { type Check, checksOf, formatBytes } from "./check.ts";

const { ok, warning, failed } = checksOf("disk");

const megabyte = 1024 * 1024;
/** Below this the database can hardly be written. */
const minFree = 200 * megabyte;

type Folders = Pick<Config, "dataDir" | "backupDir" | "databaseUrl" | "backupEvery">;

/** Checks the free space and the permissions of the folders. */
export async function checkDisk(config: Folders, databaseBytes: number | undefined): Promise<Check[]> {
  const isSqlite = config.databaseUrl === undefined;
  const folders = [
    ...(isSqlite ? [{ name: "data folder", path: config.dataDir, variable: "LECTERN_DATA_DIR" }] : []),
    { name: "backup folder", path: config.backupDir, variable: "LECTERN_BACKUP_DIR" },
  ];
  const checks = await Promise.all(folders.map((folder) => checkFolder(folder)));
  const file = isSqlite ? await checkFile(databaseFile(config)) : [];
  return [...checks.flat(), ...file, ...(await checkSpace(config, databaseBytes))];
}

interface Folder {
  readonly name: string;
  readonly path: string;
  readonly variable: string;
}

async function checkFolder({ name, path, variable }: Folder): Promise<Check[]> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) {
    const parent = await nearestFolder(path);
    return (await canWrite(parent))
      ? [ok(`The ${name} ${path} does not exist yet, and can be created`)]
      : [failed(`The ${name} ${path} cannot be created`, `Set ${variable} to a folder that can be written`)];
  }
  if (!found.isDirectory()) return [failed(`The ${name} ${path} is not a folder`, `Change ${variable}`)];
  if (!(await canWrite(path)))
    return [
      failed(`The ${name} ${path} cannot be written`, "Give it to the user that runs Lectern, or change it"),
    ];
  return isOpenToOthers(found.mode)
    ? [
        warning(
          `Other users of this machine may read the ${name}, which holds keys and private content`,
          `chmod 700 ${path}`,
        ),
      ]
    : [ok(`The ${name} ${path} can be written, by its owner only`)];
}

async function checkFile(file: string): Promise<Check[]> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) return [];
  if (!(await canWrite(file)))
    return [
      failed(`${file} cannot be written`, "Start Lectern as the user who owns it, or change its owner"),
    ];
  return isOpenToOthers(found.mode)
    ? [warning(`Other users of this machine may read ${file}`, `chmod 600 ${file}`)]
    : [];
}

/** A copy of the database must fit: for a backup, and before an upgrade. */
async function checkSpace(config: Folders, databaseBytes = 0): Promise<Check[]> {
  const place = await nearestFolder(config.backupDir);
  const free = await freeSpace(place).catch(errorMessage);
  if (typeof free === "string")
    return [warning(`The free space of ${place} is unknown: ${free}`, "Check the disk")];
  const needed = Math.max(minFree, 1.2 * databaseBytes);
  if (free < minFree)
    return [failed(`Only ${formatBytes(free)} are free on ${place}`, "Free space before writes fail")];
  if (free < needed)
    return [
      warning(
        `${formatBytes(free)} are free on ${place}: no room for a backup of ${formatBytes(databaseBytes)}`,
        "Free space, or set LECTERN_BACKUP_DIR to another disk",
      ),
    ];
  return [ok(`${formatBytes(free)} are free on ${place}`)];
}

/** The bytes that are free for this user. */
export async function freeSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** The folder itself, or the one in which it would be created. */
async function nearestFolder(path: string): Promise<string> {
  const exists = (await stat(path).catch(() => undefined)) !== undefined;
  return exists || dirname(path) === path ? path : nearestFolder(dirname(path));
}

async function canWrite(path: string): Promise<boolean> {
  return access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
}

/** Windows has no such permissions. */
function isOpenToOthers(mode: number): boolean {
  return process.platform !== "win32" && (mode & 0o077) !== 0;
}
