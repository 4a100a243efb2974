import { isUtf8 } from "node:buffer";
import { join } from "node:path";
import { pipeline, type Readable } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from "yauzl";
import { describeNonZip, ImportError, importLimits, readHead } from "../source/index.ts";
import {
  commonTopFolder,
  createFolder,
  createUniquenessCheck,
  type Folder,
  type FolderFile,
  HostileFolderError,
  isJunk,
  maxEntries,
  normalizeEntryName,
  requireInside,
  tooManyEntries,
} from "./folder.ts";

/** The maximum compression ratio of DEFLATE. */
const maxRatio = 1032;
/** A zip file with a higher ratio that also exceeds the limits of an import is rejected as a zip bomb. */
const suspiciousRatio = 100;

interface OpenZip {
  readonly files: readonly FolderFile[];
  readonly skipped: number;
  close(): void;
}

/** Opens a zip file as a folder. A single top-level folder is removed from all paths. */
export async function openZipFolder(
  file: string,
  maxTotalBytes: number = importLimits.bytes,
): Promise<Folder> {
  const { files, skipped, close } = await openZip(file);
  return createFolder(withoutTopFolder(files), { close, maxTotalBytes, skipped });
}

/** The maximum number of parts: all of them stay open while files are read. */
const maxParts = 100;

/** Opens the zip files of a folder, which are parts of one tree, as one folder. They are extracted to `tempFolder`. */
export async function openZipParts(
  folder: Folder,
  parts: readonly string[],
  tempFolder: string,
): Promise<Folder> {
  if (parts.length > maxParts) throw new ImportError(`has more than ${maxParts} parts`);
  const zips: OpenZip[] = [];
  const close = () => {
    for (const zip of zips) zip.close();
  };
  try {
    for (const [i, path] of parts.entries()) {
      const to = join(tempFolder, `part-${i}`);
      await folder.extract(path, to, importLimits.bytes);
      zips.push(await openZip(to));
      if (zips.reduce((sum, { files }) => sum + files.length, 0) > maxEntries) throw tooManyEntries();
    }
    const isNew = createUniquenessCheck();
    const files = zips.flatMap((zip) => zip.files).filter(({ path }) => isNew(path));
    const skipped = zips.reduce((sum, zip) => sum + zip.skipped, 0);
    return createFolder(withoutTopFolder(files), { close, skipped });
  } catch (error) {
    close();
    throw error;
  }
}

async function openZip(file: string): Promise<OpenZip> {
  const zip = await openZipFile(file);
  try {
    const entries = await readAllEntries(zip);
    rejectBombs(entries, zip.fileSize);
    return { ...filesOf(zip, entries), close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

function withoutTopFolder(files: readonly FolderFile[]): FolderFile[] {
  const { length } = commonTopFolder(files.map(({ path }) => path));
  return files.map((file) => ({ ...file, path: file.path.slice(length) }));
}

async function openZipFile(file: string): Promise<ZipFile> {
  try {
    // Names and sizes are checked below.
    return await openPromise(file, { autoClose: false, decodeStrings: false, validateEntrySizes: false });
  } catch (error) {
    const kind = describeNonZip(await readHead(file));
    throw unreadableZip(kind === undefined ? error : `it is ${kind}`);
  }
}

async function readAllEntries(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > maxEntries) throw tooManyEntries();
  try {
    return await Array.fromAsync(readZipEntries(zip), decodeEntryName);
  } catch (error) {
    throw error instanceof ImportError ? error : unreadableZip(error);
  }
}

function unreadableZip(error: unknown): ImportError {
  const reason = error instanceof Error ? error.message : String(error);
  return new ImportError(`is not a readable zip file: ${reason}`, { cause: error });
}

function rejectBombs(entries: readonly Entry[], fileSize: number): void {
  let total = 0;
  for (const { compressedSize, uncompressedSize } of entries) {
    total += uncompressedSize;
    if (uncompressedSize > maxRatio * (compressedSize + 1))
      throw new ImportError("contains a file with an impossible size");
  }
  if (total > importLimits.bytes && total > suspiciousRatio * fileSize)
    throw new ImportError("would unpack to far more than its size");
  let end = 0;
  for (const { relativeOffsetOfLocalHeader: start, compressedSize } of entries.toSorted(
    (a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  )) {
    if (start < end) throw new ImportError("contains files that overlap each other");
    end = start + compressedSize;
  }
}

/** Decodes the name of an entry. Many tools write UTF-8 without setting its flag; other names are in code page 437. */
function decodeEntryName(entry: Entry): Entry {
  const { fileNameRaw, generalPurposeBitFlag, extraFields } = entry;
  const flags = (generalPurposeBitFlag & ~0x800) | (isUtf8(fileNameRaw) ? 0x800 : 0);
  entry.fileName = getFileNameLowLevel(flags, fileNameRaw, extraFields, false);
  // Frees memory: a field of four bytes takes far more as an object.
  entry.extraFields = [];
  return entry;
}

function filesOf(zip: ZipFile, entries: readonly Entry[]): Pick<OpenZip, "files" | "skipped"> {
  const isNew = createUniquenessCheck();
  const files: FolderFile[] = [];
  let skipped = 0;
  for (const entry of entries) {
    const { fileName: name, externalFileAttributes } = entry;
    const isSymbolicLink = ((externalFileAttributes >>> 16) & 0xf000) === 0xa000;
    requireInside(name);
    if (name.endsWith("/") || isSymbolicLink || isJunk(name)) continue;
    if (entry.isEncrypted()) throw new ImportError("is encrypted");
    const path = normalizeEntryName(name);
    if (path === undefined || !isNew(path)) skipped++;
    else files.push({ path, size: entry.uncompressedSize, chunks: () => readEntryChunks(zip, entry, path) });
  }
  return { files, skipped };
}

/** The maximum size of the central directory: names, extra fields and comments. One entry may have 192 KB of them. */
const maxDirectoryBytes = 16 * 1024 * 1024;

export async function* readZipEntries(zip: ZipFile): AsyncGenerator<Entry> {
  let length = 0;
  for await (const entry of zip.eachEntry()) {
    length += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    if (length > maxDirectoryBytes)
      throw new ImportError("is not a readable zip file: its list of files is too long");
    yield entry;
  }
}

async function* readEntryChunks(zip: ZipFile, entry: Entry, path: string): AsyncGenerator<Buffer> {
  if (!entry.canDecodeFileData())
    throw new ImportError(`${path} uses an unsupported compression method (${entry.compressionMethod})`);
  let size = 0;
  let checksum = 0;
  try {
    const packed: Readable = await zip.openReadStreamPromise(entry, { decodeFileData: false });
    // Errors of the first stream are passed on to the last, and caught below.
    const chunks: AsyncIterable<Buffer> =
      entry.compressionMethod === 0 ? packed : pipeline(packed, createInflateRaw(), () => {});
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > entry.uncompressedSize)
        throw new HostileFolderError(`${path} is larger than its declared size`);
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError(`${path} is damaged: ${error instanceof Error ? error.message : error}`);
  }
  if (size < entry.uncompressedSize || checksum !== entry.crc32) throw new ImportError(`${path} is damaged`);
}
