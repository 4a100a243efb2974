import { pipeline, Readable } from "node:stream";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import type { FastifyReply } from "fastify";
import { matchesIfNoneMatch } from "../../api/http/index.ts";
import { encodingFor } from "./encoding.ts";
import type { ResourceCall } from "./resource.ts";
import { cacheControls } from "./send-text.ts";

interface StreamedText {
  readonly type: string;
  /** Differs if the text does. */
  readonly version: string;
  write(): Promise<AsyncIterable<string>>;
}

/** Sends a long text while it is written, compressed, or 304. It is written no faster than the client reads it. */
export async function sendStream(
  { request, reply, isPublic }: Pick<ResourceCall, "request" | "reply" | "isPublic">,
  { type, version, write }: StreamedText,
): Promise<FastifyReply> {
  const etag = `"${version}"`;
  reply.headers({
    etag: `W/${etag}`,
    "content-type": `${type}; charset=utf-8`,
    "cache-control": cacheControls[isPublic ? "public" : "private"],
    vary: "accept, accept-encoding, cookie",
  });
  if (matchesIfNoneMatch(request.headers["if-none-match"], etag)) return reply.code(304).send();
  if (request.method === "HEAD") return reply.send();
  const encoding = encodingFor(request);
  const source = Readable.from(await write(), { objectMode: false, highWaterMark: 64 * 1024 });
  if (encoding === "identity") return reply.send(source);
  const compressor =
    encoding === "br"
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : createGzip();
  // An error destroys both streams, and thereby ends the reply.
  return reply.header("content-encoding", encoding).send(pipeline(source, compressor, () => {}));
}
