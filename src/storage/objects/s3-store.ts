import type { Config, ObjectStorageConfig } from "../../config/index.ts";
import type { ByteRange, ObjectStore, SignedHeaders, StoredObject } from "./object-store.ts";
import { elementsOf, S3Error, type S3Limits, S3Requests } from "./s3-requests.ts";

/** In bytes. Larger objects are stored in parts of this size, one at a time; S3 accepts no parts below 5 MB. */
const partSize = 8 * 1024 * 1024;
/** How many objects are removed at the same time. Not every service can remove several with one request. */
const removedAtOnce = 8;
/** A signed URL changes after this time in milliseconds, so that browsers can cache what they read at it. */
const signingInterval = 900_000;
/** How long a signed URL is valid at least, in milliseconds. */
const minValidity = 3_600_000;

/** Opens the configured store, if there is one. Sends no request. */
export function openObjects({ objectStorage }: Pick<Config, "objectStorage">): ObjectStore | undefined {
  return objectStorage && openS3(objectStorage);
}

export function openS3(config: ObjectStorageConfig, limits?: S3Limits): ObjectStore {
  const { bucket, prefix } = config;
  const requests = new S3Requests(config, limits);
  const folder = prefix === "" ? "" : `${prefix}/`;
  const keyOf = (name: string) => folder + name;

  return asAvailable({
    address: `s3://${bucket}${prefix && `/${prefix}`}`,
    origin: new URL(requests.bucketUrl).origin,

    async put(name, content) {
      const parts = inParts(content);
      const first = await parts.next();
      const second = first.done ? first : await parts.next();
      const body = first.done ? new Uint8Array() : first.value;
      if (second.done) await requests.send({ method: "PUT", key: keyOf(name), body });
      else await putInParts(requests, keyOf(name), chain([body, second.value], parts));
    },

    async get(name, range) {
      if (range.start === range.end) return (await this.size(name)) === undefined ? undefined : none();
      const answer = await requests.send(
        { method: "GET", key: keyOf(name), headers: { range: `bytes=${range.start}-${range.end - 1}` } },
        [404],
      );
      if (answer.status === 404) return requireMissingObject(answer);
      return readBody(answer, range);
    },

    size: (name) => sizeOf(requests, keyOf(name)),

    async removeMany(names) {
      for (let start = 0; start < names.length; start += removedAtOnce)
        await Promise.all(
          names.slice(start, start + removedAtOnce).map(async (name) => {
            const answer = await requests.send({ method: "DELETE", key: keyOf(name) }, [404]);
            await answer.body?.cancel();
          }),
        );
    },

    list: (start) => listObjects(requests, folder, start),

    async signedUrl(name, headers: SignedHeaders, now) {
      const signedAt = new Date(now - (now % signingInterval)).toISOString().replace(/[:-]|\.\d{3}/g, "");
      const query: Record<string, string> = {
        "X-Amz-Expires": String((minValidity + signingInterval) / 1000),
      };
      for (const [header, value] of Object.entries(headers)) query[`response-${header}`] = value;
      return requests.signUrl(keyOf(name), query, signedAt);
    },
  });
}

async function sizeOf(requests: S3Requests, key: string): Promise<number | undefined> {
  const answer = await requests.send({ method: "HEAD", key }, [404]);
  return answer.status === 404 ? undefined : Number(answer.headers.get("content-length"));
}

/** Joins pieces to parts of equal size. */
async function* inParts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let [pieces, size]: [Uint8Array[], number] = [[], 0];
  for await (const piece of content) {
    pieces.push(piece);
    size += piece.length;
    if (size < partSize) continue;
    const joined = Buffer.concat(pieces);
    let offset = 0;
    for (; size - offset >= partSize; offset += partSize) yield joined.subarray(offset, offset + partSize);
    [pieces, size] = [[joined.subarray(offset)], size - offset];
  }
  if (size > 0) yield Buffer.concat(pieces);
}

