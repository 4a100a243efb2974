import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Config } from "../../config/index.ts";
import { checkFileName, type FileRecord, hashLength } from "../../content/index.ts";
import { badInput } from "../../platform/index.ts";
import { FetchError } from "../../platform/safe-fetch/index.ts";
import { decodeBase64 } from "./base64.ts";
import { type BlobSource, blobOf } from "./blobs.ts";

const megabyte = 1024 * 1024;
/** The largest file there may be. */
const largestFile = 100 * megabyte;
const longestFetch = 60_000;
/** An image says how large it is near its beginning. */
const headLength = 256 * 1024;

/** A file that has arrived, but is not yet kept. */
export interface Upload extends BlobSource {
  readonly record: FileRecord;
  dispose(): Promise<void>;
}

/** What all files of one request may take together, so that no request keeps the server busy for hours. */
export class UploadBudget {
  #bytes = 500 * megabyte;
  readonly #deadline = Date.now() + 180_000;

  /** What the next one may take. */
  limits(): { maxBytes: number; timeout: number } {
    const timeout = Math.min(longestFetch, this.#deadline - Date.now());
    if (timeout <= 0)
      throw new FetchError("timeout", "could not be fetched: all files together took more than 180 s");
    return { maxBytes: Math.min(largestFile, this.#bytes), timeout };
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

/** Takes a file in, from the request itself or from an address; mistakes are named by the field. */
export async function receiveUpload(
  input: UploadInput,
  field: string,
  config: Config,
  budget: UploadBudget,
): Promise<Upload> {
  const { url, base64, name } = input;
  checkFileName(name, `${field}.name`);
  if ((url === undefined) === (base64 === undefined))
    throw badInput(field, "must have either url or base64, and not both");
  const contentType = readContentType(input.contentType, `${field}.contentType`);
  if (base64 !== undefined) {
    if (contentType === undefined) throw badInput(`${field}.contentType`, "is required with base64");
    return uploadOf(decodeBase64(base64, `${field}.base64`), { name, contentType });
  }
  return fetchUpload({ name, url: url ?? "", contentType }, `${field}.url`, config, budget);
}

async function uploadOf(bytes: Buffer, file: Pick<FileRecord, "name" | "contentType">): Promise<Upload> {
  const blob = blobOf(bytes);
  const record = await describe(file, blob.hash, blob.size, bytes.subarray(0, headLength));
  return { ...blob, record, dispose: async () => {} };
}

/** A file that is on the disk already, and stays there until it is kept. */
export async function uploadFromDisk(
  path: string,
  file: Pick<FileRecord, "name" | "contentType">,
): Promise<Upload> {
  const digest = new Digest();
  for await (const piece of createReadStream(path)) digest.add(piece);
  const { hash, size, head } = digest.finish();
  const record = await describe(file, hash, size, head);
  return { hash, size, record, read: () => createReadStream(path), dispose: async () => {} };
}

/** Through a file on the disk: a hundred megabytes are too much to hold, and the hash is known only at the end. */
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
    const { safeFetch } = await import("../../platform/safe-fetch/safe-fetch.ts");
    const fetched = await safeFetch(url, { allowPrivateNetwork, ...budget.limits() });
    const { hash, size, head } = await spool(fetched.body, path);
    budget.spend(size);
    const type =
      contentType ?? readContentType(fetched.headers["content-type"]) ?? "application/octet-stream";
    const record = await describe({ name, contentType: type }, hash, size, head);
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

/** What is known of a file when all its bytes have passed by. */
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

async function describe(
  { name, contentType }: Pick<FileRecord, "name" | "contentType">,
  blob: string,
  size: number,
  head: Buffer,
): Promise<FileRecord> {
  const dimensions = contentType.startsWith("image/") ? await measure(head) : undefined;
  return { name, contentType, size, blob, ...(dimensions && { dimensions }) };
}

/** Undefined for what is no image after all, or of a kind that nobody knows. */
async function measure(head: Buffer): Promise<FileRecord["dimensions"]> {
  const { imageSize } = await import("image-size");
  try {
    const { width, height } = imageSize(head);
    return Number.isFinite(width) && Number.isFinite(height) ? { width, height } : undefined;
  } catch {
    return undefined;
  }
}

/** The type in lower case, with its charset and nothing else. A wrong one is refused where a field is named. */
function readContentType(given: string | undefined, field?: string): string | undefined {
  if (given === undefined) return undefined;
  const [first = "", ...parameters] = given.split(";").map((part) => part.trim().toLowerCase());
  if (/^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/.test(first)) {
    const charset = parameters.find((parameter) => /^charset=[a-z0-9_.:-]{1,40}$/.test(parameter));
    return charset === undefined ? first : `${first}; ${charset}`;
  }
  if (field !== undefined) throw badInput(field, "must be a media type such as image/png");
  return undefined;
}
