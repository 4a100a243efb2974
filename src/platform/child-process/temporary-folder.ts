import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const prefix = "lectern-task-";
const day = 24 * 3_600_000;

/** Runs `work` with a new temporary folder, which is removed afterwards. */
export async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  return work(folder).finally(() => rm(folder, { recursive: true, force: true }));
}

/** Removes the temporary folders of servers that were killed, after a day. */
export async function removeAbandonedFolders(parent: string = tmpdir()): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue;
    const folder = join(parent, name);
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > day) await rm(folder, { recursive: true, force: true });
  }
}
