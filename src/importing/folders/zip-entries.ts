import { pipeline, type Readable } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import type { Entry, ZipFile } from "yauzl";
import { ImportError } from "../source/index.ts";
import { HostileFolderError } from "./folder.ts";

/** The maximum size of the central directory: names, extra fields and comments. One entry may have 192 KB of them. */
const maxDirectoryBytes = 16 * 1024 * 1024;

/** Reads the entries of a zip file. */
export async function* readZipEntries(zip: ZipFile): AsyncGenerator<Entry> {
  let length = 0;
  for await (const entry of zip.eachEntry()) {
    length += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    if (length > maxDirectoryBytes)
      throw new ImportError("is not a readable zip file: its list of files is too long");
    yield entry;
  }
}

/** Decompresses an entry, and checks its size and its checksum. */
export async function* readEntryChunks(zip: ZipFile, entry: Entry, path: string): AsyncGenerator<Buffer> {
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
        throw new HostileFolderError(`${path} is larger than its entry says`);
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError(`${path} is damaged: ${error instanceof Error ? error.message : error}`);
  }
  if (size < entry.uncompressedSize || checksum !== entry.crc32) throw new ImportError(`${path} is damaged`);
}
