import { existsSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";

/** A folder in memory if there is enough memory: databases are copied for each suite, and every commit is synced. */
export function fastFolder(): string {
  const [folder, enough] = ["/dev/shm", 8 * 2 ** 30];
  if (!existsSync(folder) || freemem() < enough) return tmpdir();
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < enough ? tmpdir() : folder;
}
