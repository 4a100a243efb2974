import type { FastifyReply, FastifyRequest } from "fastify";
import { matchesIfNoneMatch } from "../api/http/index.ts";
import type { Asset } from "./assets/index.ts";
import type { Encoding, RenderedPage } from "./rendered-page.ts";

export function redirect(reply: FastifyReply, location: string): FastifyReply {
  return reply.code(307).headers({ location, "cache-control": "no-store" }).send();
}

function encodingFor({ headers }: FastifyRequest): Encoding {
  const accepted = String(headers["accept-encoding"] ?? "")
    .split(",")
    .filter((choice) => !/;\s*q=0(?:\.0*)?\s*$/.test(choice))
    .map((choice) => choice.split(";", 1)[0]?.trim());
  if (accepted.includes("br")) return "br";
  return accepted.includes("gzip") ? "gzip" : "identity";
}

interface PageOptions {
  /** Whether the page is the same for all visitors. */
  readonly isPublic: boolean;
  readonly isIndexed: boolean;
}

/** Sends a page, or 304. The entity tag is weak, since all encodings of a page have the same one. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: RenderedPage,
  { isPublic, isIndexed }: PageOptions,
): Promise<FastifyReply> {
  reply.headers({
    etag: `W/${page.etag}`,
    "content-security-policy": page.contentSecurityPolicy,
    "cache-control": isPublic ? "public, max-age=60" : "private, no-cache",
    vary: "accept, accept-encoding, cookie",
    ...(!isIndexed && { "x-robots-tag": "noindex" }),
  });
  if (reply.statusCode === 200 && matchesIfNoneMatch(request.headers["if-none-match"], page.etag))
    return reply.code(304).send();
  const encoding = encodingFor(request);
  const bytes = encoding === "br" ? page.bytes("br") : await page.bytes(encoding);
  return reply
    .headers({
      "content-type": "text/html; charset=utf-8",
      ...(encoding !== "identity" && { "content-encoding": encoding }),
    })
    .send(bytes);
}

export function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  asset: Asset | undefined,
): FastifyReply {
  if (asset === undefined) return reply.code(404).type("text/plain").send("Not found");
  const accepted = encodingFor(request);
  const encoding = accepted in asset.bytes ? accepted : "identity";
  return reply
    .headers({
      "content-type": asset.type,
      "cache-control": "public, max-age=31536000, immutable",
      "cross-origin-resource-policy": "same-origin",
      vary: "accept-encoding",
      ...(encoding !== "identity" && { "content-encoding": encoding }),
    })
    .send(asset.bytes[encoding]);
}
