import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Writes images that a page held itself to files of their own, each once, and takes note of where they are. */
export async function holdOnDisk(
  images: ReadonlyMap<string, Buffer> | undefined,
  folder: string,
  held: Map<string, string>,
): Promise<void> {
  for (const [address, bytes] of images ?? []) {
    if (held.has(address)) continue;
    const path = join(folder, `held-${held.size}`);
    held.set(address, path);
    await writeFile(path, bytes);
  }
}
