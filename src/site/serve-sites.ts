import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Context, matchesIfNoneMatch } from "../api/http/index.ts";
import { LecternError } from "../platform/index.ts";
import { encodePath, parseUrl, type ResolvedUrl, resolveSiteUrl } from "../publishing/index.ts";
import { loadAssets, type SiteAssets } from "./assets/index.ts";
import { findFirstPage } from "./first-page.ts";
import { assetsPath, readSitePage, renderNotFound, renderPage, SiteUrls } from "./page/index.ts";
import { compress, PageCache, type RenderedPage } from "./page-cache.ts";
import { readSettings } from "./settings.ts";
import { SiteHosts } from "./site-hosts.ts";
import { claimsInQuery, readCookies, type VisitorCookies, writeCookies } from "./visitor-cookies.ts";

/** The limit of the API's parameters. Requests with longer ones are not matched by its routes. */
const maxSegmentLength = 8192;

/** Serves published sites: below the URL of all sites, and on the hosts of single sites. */
export function serveSites(app: FastifyInstance, context: Context): void {
  const server = new SiteServer(context);
  const hosts = new SiteHosts(context);
  app.addHook("onRequest", async (request, reply) => {
    if (await hosts.isSiteHost(request)) return server.reply(request, reply, hosts.urlOf(request));
  });
  if (hosts.sharesOrigin)
    app.get("/*", (request, reply) => server.reply(request, reply, hosts.urlBelowBase(request)));
}

class SiteServer {
  readonly #context: Context;
  readonly #pages: PageCache;
  #assets: SiteAssets | undefined;

  constructor(context: Context) {
    this.#context = context;
    this.#pages = new PageCache();
  }

  /** Replies to a request for a page or an asset of a site. */
  async reply(request: FastifyRequest, reply: FastifyReply, address: string): Promise<FastifyReply> {
    if (
      request.url
        .replace(/\?.*/s, "")
        .split("/")
        .some(({ length }) => length > maxSegmentLength)
    )
      throw new LecternError(414, "A segment of the URL is too long");
    const url = parseUrl(address);
    const [, asset] = url.pathname.split(`/${assetsPath}/`);
    if (asset !== undefined) return this.#sendAsset(request, reply, asset);
    try {
      return await this.#replyWithPage(request, reply, url);
    } catch (error) {
      if (!(error instanceof LecternError) || error.status !== 404) throw error;
      reply.callNotFound();
      return reply;
    }
  }

  async #replyWithPage(request: FastifyRequest, reply: FastifyReply, url: URL): Promise<FastifyReply> {
    const kept = readCookies(request);
    const claims = claimsInQuery(url.searchParams);
    const resolved = await resolveSiteUrl(this.#context, {
      url: url.href,
      visitor: { ...kept, ...(claims && { unsignedClaims: { ...kept.unsignedClaims, ...claims } }) },
      redirectOnError: true,
    });
    if ("redirect" in resolved) return redirect(reply, resolved.redirect);
    const received = receivedCredentials(url, resolved, claims, kept);
    // Programs without cookies read the page at this URL.
    if (received !== undefined && request.headers["sec-fetch-mode"] === "navigate")
      return keepCredentials(reply, url, resolved, received);
    return this.#sendPage(request, reply, resolved);
  }

  async #sendPage(
    request: FastifyRequest,
    reply: FastifyReply,
    resolved: ResolvedUrl,
  ): Promise<FastifyReply> {
    const context = this.#context;
    const urls = new SiteUrls(resolved.visit.base, context.fileLinks);
    const page = await readSitePage(resolved);
    const settings = await readSettings(context, resolved);
    const assets = this.#loadAssets().names;
    if (page === undefined) {
      const place = { ...resolved, trail: new Map() };
      const missing = await compress(await renderNotFound(context, { place, settings, urls, assets }));
      return send(request, reply.code(404), missing, resolved);
    }
    const first = await findFirstPage(page);
    if (first !== undefined) return redirect(reply, urls.page(first));
    const input = { place: page, settings, urls, assets };
    const rendered = await this.#pages.get(context, input, () => renderPage(context, input));
    return send(request, reply, rendered, resolved);
  }

  #loadAssets(): SiteAssets {
    this.#assets ??= loadAssets();
    return this.#assets;
  }

  #sendAsset(request: FastifyRequest, reply: FastifyReply, name: string): FastifyReply {
    const asset = this.#loadAssets().files.get(name);
    if (asset === undefined) return reply.code(404).type("text/plain").send("Not found");
    const encoding = encodingFor(request);
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
}

function redirect(reply: FastifyReply, location: string): FastifyReply {
  return reply.code(307).headers({ location, "cache-control": "no-store" }).send();
}

type Encoding = "identity" | "gzip" | "br";

function encodingFor({ headers }: FastifyRequest): Encoding {
  const accepted = String(headers["accept-encoding"] ?? "");
  if (/\bbr\b/.test(accepted)) return "br";
  return /\bgzip\b/.test(accepted) ? "gzip" : "identity";
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  page: RenderedPage,
  { site, visit }: ResolvedUrl,
): FastifyReply {
  const isPublic = ["public", "unlisted"].includes(site.visibility) && !("cookie" in request.headers);
  const encoding = encodingFor(request);
  reply.headers({
    etag: page.etag,
    "content-security-policy": page.contentSecurityPolicy,
    "cache-control": isPublic && visit.shareKey === undefined ? "public, max-age=60" : "private, no-cache",
    vary: "accept-encoding, cookie",
    ...(site.visibility !== "public" && { "x-robots-tag": "noindex" }),
  });
  if (matchesIfNoneMatch(request.headers["if-none-match"], page.etag)) return reply.code(304).send();
  return reply
    .headers({
      "content-type": "text/html; charset=utf-8",
      ...(encoding !== "identity" && { "content-encoding": encoding }),
    })
    .send(page.bytes[encoding]);
}

/** The credentials in a URL, which cookies should keep. */
function receivedCredentials(
  url: URL,
  { visit }: ResolvedUrl,
  claims: Record<string, unknown> | undefined,
  kept: VisitorCookies,
): VisitorCookies | undefined {
  const jwtToken = url.searchParams.get("jwt_token") ?? undefined;
  const isKeyInUrl = visit.shareKey !== undefined && visit.base.at(-1) === visit.shareKey;
  const received: VisitorCookies = {
    ...(jwtToken && { jwtToken }),
    ...(isKeyInUrl && { shareKey: visit.shareKey }),
    ...(claims && { unsignedClaims: { ...kept.unsignedClaims, ...claims } }),
  };
  return Object.keys(received).length === 0 ? undefined : received;
}

/** Keeps the credentials in cookies, and redirects to the URL without them. */
function keepCredentials(
  reply: FastifyReply,
  url: URL,
  { visit }: ResolvedUrl,
  received: VisitorCookies,
): FastifyReply {
  const clean = new URL(url);
  for (const name of [...clean.searchParams.keys()])
    if (name === "jwt_token" || name.startsWith("visitor.")) clean.searchParams.delete(name);
  const base = received.shareKey === undefined ? visit.base : visit.base.slice(0, -1);
  const path = encodePath([...base, ...visit.rest]);
  const cookies = writeCookies(received, { path: encodePath(base), isSecure: url.protocol === "https:" });
  return redirect(reply.header("set-cookie", cookies), path + clean.search);
}
