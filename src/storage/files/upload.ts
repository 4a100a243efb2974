import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { imageSize } from "image-size";
import type { Config } from "../../config/index.ts";
import { checkFileName, type FileRecord, hashLength } from "../../content/index.ts";
import { badInput } from "../../platform/index.ts";
import { FetchError, safeFetch } from "../../platform/safe-fetch/index.ts";
import { type BlobSource, blobOf } from "./blobs.ts";

const megabyte = 1024 * 1024;
export const maxFileSize = 100 * megabyte;
const maxFetchTime = 60_000;
/** The dimensions of an image are within these first bytes. */
const headLength = 256 * 1024;

/** A file that has been received but not yet stored. */
export interface Upload extends BlobSource {
  readonly record: FileRecord;
  dispose(): Promise<void>;
}

/** Limits the bytes and the time of all files of one request. */
export class UploadBudget {
  #bytes = 500 * megabyte;
  readonly #deadline = Date.now() + 180_000;

  /** The limits for the next file. */
  limits(): { maxBytes: number; timeout: number } {
    const timeout = Math.min(maxFetchTime, this.#deadline - Date.now());
    if (timeout <= 0)
      throw new FetchError("timeout", "could not be fetched: all files together took more than 180 s");
    return { maxBytes: Math.min(maxFileSize, this.#bytes), timeout };
  }

  spend(bytes: number): void {
    this.#bytes -= bytes;
  }
}

export interface UploadInput {
  readonly name: string;
  readonly contentType?: string;
  readonly url?: string;
  readonly base64?: string;
}

/** Receives a file from the request body or from a URL. Throws an error about `field` if it is invalid. */
export async function receiveUpload(input: UploadInput, field: string, config: Config, budget: UploadBudget) {
  const { url, base64, name } = input;
  checkFileName(name, `${field}.name`);
  if ((url === undefined) === (base64 === undefined))
    throw badInput(field, "must have either url or base64, but not both");
  const contentType = readContentType(input.contentType, `${field}.contentType`);
  if (base64 !== undefined) {
    if (contentType === undefined) throw badInput(`${field}.contentType`, "is required with base64");
    return uploadOf(decodeBase64(base64, `${field}.base64`), { name, contentType });
  }
  return fetchUpload({ name, url: url ?? "", contentType }, `${field}.url`, config, budget);
}

function uploadOf(bytes: Buffer, file: Pick<FileRecord, "name" | "contentType">): Upload {
  const blob = blobOf(bytes);
  const record = createRecord(file, blob.hash, blob.size, bytes.subarray(0, headLength));
  return { ...blob, record, dispose: async () => {} };
}

/** A file on disk, which must stay there until it is stored. */
export async function uploadFromDisk(
  path: string,
  file: Pick<FileRecord, "name" | "contentType">,
): Promise<Upload> {
  const digest = new Digest();
  for await (const piece of createReadStream(path)) digest.add(piece);
  const { hash, size, head } = digest.finish();
  const record = createRecord(file, hash, size, head);
  return { hash, size, record, read: () => createReadStream(path), dispose: async () => {} };
}

/** Spools the response to disk, since it may be too large for memory and its hash is known only at the end. */
async function fetchUpload(
  { name, url, contentType }: { name: string; url: string; contentType: string | undefined },
  field: string,
  { allowPrivateNetwork }: Config,
  budget: UploadBudget,
): Promise<Upload> {
  const folder = await mkdtemp(join(tmpdir(), "lectern-upload-"));
  const dispose = () => rm(folder, { recursive: true, force: true });
  const path = join(folder, "file");
  try {
    const fetched = await safeFetch(url, { allowPrivateNetwork, ...budget.limits() });
    const { hash, size, head } = await spool(fetched.body, path);
    budget.spend(size);
    const type =
      contentType ?? readContentType(fetched.headers["content-type"]) ?? "application/octet-stream";
    const record = createRecord({ name, contentType: type }, hash, size, head);
    return { hash, size, record, read: () => createReadStream(path), dispose };
  } catch (error) {
    await dispose();
    if (error instanceof FetchError) throw badInput(field, error.message);
    throw error;
  }
}

async function spool(body: AsyncIterable<Buffer>, path: string) {
  const digest = new Digest();
  const file = await open(path, "wx");
  try {
    for await (const piece of body) {
      digest.add(piece);
      await file.write(piece);
    }
  } finally {
    await file.close();
  }
  return digest.finish();
}

/** Computes hash, size and first bytes of a stream. */
class Digest {
  readonly #hash = createHash("sha256");
  readonly #head: Buffer[] = [];
  #size = 0;

  add(piece: Buffer): void {
    this.#hash.update(piece);
    if (this.#size < headLength) this.#head.push(piece);
    this.#size += piece.length;
  }

  finish(): { hash: string; size: number; head: Buffer } {
    const hash = this.#hash.digest("base64url").slice(0, hashLength);
    return { hash, size: this.#size, head: Buffer.concat(this.#head) };
  }
}

function createRecord(
  { name, contentType }: Pick<FileRecord, "name" | "contentType">,
  blob: string,
  size: number,
  head: Buffer,
): FileRecord {
  const dimensions = contentType.startsWith("image/") ? readDimensions(head) : undefined;
  return { name, contentType, size, blob, ...(dimensions && { dimensions }) };
}

/** The dimensions of an image; undefined if the format is unknown. */
function readDimensions(head: Buffer): FileRecord["dimensions"] {
  try {
    const { width, height } = imageSize(head);
    return Number.isFinite(width) && Number.isFinite(height) ? { width, height } : undefined;
  } catch {
    return undefined;
  }
}

/** The media type in lower case, with its charset. With a field, an invalid type is an error. */
export function readContentType(given: string | undefined, field?: string): string | undefined {
  if (given === undefined) return undefined;
  const [first = "", ...parameters] = given.split(";").map((part) => part.trim().toLowerCase());
  if (/^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/.test(first)) {
    const charset = parameters.find((parameter) => /^charset=[a-z0-9_.:-]{1,40}$/.test(parameter));
    return charset === undefined ? first : `${first}; ${charset}`;
  }
  if (field !== undefined) throw badInput(field, "must be a media type such as image/png");
  return undefined;
}

/** Decodes base64, which many tools break into lines. Throws an error about `field` if it is invalid. */
export function decodeBase64(given: string, field: string): Buffer {
  const text = given.replace(/[\r\n]+/g, "");
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0)
    throw badInput(field, "is not valid base64");
  return Buffer.from(text, "base64");
}
