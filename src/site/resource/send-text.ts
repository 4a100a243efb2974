import { hash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { matchesIfNoneMatch } from "../../api/http/index.ts";
import { encodingFor } from "./encoding.ts";
import type { ResourceCall } from "./resource.ts";

export const cacheControls = {
  public: "public, max-age=60, must-revalidate",
  private: "private, no-cache",
  none: "no-store",
} as const;

export interface TextReply {
  readonly type: string;
  readonly text: string;
  readonly status?: number;
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Sends a text, compressed, or 304. Proxies may keep it if it is the same for all visitors. */
export async function sendText(
  { request, reply, isPublic }: Pick<ResourceCall, "request" | "reply" | "isPublic">,
  { type, text, status = 200 }: TextReply,
) {
  const bytes = Buffer.from(text);
  const etag = `"${hash("sha256", bytes, "base64url").slice(0, 22)}"`;
  reply.code(status).headers({
    etag: `W/${etag}`,
    "content-type": `${type}; charset=utf-8`,
    "cache-control": cacheControls[isPublic ? "public" : "private"],
    vary: "accept, accept-encoding, cookie",
  });
  if (status === 200 && matchesIfNoneMatch(request.headers["if-none-match"], etag))
    return reply.code(304).send();
  const encoding = encodingFor(request);
  if (encoding === "identity") return reply.send(bytes);
  const compressed =
    encoding === "br"
      ? await toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : await toGzip(bytes);
  return reply.header("content-encoding", encoding).send(compressed);
}
