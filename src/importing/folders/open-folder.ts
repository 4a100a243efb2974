import { stat } from "node:fs/promises";
import { openDiskFolder } from "./disk-folder.ts";
import type { Folder } from "./folder.ts";
import { openZipFolder } from "./zip-folder.ts";

/** Opens a folder on the disk, or a zip file. */
export async function openFolder(path: string): Promise<Folder> {
  return (await stat(path)).isDirectory() ? openDiskFolder(path) : openZipFolder(path);
}
