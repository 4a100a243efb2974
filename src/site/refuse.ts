import type { FastifyReply, FastifyRequest } from "fastify";
import type { LRUCache } from "lru-cache";
import type { Context } from "../api/http/index.ts";
import { InvalidVisitorJwt, LecternError, PreviewEnded, VisitorTokenRequired } from "../platform/index.ts";
import type { AssetNames } from "./assets/index.ts";
import { localeOf, type RefusalReason, renderRefusal, type SiteUrls } from "./page/index.ts";
import { findRefusalLook } from "./refusal-look.ts";
import { compressPage, type RenderedPage } from "./rendered-page.ts";
import { acceptsHtml, sendPage } from "./replies.ts";
import { cacheControls } from "./resource/index.ts";

interface RefusedRequest {
  readonly context: Context;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly error: unknown;
  /** The URL that the visitor has opened. */
  readonly url: string;
  readonly urls: SiteUrls;
  readonly assets: AssetNames;
  /** The pages that were rendered before, by path, reason, language and look. */
  readonly pages: LRUCache<string, Promise<RenderedPage>>;
}

/** Replies to a request for a site that has failed: to browsers with a page, to programs as the API does. */
export async function refuse(refused: RefusedRequest): Promise<FastifyReply> {
  const { context, request, reply, error, url, urls, assets, pages } = refused;
  if (!acceptsHtml(request)) {
    // Without it, caches may keep a 404 and show it to visitors who may see the page.
    reply.headers({ "cache-control": cacheControls.none, vary: "accept, cookie" });
    if (!(error instanceof LecternError) || error.status !== 404) throw error;
    reply.callNotFound();
    return reply;
  }
  const { status, reason } = describe(error);
  if (status >= 500) context.log.error({ err: error, requestId: request.id }, "request failed");
  const locale = localeOf(request.headers["accept-language"]);
  const look = await findRefusalLook(context, url);
  const key = `${urls.page([])} ${reason} ${locale} ${look?.key ?? ""}`;
  const page = pages.get(key) ?? compressPage(renderRefusal({ reason, locale, urls, assets, look }));
  pages.set(key, page);
  if (error instanceof LecternError) reply.headers(error.headers);
  return sendPage(request, reply.code(status), await page, { cache: "none", isIndexed: false });
}

function describe(error: unknown): { readonly status: number; readonly reason: RefusalReason } {
  if (error instanceof InvalidVisitorJwt) return { status: error.status, reason: "invalidToken" };
  // The API does not tell programs that the site exists.
  if (error instanceof VisitorTokenRequired) return { status: 403, reason: "tokenRequired" };
  if (error instanceof PreviewEnded) return { status: error.status, reason: "previewEnded" };
  const status = error instanceof LecternError ? error.status : 500;
  if (status === 404) return { status, reason: "siteNotFound" };
  if (status === 429) return { status, reason: "tooManyRequests" };
  return { status, reason: status >= 500 ? "failed" : "badAddress" };
}
