import type { FastifyReply, FastifyRequest } from "fastify";
import { matchesIfNoneMatch } from "../api/http/index.ts";
import type { Asset } from "../platform/index.ts";
import type { RenderedPage } from "./rendered-page.ts";
import { cacheControls, encodingFor } from "./resource/index.ts";

/** Whether a browser asks for a page. Programs get the replies of the API instead of pages about errors. */
export function acceptsHtml({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes("text/html") === true;
}

/** Redirects once, for example to a page that may be another one next time. */
export function redirect(reply: FastifyReply, location: string): FastifyReply {
  return reply.code(307).headers({ location, "cache-control": "no-store" }).send();
}

/** Redirects to the canonical path of a page. A public redirect may be kept as long as a page: the path may be used again. */
export function redirectPermanently(reply: FastifyReply, location: string, isPublic: boolean): FastifyReply {
  const headers = isPublic
    ? { "cache-control": cacheControls.public, vary: "accept, cookie" }
    : { "cache-control": cacheControls.none };
  return reply
    .code(308)
    .headers({ location, ...headers })
    .send();
}

interface PageOptions {
  /** `public`: the page is the same for all visitors. `private`: it depends on the visitor. */
  readonly cache: keyof typeof cacheControls;
  readonly isIndexed: boolean;
}

/** Sends a page, or 304. The entity tag is weak, since all encodings of a page have the same one. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: RenderedPage,
  { cache, isIndexed }: PageOptions,
): Promise<FastifyReply> {
  reply.headers({
    etag: `W/${page.etag}`,
    "content-security-policy": page.contentSecurityPolicy,
    "cache-control": cacheControls[cache],
    vary: "accept, accept-encoding, cookie",
    ...(!isIndexed && { "x-robots-tag": "noindex" }),
    ...(page.link !== undefined && { link: page.link }),
  });
  if (reply.statusCode === 200 && matchesIfNoneMatch(request.headers["if-none-match"], page.etag))
    return reply.code(304).send();
  const encoding = encodingFor(request);
  const bytes = encoding === "br" ? page.bytes("br") : await page.bytes(encoding);
  return reply
    .headers({
      "content-type": `${page.type ?? "text/html"}; charset=utf-8`,
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
      "cross-origin-resource-policy": asset.isForOtherOrigins ? "cross-origin" : "same-origin",
      vary: "accept-encoding",
      ...(encoding !== "identity" && { "content-encoding": encoding }),
    })
    .send(asset.bytes[encoding]);
}
