import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { notFound } from "../../platform/index.ts";
import type { Reader } from "../../storage/database/index.ts";
import { readBlob } from "../../storage/files/index.ts";
import { type Context, matchesIfNoneMatch } from "../http/index.ts";

interface FileRequest {
  Params: { spaceId: string; hash: string; name: string };
  Querystring: { type?: unknown; signature?: unknown };
}

/** Media types that browsers may display, because they cannot run scripts. Files of other types are downloaded. */
const inlineTypes = new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
  "audio/mpeg",
  "audio/ogg",
  "audio/wav",
  "video/mp4",
  "video/webm",
]);

/** Serves files at the signed URLs of `FileLinks`. */
export function serveFiles(app: FastifyInstance, context: Context): void {
  app.get<FileRequest>("/files/:spaceId/:hash/:name", async (request, reply) => {
    const { type, signature } = request.query;
    if (typeof type !== "string" || typeof signature !== "string") throw notFound("File");
    return sendSignedFile(request, reply, context, { ...request.params, type, signature });
  });
}

/** The parts of a signed URL. */
interface SignedFile {
  readonly spaceId: string;
  readonly hash: string;
  readonly name: string;
  readonly type: string;
  readonly signature: string;
}

/** Sends a file by the parts of its signed URL. */
export async function sendSignedFile(
  request: FastifyRequest,
  reply: FastifyReply,
  context: Context,
  { spaceId, hash, name, type, signature }: SignedFile,
): Promise<FastifyReply> {
  const isSignatureValid = context.fileLinks.verify(signature, spaceId, hash, name, type);
  const stored = isSignatureValid ? await findFile(context.database.read, spaceId, hash) : undefined;
  if (stored === undefined) throw notFound("File");
  const disposition = inlineTypes.has(type.split(";", 1)[0] ?? "") ? "inline" : "attachment";
  return sendFile(request, reply, context, {
    ...stored,
    hash,
    headers: {
      "content-type": type,
      "content-disposition": contentDisposition(disposition, name),
      "cache-control": "private, max-age=31536000, immutable",
    },
  });
}

interface StoredFile {
  readonly repositoryId: string;
  readonly size: number;
}

interface ServedFile extends StoredFile {
  readonly hash: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends a file, a range of it, or 304. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, context: Context, file: ServedFile) {
  const tag = `"${file.hash}"`;
  reply.headers({
    etag: tag,
    "accept-ranges": "bytes",
    "content-security-policy": "default-src 'none'; sandbox",
    "cross-origin-resource-policy": "cross-origin",
    ...file.headers,
  });
  if (matchesIfNoneMatch(request.headers["if-none-match"], tag)) return reply.code(304).send();
  return sendBytes(request, reply, context, { ...file, tag });
}

function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  { database }: Context,
  { hash, tag, size, repositoryId }: ServedFile & { tag: string },
): FastifyReply {
  const { range: header, "if-range": condition } = request.headers;
  const acceptsRange = request.method === "GET" && (condition === undefined || condition === tag);
  const range = acceptsRange ? parseRange(header, size) : undefined;
  if (range === "unsatisfiable")
    return reply
      .code(416)
      .header("content-range", `bytes */${size}`)
      .removeHeader("content-disposition")
      .send();
  const { start, end } = range ?? { start: 0, end: size };
  if (range !== undefined) reply.code(206).header("content-range", `bytes ${start}-${end - 1}/${size}`);
  reply.header("content-length", end - start);
  if (request.method === "HEAD") return reply.send(Readable.from([]));
  return reply.send(
    Readable.from(readBlob(database.read, repositoryId, hash, { start, end }), { objectMode: false }),
  );
}

/** Finds a file, unless the space is in the trash or the blob is not in its repository. */
async function findFile(db: Reader, spaceId: string, hash: string): Promise<StoredFile | undefined> {
  return db
    .selectFrom("spaces")
    .innerJoin("contents", "contents.id", "spaces.id")
    .innerJoin("blobs", "blobs.repository_id", "spaces.repository_id")
    .where("spaces.id", "=", spaceId)
    .where("contents.deleted_at", "is", null)
    .where("blobs.hash", "=", hash)
    .select(["blobs.repository_id as repositoryId", "blobs.size"])
    .executeTakeFirst();
}

/** A Content-Disposition header (RFC 6266) for any file name. */
export function contentDisposition(kind: "inline" | "attachment", name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%/]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** Parses a `Range` header. Returns undefined for the whole file, which is sent if several ranges are requested. */
function parseRange(header: string | undefined, size: number) {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size };
  }
  const start = Number(first);
  const end = last === "" ? size : Math.min(Number(last) + 1, size);
  if (start >= size) return "unsatisfiable";
  return start >= end ? undefined : { start, end };
}
