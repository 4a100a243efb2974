import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What the folder of a work is called, up to what makes it one of its own. */
const folderName = "lectern-apart-";

const day = 24 * 3_600_000;

/** Works with a folder that is removed with all that was put into it. */
export async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), folderName));
  return work(folder).finally(() => rm(folder, { recursive: true, force: true }));
}

/** Removes the folders that nobody could remove: whoever worked with them ended together with their server. */
export async function removeAbandonedFolders(place: string = tmpdir()): Promise<void> {
  for (const name of await readdir(place)) {
    if (!name.startsWith(folderName)) continue;
    const folder = join(place, name);
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > day) await rm(folder, { recursive: true, force: true });
  }
}
