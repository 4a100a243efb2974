import { pipeline, type Readable } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import type { Entry, ZipFile } from "yauzl";
import { ImportError } from "../source/index.ts";
import { HostileFolderError } from "./folder.ts";

/** The bytes of an entry, unpacked piece by piece, and no more of them than it says it has. */
export async function* bytesOfEntry(zip: ZipFile, entry: Entry, path: string): AsyncGenerator<Buffer> {
  if (!entry.canDecodeFileData())
    throw new ImportError(`${path} is packed in a way that is not understood (${entry.compressionMethod})`);
  let size = 0;
  let checksum = 0;
  try {
    for await (const piece of await openEntry(zip, entry)) {
      size += piece.length;
      if (size > entry.uncompressedSize) throw new HostileFolderError(`${path} unpacks to more than it says`);
      checksum = crc32(piece, checksum);
      yield piece;
    }
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError(`${path} is damaged: ${error instanceof Error ? error.message : error}`);
  }
  if (size < entry.uncompressedSize || checksum !== entry.crc32) throw new ImportError(`${path} is damaged`);
}

async function openEntry(zip: ZipFile, entry: Entry): Promise<AsyncIterable<Buffer>> {
  const packed: Readable = await zip.openReadStreamPromise(entry, { decodeFileData: false });
  // An error comes out of the last stream as well, where it is caught.
  return entry.compressionMethod === 0 ? packed : pipeline(packed, createInflateRaw(), () => {});
}
