import { isUtf8 } from "node:buffer";
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from "yauzl";
import { ImportError, importLimits, otherKind, readHead } from "../source/index.ts";
import { isJunk, onlyOnce, pathOfEntry, requireInside, sharedTopFolder } from "./entry-names.ts";
import { type Folder, mostEntries, tooManyEntries } from "./folder.ts";
import { folderOf, type PiecedFile } from "./folder-of-pieces.ts";
import { entriesOf } from "./zip-directory.ts";
import { bytesOfEntry } from "./zip-entry.ts";

/** No data are packed to less than one part in this many. */
const bestRatio = 1032;
/** A zip that unpacks to more than an import takes, and to this many times its size, was made to do harm. */
const oddRatio = 100;

/** The files of a zip, to be read until it is closed. */
export interface OpenZip {
  readonly files: readonly PiecedFile[];
  readonly leftOut: number;
  close(): void;
}

/** Opens a zip that is on the disk, as the folder that it holds. */
export async function openZipFolder(file: string, mostInAll: number = importLimits.bytes): Promise<Folder> {
  const zip = await openZip(file);
  const { leftOut } = zip;
  return folderOf(withoutTopFolder(zip.files), async () => zip.close(), { mostInAll, leftOut });
}

/** Opens a zip that is on the disk, with the paths that it has. */
export async function openZip(file: string): Promise<OpenZip> {
  const zip = await openChecked(file);
  try {
    const entries = await readEntries(zip);
    refuseBombs(entries, zip.fileSize);
    const { named, leftOut } = filesAmong(entries);
    const files = named.map(({ name: path, entry }) => ({
      path,
      size: entry.uncompressedSize,
      pieces: () => bytesOfEntry(zip, entry, path),
    }));
    return { files, leftOut, close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** The same files without the one folder that all of them are in, if there is one. */
export function withoutTopFolder(files: readonly PiecedFile[]): PiecedFile[] {
  const { length } = sharedTopFolder(files.map(({ path }) => path));
  return files.map((file) => ({ ...file, path: file.path.slice(length) }));
}

async function openChecked(file: string): Promise<ZipFile> {
  try {
    // Names and sizes are checked here, each with its own consequence.
    return await openPromise(file, { autoClose: false, decodeStrings: false, validateEntrySizes: false });
  } catch (error) {
    const kind = otherKind(await readHead(file));
    throw brokenZip(kind === undefined ? error : `it is ${kind}`);
  }
}

async function readEntries(zip: ZipFile): Promise<NamedEntry[]> {
  if (zip.entryCount > mostEntries) throw tooManyEntries();
  try {
    return await Array.fromAsync(entriesOf(zip), withName);
  } catch (error) {
    throw error instanceof ImportError ? error : brokenZip(error);
  }
}

function brokenZip(error: unknown): ImportError {
  const reason = error instanceof Error ? error.message : String(error);
  return new ImportError(`is no zip that can be read: ${reason}`, { cause: error });
}

function refuseBombs(entries: readonly NamedEntry[], fileSize: number): void {
  let all = 0;
  for (const { compressedSize, uncompressedSize } of entries.map(({ entry }) => entry)) {
    all += uncompressedSize;
    if (uncompressedSize > bestRatio * (compressedSize + 1))
      throw new ImportError("holds a file that says it is larger than it can be");
  }
  if (all > importLimits.bytes && all > oddRatio * fileSize)
    throw new ImportError("would unpack to far more than it is");
  let end = 0;
  const places = entries
    .map(({ entry }) => entry)
    .sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  for (const { relativeOffsetOfLocalHeader: start, compressedSize } of places) {
    if (start < end) throw new ImportError("holds files that lie over each other");
    end = start + compressedSize;
  }
}

interface NamedEntry {
  readonly name: string;
  readonly entry: Entry;
}

/** With slashes. Many tools write UTF-8 without saying so; what cannot be that is in the code page of old. */
function withName(entry: Entry): NamedEntry {
  const { fileNameRaw, generalPurposeBitFlag, extraFields } = entry;
  const flags = (generalPurposeBitFlag & ~0x800) | (isUtf8(fileNameRaw) ? 0x800 : 0);
  const name = getFileNameLowLevel(flags, fileNameRaw, extraFields, false);
  // Not needed any more, and each may be of four bytes only: that takes far more memory than the zip itself.
  entry.extraFields = [];
  return { name, entry };
}

/** The files by their paths, each once, and how many have none. */
function filesAmong(entries: readonly NamedEntry[]): { named: NamedEntry[]; leftOut: number } {
  const isNew = onlyOnce();
  const named: NamedEntry[] = [];
  let leftOut = 0;
  for (const { name, entry } of entries) {
    requireInside(name);
    if (name.endsWith("/") || isSymbolicLink(entry) || isJunk(name)) continue;
    if (entry.isEncrypted()) throw new ImportError("is encrypted");
    const path = pathOfEntry(name);
    if (path !== undefined && isNew(path)) named.push({ name: path, entry });
    else leftOut++;
  }
  return { named, leftOut };
}

function isSymbolicLink({ externalFileAttributes }: Entry): boolean {
  return ((externalFileAttributes >>> 16) & 0xf000) === 0xa000;
}
