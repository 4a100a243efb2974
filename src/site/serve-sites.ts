import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../api/http/index.ts";
import { LecternError } from "../platform/index.ts";
import { parseUrl, type ResolvedUrl, resolveSiteUrl } from "../publishing/index.ts";
import { loadAssets, readFontAsset, type SiteAssets } from "./assets/index.ts";
import { findFirstPage } from "./first-page.ts";
import {
  assetsPath,
  type FrameInput,
  parsePart,
  readSitePage,
  renderNotFound,
  renderPage,
  renderTreeFragment,
  renderTreePage,
  SiteUrls,
  treePath,
} from "./page/index.ts";
import { PageCache } from "./page-cache.ts";
import { compressPage } from "./rendered-page.ts";
import { redirect, sendAsset, sendPage } from "./replies.ts";
import { readSettings } from "./settings.ts";
import { SiteHosts } from "./site-hosts.ts";
import { type Credentials, deleteToken, keepCredentials, readCredentials } from "./visitor-credentials.ts";

/** The limit of the API's parameters. Requests with longer ones are not matched by its routes. */
const maxSegmentLength = 8192;

/**
 * Serves published sites: below the URL of all sites, and on the hosts of single sites. It must be called before other
 * routes are registered: on the host of a site, every path is the site's.
 */
export function serveSites(app: FastifyInstance, context: Context): void {
  const server = new SiteServer(context);
  const hosts = new SiteHosts(context);
  app.addHook("onRequest", async (request, reply) => {
    if (await hosts.isForSite(request)) return server.reply(request, reply, hosts.urlOf(request));
  });
  if (hosts.sharesOrigin)
    app.get("/*", (request, reply) => server.reply(request, reply, hosts.urlBelowBase(request)));
}

class SiteServer {
  readonly #context: Context;
  readonly #pages = new PageCache();
  #assets: SiteAssets | undefined;

  constructor(context: Context) {
    this.#context = context;
  }

  /** Replies to a request for a page or an asset of a site. */
  async reply(request: FastifyRequest, reply: FastifyReply, address: string): Promise<FastifyReply> {
    if (!["GET", "HEAD"].includes(request.method))
      throw new LecternError(405, "Pages of a site can only be read", { Allow: "GET, HEAD" });
    const [path = ""] = request.url.split("?", 1);
    if (path.split("/").some(({ length }) => length > maxSegmentLength))
      throw new LecternError(414, "A segment of the URL is too long");
    const url = parseUrl(address);
    const [, asset] = url.pathname.split(`/${assetsPath}/`);
    if (asset !== undefined)
      return sendAsset(request, reply, this.#loadAssets().files.get(asset) ?? (await readFontAsset(asset)));
    const [parent = "", tree] = url.pathname.split(`/${treePath}/`);
    if (tree !== undefined) url.pathname = parent;
    try {
      return await this.#replyWithPage(request, reply, url, tree);
    } catch (error) {
      if (!(error instanceof LecternError) || error.status !== 404) throw error;
      reply.callNotFound();
      return reply;
    }
  }

  /** Replies with a page, or with the part of the page tree below the URL that `tree` names. */
  async #replyWithPage(
    request: FastifyRequest,
    reply: FastifyReply,
    url: URL,
    tree: string | undefined,
  ): Promise<FastifyReply> {
    const credentials = readCredentials(request, url);
    const resolved = await this.#resolve(reply, url, credentials);
    if ("redirect" in resolved)
      return redirect(
        reply,
        resolved.target === "content" ? resolved.redirect + url.search : resolved.redirect,
      );
    // Programs read the page at this URL, since they may not keep cookies.
    const isBrowser = request.headers.accept?.includes("text/html") === true;
    const kept = isBrowser ? keepCredentials(reply, url, resolved, credentials) : undefined;
    if (kept !== undefined) return redirect(reply, kept);
    return this.#replyWithResolved(request, reply, resolved, credentials, tree);
  }

  /** Resolves a URL. A kept token that is no longer valid is ignored and deleted, so that it cannot lock the visitor out. */
  async #resolve(reply: FastifyReply, url: URL, { visitor, hasKeptToken }: Credentials) {
    try {
      return await resolveSiteUrl(this.#context, { url: url.href, visitor, redirectOnError: !hasKeptToken });
    } catch (error) {
      if (!hasKeptToken || !(error instanceof LecternError) || error.status !== 400) throw error;
      deleteToken(reply, url);
      const { jwtToken, ...others } = visitor;
      return resolveSiteUrl(this.#context, { url: url.href, visitor: others, redirectOnError: true });
    }
  }

  async #replyWithResolved(
    request: FastifyRequest,
    reply: FastifyReply,
    resolved: ResolvedUrl,
    { isPersonal }: Credentials,
    tree: string | undefined,
  ): Promise<FastifyReply> {
    const context = this.#context;
    const urls = new SiteUrls(resolved.visit.base, context.fileLinks);
    const settings = await readSettings(context, resolved);
    const assets = this.#loadAssets().names;
    const isPublic = ["public", "unlisted"].includes(resolved.site.visibility) && !isPersonal;
    const options = { isPublic, isIndexed: resolved.site.visibility === "public" };
    const page = tree === undefined ? await readSitePage(resolved) : undefined;
    const first = page && (await findFirstPage(page));
    if (first !== undefined) return redirect(reply, urls.page(first));
    const place = { ...resolved, trail: new Map() };
    const rendered =
      page === undefined
        ? tree !== undefined && (await this.#renderTree(request, { place, settings, urls, assets }, tree))
        : await this.#pages.get(context, { place: page, settings, urls, assets }, "page", (input) =>
            renderPage(context, input),
          );
    if (rendered) return sendPage(request, reply, rendered, options);
    const missing = await compressPage(await renderNotFound(context, { place, settings, urls, assets }));
    return sendPage(request, reply.code(404), missing, options);
  }

  async #renderTree(request: FastifyRequest, input: FrameInput, path: string) {
    const part = parsePart(path);
    const isFragment = request.url.endsWith("?fragment");
    const render = isFragment ? renderTreeFragment : renderTreePage;
    const name = `${isFragment ? "fragment" : "list"} ${path}`;
    return (
      part && this.#pages.get(this.#context, input, name, (recorded) => render(this.#context, recorded, part))
    );
  }

  #loadAssets(): SiteAssets {
    this.#assets ??= loadAssets();
    return this.#assets;
  }
}
