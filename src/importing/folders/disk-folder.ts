import { constants, createReadStream } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { ImportError } from "../source/index.ts";
import {
  createFolder,
  createUniquenessCheck,
  type Folder,
  type FolderFile,
  isJunk,
  maxEntries,
  normalizeEntryName,
  tooManyEntries,
} from "./folder.ts";

/** Opens a folder on the disk. Symbolic links are skipped, as they may point outside of it. */
export async function openDiskFolder(root: string): Promise<Folder> {
  const files: FolderFile[] = [];
  const isNew = createUniquenessCheck();
  let skipped = 0;
  const pending = [""];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const subfolders: string[] = [];
    for (const entry of await readFolder(join(root, folder))) {
      const name = folder + entry.name;
      if (isJunk(entry.name)) continue;
      if (entry.isDirectory()) subfolders.push(`${name}/`);
      else if (entry.isFile()) {
        const path = normalizeEntryName(name);
        if (path === undefined || !isNew(path)) skipped++;
        else files.push(await fileAt(join(root, name), path));
      }
      if (files.length > maxEntries) throw tooManyEntries();
    }
    pending.push(...subfolders.reverse());
  }
  return createFolder(files, { skipped });
}

export async function openSingleFile(file: string, name: string): Promise<Folder> {
  return createFolder([await fileAt(file, name)]);
}

async function readFolder(folder: string) {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    throw unreadable(folder, error);
  }
}

async function fileAt(file: string, path: string): Promise<FolderFile> {
  const { size } = await stat(file);
  return { path, size, chunks: () => readChunks(file, path) };
}

async function* readChunks(file: string, path: string): AsyncGenerator<Buffer> {
  try {
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
    yield* createReadStream(file, { fd: handle });
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): ImportError {
  return new ImportError(`${path} cannot be read: ${error instanceof Error ? error.message : error}`);
}