async function* chain<T>(first: readonly T[], rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield* first;
  yield* rest;
}

/** A multipart upload. The object exists when it is completed. */
async function putInParts(
  requests: S3Requests,
  key: string,
  parts: AsyncIterable<Uint8Array<ArrayBuffer>>,
): Promise<void> {
  const begun = await requests.send({ method: "POST", key, query: { uploads: "" } });
  const [uploadId] = elementsOf(await begun.text(), "UploadId");
  if (uploadId === undefined) throw new S3Error(200, "", "the store began no multipart upload");
  try {
    const tags: string[] = [];
    let size = 0;
    for await (const body of parts) {
      size += body.length;
      const query = { partNumber: String(tags.length + 1), uploadId };
      const answer = await requests.send({ method: "PUT", key, query, body });
      await answer.body?.cancel();
      tags.push(answer.headers.get("etag") ?? "");
    }
    await complete(requests, key, uploadId, tags).catch(async (error: unknown) => {
      // An attempt to complete it may have succeeded without an answer. Names are new, so an object of this name is the uploaded one.
      if ((await sizeOf(requests, key).catch(() => undefined)) !== size) throw error;
    });
  } catch (error) {
    await requests.send({ method: "DELETE", key, query: { uploadId } }).catch(() => {});
    throw error;
  }
}

async function complete(requests: S3Requests, key: string, uploadId: string, tags: readonly string[]) {
  const parts = tags.map((tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
  const body = new TextEncoder().encode(
    `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join("")}</CompleteMultipartUpload>`,
  );
  const answer = await requests.send({ method: "POST", key, query: { uploadId }, body });
  // An error may come after the status.
  const text = await answer.text();
  const [code] = elementsOf(text, "Code");
  if (code !== undefined) throw new S3Error(500, code, elementsOf(text, "Message")[0] ?? code);
}

/** A bucket that does not exist is another mistake than a missing object. */
async function requireMissingObject(answer: Response): Promise<undefined> {
  const [code] = elementsOf(await answer.text(), "Code");
  if (code === "NoSuchBucket") throw new S3Error(404, code, "the bucket does not exist");
  return undefined;
}

/** Throws if the store sends fewer or more bytes than the range has. */
async function* readBody({ body }: Response, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
  let position = start;
  if (body !== null)
    for await (const piece of body) {
      position += piece.length;
      yield piece;
    }
  if (position !== end) throw new S3Error(200, "", `an object has ${position} bytes instead of ${end}`);
}

async function* none(): AsyncGenerator<Uint8Array> {}

async function* listObjects(
  requests: S3Requests,
  folder: string,
  start: string,
): AsyncGenerator<StoredObject> {
  for (let token: string | undefined = ""; token !== undefined; ) {
    const query: Record<string, string> = { "list-type": "2", prefix: folder + start };
    if (token !== "") query["continuation-token"] = token;
    const text: string = await (await requests.send({ method: "GET", query })).text();
    for (const entry of elementsOf(text, "Contents")) {
      const [key = ""] = elementsOf(entry, "Key");
      const [size] = elementsOf(entry, "Size");
      const [modifiedAt = ""] = elementsOf(entry, "LastModified");
      yield { name: key.slice(folder.length), size: Number(size), modifiedAt };
    }
    token = elementsOf(text, "NextContinuationToken")[0];
  }
}

/** Reports errors of the store to clients as 503. */
function asAvailable(store: ObjectStore): ObjectStore {
  const translate = (error: unknown): never => {
    throw error instanceof S3Error ? error.toClientError() : error;
  };
  return {
    ...store,
    put: (...args) => store.put(...args).catch(translate),
    get: (...args) => store.get(...args).catch(translate),
    size: (...args) => store.size(...args).catch(translate),
    removeMany: (...args) => store.removeMany(...args).catch(translate),
  };
}
