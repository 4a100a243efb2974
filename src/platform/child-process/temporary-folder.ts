import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const prefix = "lectern-task-";
const maxAge = 24 * 3_600_000;

/** Runs `work` with a new temporary folder, which is removed afterwards. */
export async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  return work(folder).finally(() => rm(folder, { recursive: true, force: true }));
}

/** Removes temporary folders that are older than a day: those of servers that were killed. */
export async function removeAbandonedFolders(parent: string = tmpdir()): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue;
    const folder = join(parent, name);
    // Another process may have removed it.
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > maxAge) await rm(folder, { recursive: true, force: true });
  }
}
