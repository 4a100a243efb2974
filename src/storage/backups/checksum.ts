import { createHash, type Hash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import type { OnProgress } from "../database/dialects/index.ts";

/**
 * The last line of a backup, after the pages of the database. SQLite ignores it, because the header contains the number
 * of pages.
 */
const checksumLine = (checksum: string) => `\nLectern backup SHA-256 ${checksum}\n`;
const checksumLinePattern = /^\nLectern backup SHA-256 ([0-9a-f]{64})\n$/;
const lineLength = checksumLine("0".repeat(64)).length;

/** The number of bytes that are read at a time. */
const chunkSize = 1024 * 1024;

/** Appends a checksum of the whole content to a file, and syncs it. */
export async function appendChecksum(file: string): Promise<void> {
  await using handle = await open(file, "r+");
  const { size } = await handle.stat();
  const checksum = createHash("sha256");
  for await (const chunk of readChunks(handle, size)) checksum.update(chunk);
  await handle.write(checksumLine(checksum.digest("hex")), size);
  await handle.sync();
}

/** Copies a file without its checksum, which must be correct. Returns false if the file has none. */
export function copyVerified(file: string, copy: string, onProgress: OnProgress): Promise<boolean> {
  return readVerified(file, async (content, size) => {
    await using target = await open(copy, "wx", 0o600);
    let copied = 0;
    for await (const chunk of content) {
      await target.writeFile(chunk);
      copied += chunk.length;
      onProgress(copied, size);
    }
  });
}

/** Reads a file with a checksum, which must be correct. Returns false if the file has none. */
export function isVerified(file: string): Promise<boolean> {
  return readVerified(file, async (content) => {
    for await (const _chunk of content);
  });
}

async function readVerified(
  file: string,
  consume: (content: AsyncIterable<Buffer>, size: number) => Promise<void>,
): Promise<boolean> {
  await using source = await open(file);
  const { size } = await source.stat();
  const contentSize = size - lineLength;
  const { buffer } = await source.read(Buffer.alloc(lineLength), 0, lineLength, Math.max(0, contentSize));
  const [, expected] = checksumLinePattern.exec(buffer.toString("latin1")) ?? [];
  if (expected === undefined) return false;
  const checksum = createHash("sha256");
  await consume(hashed(readChunks(source, contentSize), checksum), contentSize);
  if (checksum.digest("hex") !== expected)
    throw new Error("its checksum is wrong, so the file was damaged after it was written");
  return true;
}

async function* hashed(content: AsyncIterable<Buffer>, checksum: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    checksum.update(chunk);
    yield chunk;
  }
}

async function* readChunks(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(chunkSize);
  for (let position = 0; position < size; ) {
    const { bytesRead } = await handle.read(buffer, 0, Math.min(chunkSize, size - position), position);
    if (bytesRead === 0) throw new Error("it became shorter while it was read");
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}
