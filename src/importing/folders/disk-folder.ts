import { constants, createReadStream } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { ImportError } from "../source/index.ts";
import { isJunk, onlyOnce, pathOfEntry } from "./entry-names.ts";
import { type Folder, mostEntries, tooManyEntries } from "./folder.ts";
import { folderOf, type PiecedFile } from "./folder-of-pieces.ts";

/** Opens a folder of the disk. Symbolic links are not followed: they may lead anywhere. */
export async function openDiskFolder(top: string): Promise<Folder> {
  const files: PiecedFile[] = [];
  const isNew = onlyOnce();
  let leftOut = 0;
  // Those of a folder are put on top, the first of them last: so that is the next one.
  for (let waiting = [""], inside = waiting.pop(); inside !== undefined; inside = waiting.pop()) {
    const folders: string[] = [];
    for (const entry of await readFolder(join(top, inside))) {
      const name = inside + entry.name;
      if (isJunk(entry.name)) continue;
      if (entry.isDirectory()) folders.push(`${name}/`);
      else if (entry.isFile()) {
        const file = await fileAt(top, name, isNew);
        if (file === undefined) leftOut++;
        else files.push(file);
      }
      if (files.length > mostEntries) throw tooManyEntries();
    }
    waiting.push(...folders.reverse());
  }
  return folderOf(files, async () => {}, { leftOut });
}

/** A single file, as a folder that holds nothing else. */
export async function openLoneFile(file: string, name: string): Promise<Folder> {
  const { size } = await stat(file);
  return folderOf([{ path: name, size, pieces: () => bytesOfFile(file, name) }], async () => {});
}

async function readFolder(folder: string) {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    throw new ImportError(`${folder} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

async function fileAt(
  top: string,
  name: string,
  isNew: (path: string) => boolean,
): Promise<PiecedFile | undefined> {
  const path = pathOfEntry(name);
  if (path === undefined || !isNew(path)) return undefined;
  const { size } = await stat(join(top, name));
  return { path, size, pieces: () => bytesOfFile(join(top, name), path) };
}

async function* bytesOfFile(file: string, path: string): AsyncGenerator<Buffer> {
  try {
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
    yield* createReadStream(file, { fd: handle });
  } catch (error) {
    throw new ImportError(`${path} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}
