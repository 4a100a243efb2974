import { type FileHandle, open } from "node:fs/promises";
import { promisify } from "node:util";
import { crc32, deflateRaw } from "node:zlib";
import { LecternError } from "../platform/index.ts";
import type { ExportTarget } from "./export-space.ts";

const deflate = promisify(deflateRaw);

/** The maximum size of a zip file in bytes. Below it, sizes and offsets need no extension of the format. */
const maxSize = 2 * 1024 ** 3;
const maxEntries = 65_535;
const maxPending = 1024 * 1024;
/** Shorter files are stored as they are. */
const minDeflated = 64;
/** Names are in UTF-8. */
const utf8Flag = 0x0800;
/** The first date that the format has, so that equal exports are equal files. */
const date = 0x0021;

interface Entry {
  readonly name: Buffer;
  readonly offset: number;
  readonly method: 0 | 8;
  readonly crc: number;
  readonly size: number;
  readonly storedSize: number;
}

/** Writes files into a zip file, one after the other. `finish` returns its size. */
export async function openZip(path: string): Promise<ExportTarget & { finish(): Promise<number> }> {
  const file = await open(path, "wx");
  const entries: Entry[] = [];
  let position = 0;
  /** What is not written yet: most files are small. */
  let pending: Uint8Array[] = [];
  let pendingSize = 0;
  const flush = async () => {
    const bytes = Buffer.concat(pending);
    [pending, pendingSize] = [[], 0];
    await writeAll(file, bytes, position - bytes.length);
  };
  const append = async (bytes: Uint8Array) => {
    pending.push(bytes);
    pendingSize += bytes.length;
    position += bytes.length;
    if (pendingSize > maxPending) await flush();
    if (position > maxSize)
      throw new LecternError(413, "The export is larger than 2 GB: export it with the command line");
  };
  const writeBytes = async (name: Buffer, bytes: Uint8Array): Promise<Entry> => {
    const offset = position;
    const deflated = bytes.length < minDeflated ? bytes : await deflate(bytes);
    const method = deflated.length < bytes.length ? 8 : 0;
    const stored = method === 8 ? deflated : bytes;
    const entry = {
      name,
      offset,
      method,
      crc: crc32(bytes),
      size: bytes.length,
      storedSize: stored.length,
    } as const;
    await append(localHeader(entry));
    await append(stored);
    return entry;
  };
  /** Files are stored as they are: most are compressed already. Their header is written when their size is known. */
  const writeStream = async (name: Buffer, bytes: AsyncIterable<Uint8Array>): Promise<Entry> => {
    const offset = position;
    let [crc, size] = [0, 0];
    const entry = () => ({ name, offset, method: 0, crc, size, storedSize: size }) as const;
    await append(localHeader(entry()));
    for await (const chunk of bytes) {
      crc = crc32(chunk, crc);
      size += chunk.length;
      await append(chunk);
    }
    await flush();
    await writeAll(file, localHeader(entry()), offset);
    return entry();
  };
  return {
    write: async (path, bytes) => {
      if (path.startsWith("/") || path.split(/[\\/]/).includes(".."))
        throw new Error(`${path} is outside the folder`);
      const name = Buffer.from(path);
      const isWhole = typeof bytes === "string" || bytes instanceof Uint8Array;
      entries.push(await (isWhole ? writeBytes(name, Buffer.from(bytes)) : writeStream(name, bytes)));
    },
    finish: async () => {
      const start = position;
      for (const entry of entries) await append(directoryEntry(entry));
      await append(endOfDirectory(entries.length, start, position - start));
      await flush();
      await file.close();
      return position;
    },
  };
}

async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; )
    done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
}

/** The fields that the header of a file and its entry in the directory share. */
function sharedFields(entry: Entry): number[][] {
  return [
    [20, 2],
    [utf8Flag, 2],
    [entry.method, 2],
    [0, 2],
    [date, 2],
    [entry.crc, 4],
    [entry.storedSize, 4],
    [entry.size, 4],
    [entry.name.length, 2],
    [0, 2],
  ];
}

function localHeader(entry: Entry): Buffer {
  return Buffer.concat([fields([[0x04034b50, 4], ...sharedFields(entry)]), entry.name]);
}

function directoryEntry(entry: Entry): Buffer {
  const rest = [
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 4],
    [entry.offset, 4],
  ];
  return Buffer.concat([fields([[0x02014b50, 4], [20, 2], ...sharedFields(entry), ...rest]), entry.name]);
}

/** With more entries than the format has, the extended end comes before it. */
function endOfDirectory(count: number, start: number, size: number): Buffer {
  const shortCount = Math.min(count, maxEntries);
  const end = fields([
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [shortCount, 2],
    [shortCount, 2],
    [size, 4],
    [start, 4],
    [0, 2],
  ]);
  if (count < maxEntries) return end;
  const extended = fields([
    [0x06064b50, 4],
    [44, 8],
    [45, 2],
    [45, 2],
    [0, 4],
    [0, 4],
    [count, 8],
    [count, 8],
    [size, 8],
    [start, 8],
  ]);
  const locator = fields([
    [0x07064b50, 4],
    [0, 4],
    [start + size, 8],
    [1, 4],
  ]);
  return Buffer.concat([extended, locator, end]);
}

/** Numbers in little endian, with their lengths in bytes. */
function fields(values: readonly (readonly number[])[]): Buffer {
  const length = values.reduce((sum, [, bytes = 0]) => sum + bytes, 0);
  const buffer = Buffer.alloc(length);
  let at = 0;
  for (const [value = 0, bytes = 0] of values) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at);
    else buffer.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return buffer;
}
