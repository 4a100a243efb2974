import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { notFound } from "../../platform/index.ts";
import type { Reader } from "../../storage/database/index.ts";
import { readBlob } from "../../storage/files/index.ts";
import { type Context, matchesIfNoneMatch } from "../http/index.ts";
import { readRange } from "./range.ts";

interface FileRequest {
  Params: { spaceId: string; hash: string; name: string };
  Querystring: { type?: unknown; signature?: unknown };
}

/** What a browser may show by itself: none of these can run anything. All else is to be saved. */
const shown = new Set([
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

/** Files at the addresses that `FileLinks` makes. */
export function serveFiles(app: FastifyInstance, context: Context): void {
  app.get<FileRequest>("/files/:spaceId/:hash/:name", async (request, reply) => {
    const { spaceId, hash, name } = request.params;
    const { type: contentType, signature } = request.query;
    const isGenuine =
      typeof contentType === "string" &&
      typeof signature === "string" &&
      context.fileLinks.isGenuine({ spaceId, hash, name, contentType }, signature);
    const found = isGenuine ? await findFile(context.database.read, spaceId, hash) : undefined;
    if (found === undefined || typeof contentType !== "string") throw notFound("File");
    return sendFile(request, reply, context, {
      ...found,
      hash,
      headers: {
        "content-type": contentType,
        "content-disposition": contentDisposition(isShown(contentType) ? "inline" : "attachment", name),
        "cache-control": "private, max-age=31536000, immutable",
      },
    });
  });
}

interface FoundFile {
  readonly repositoryId: string;
  readonly size: number;
}

interface SentFile extends FoundFile {
  readonly hash: string;
  /** What it is, and what the other side may do with it. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Answers with a file, a part of it, or the word that the other side has it already. */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  context: Context,
  file: SentFile,
): FastifyReply {
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
  { hash, tag, size, repositoryId }: SentFile & { tag: string },
): FastifyReply {
  const { range, "if-range": condition } = request.headers;
  const isAsked = request.method === "GET" && (condition === undefined || condition === tag);
  const part = isAsked ? readRange(range, size) : undefined;
  if (part === "unsatisfiable")
    return reply
      .code(416)
      .header("content-range", `bytes */${size}`)
      .removeHeader("content-disposition")
      .send();
  const { start, end } = part ?? { start: 0, end: size };
  if (part !== undefined) reply.code(206).header("content-range", `bytes ${start}-${end - 1}/${size}`);
  reply.header("content-length", end - start);
  // Nothing is read for whoever only asks about it.
  if (request.method === "HEAD") return reply.send(Readable.from([]));
  return reply.send(
    Readable.from(readBlob(database.read, repositoryId, hash, { start, end }), { objectMode: false }),
  );
}

/** One question: the space must be there, and the bytes among its own. */
async function findFile(db: Reader, spaceId: string, hash: string): Promise<FoundFile | undefined> {
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

function isShown(contentType: string): boolean {
  return shown.has(contentType.split(";", 1)[0] ?? "");
}

/** Every name can be written this way, and none of them can break out of the header. */
export function contentDisposition(kind: "inline" | "attachment", name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%/]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
