import { readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What the folder of an import is called, up to what makes it one of its own. */
export const folderName = "lectern-import-";

const day = 24 * 3_600_000;

/** Removes the folders of imports that nobody could remove: whoever worked on them ended together with their server. */
export async function removeAbandonedImports(place: string = tmpdir()): Promise<void> {
  for (const name of await readdir(place)) {
    if (!name.startsWith(folderName)) continue;
    const folder = join(place, name);
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > day) await rm(folder, { recursive: true, force: true });
  }
}
