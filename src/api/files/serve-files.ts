import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { notFound } from "../../platform/index.ts";
import type { Reader } from "../../storage/database/index.ts";
import { findBlob, openReading, readBlob } from "../../storage/files/index.ts";
import type { SignedHeaders } from "../../storage/objects/index.ts";
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

/**
 * Other media types without scripts. Files of these and of the inline types may be sent by the object storage, which sends no content
 * security policy.
 */
const downloadTypes = new Set([
  "application/octet-stream",
  "application/pdf",
  "application/zip",
  "application/gzip",
  "video/quicktime",
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
  const [mediaType = ""] = type.split(";", 1);
  const headers = {
    "content-type": type,
    "content-disposition": contentDisposition(inlineTypes.has(mediaType) ? "inline" : "attachment", name),
    "cache-control": "private, max-age=31536000, immutable",
  };
  const redirect = inlineTypes.has(mediaType) || downloadTypes.has(mediaType) ? headers : undefined;
  return sendFile(request, reply, context, { ...stored, hash, headers, redirect });
}

interface StoredFile {
  readonly repositoryId: string;
  readonly size: number;
}

interface ServedFile extends StoredFile {
  readonly hash: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The headers with which the object storage may send the file itself, without those that only Lectern sends. */
  readonly redirect?: SignedHeaders | undefined;
}

/** Smaller files are sent by Lectern: a redirect costs their reader more time than it saves. In bytes. */
const minRedirectSize = 1024 * 1024;

async function findRedirect({ config, database, objects, clock }: Context, file: ServedFile) {
  const { redirect, size, repositoryId, hash } = file;
  if (!config.redirectFiles || objects === undefined || redirect === undefined || size < minRedirectSize)
    return undefined;
  const object = (await findBlob(database.read, repositoryId, hash))?.object ?? undefined;
  return object && objects.signedUrl(object, redirect, clock.time());
}

/** Lectern checks with each request whether the file may still be read, so that the redirect is not cached. */
export function sendRedirect(reply: FastifyReply, url: string): FastifyReply {
  for (const header of ["etag", "accept-ranges", "content-type", "content-disposition"])
    reply.removeHeader(header);
  return reply.code(302).headers({ location: url, "cache-control": "private, no-store" }).send();
}

/** Sends a file, a range of it, 304, or the address at which the object storage sends it. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  context: Context,
  file: ServedFile,
): Promise<FastifyReply> {
  const tag = `"${file.hash}"`;
  reply.headers({
    etag: tag,
    "accept-ranges": "bytes",
    "content-security-policy": "default-src 'none'; sandbox",
    "cross-origin-resource-policy": "cross-origin",
    ...file.headers,
  });
  if (matchesIfNoneMatch(request.headers["if-none-match"], tag)) return reply.code(304).send();
  const url = await findRedirect(context, file);
  if (url !== undefined) return sendRedirect(reply, url);
  const range = startReply(request, reply, { tag, size: file.size });
  if (range === undefined) return reply.send();
  if (request.method === "HEAD") return reply.send(Readable.from([]));
  const bytes = await openReading(readBlob(context, file.repositoryId, file.hash, range));
  return reply.send(Readable.from(bytes, { objectMode: false }));
}

/** Sets status and headers for the whole file or the requested range. Returns undefined if the range is unsatisfiable. */
export function startReply(
  request: FastifyRequest,
  reply: FastifyReply,
  { tag, size }: { readonly tag: string; readonly size: number },
): { start: number; end: number } | undefined {
  const { range: header, "if-range": condition } = request.headers;
  const acceptsRange = request.method === "GET" && (condition === undefined || condition === tag);
  const range = acceptsRange ? parseRange(header, size) : undefined;
  if (range === "unsatisfiable") {
    reply.code(416).header("content-range", `bytes */${size}`).removeHeader("content-disposition");
    return undefined;
  }
  const { start, end } = range ?? { start: 0, end: size };
  if (range !== undefined) reply.code(206).header("content-range", `bytes ${start}-${end - 1}/${size}`);
  reply.header("content-length", end - start);
  return { start, end };
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
  return `${kind}; filename="${ascii}"${ascii === name ? "" : `; filename*=UTF-8''${encoded}`}`;
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
