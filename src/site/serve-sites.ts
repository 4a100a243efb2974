import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { sendSignedFile } from "../api/files/index.ts";
import { sendFontFile } from "../api/fonts/index.ts";
import { hostnameProof, hostnameProofPath } from "../api/hostnames/index.ts";
import type { Context } from "../api/http/index.ts";
import { badInput, LecternError, notFound } from "../platform/index.ts";
import {
  decodeSegments,
  encodePath,
  isPreviewUrl,
  parseUrl,
  publishedUrl,
  type ResolvedUrl,
  resolvePreviewLink,
  resolveSiteUrl,
} from "../publishing/index.ts";
import { proxyPath, proxyRequest, readClientAsset } from "./api-requests/index.ts";
import { loadAssets, readFontAsset, type SiteAssets } from "./assets/index.ts";
import { replyWithApiRobots, replyWithSiteRobots } from "./discovery/index.ts";
import { recordRequestFor } from "./events/index.ts";
import { findPreviewer } from "./find-previewer.ts";
import { isMarkdownPath, prefersMarkdown } from "./markdown/index.ts";
import {
  assetsPath,
  type FrameInput,
  filesPath,
  findFirstPage,
  findNearestPages,
  parsePart,
  readSitePage,
  renderNoPages,
  renderNotFound,
  renderPage,
  renderTreeFragment,
  renderTreePage,
  SiteUrls,
  treePath,
  type WrittenPage,
  wordsOfPath,
} from "./page/index.ts";
import { type CachedPage, PageCache, type PagePart } from "./page-cache.ts";
import { PublicPages, type ShownPage } from "./public-pages.ts";
import { refuse } from "./refuse.ts";
import { compressPage, type RenderedPage } from "./rendered-page.ts";
import { acceptsHtml, redirect, redirectPermanently, sendAsset, sendPage } from "./replies.ts";
import {
  type PageInput,
  type PublicMarkdown,
  replyWithMarkdown,
  replyWithMarkdownFile,
} from "./reply-with-markdown.ts";
import { countRendering, type ResourceMatch, type SiteResource } from "./resource/index.ts";
import { resources } from "./resources.ts";
import { readSettings } from "./settings.ts";
import { type SiteAddress, SiteHosts } from "./site-hosts.ts";
import {
  type Credentials,
  deleteToken,
  keepCredentials,
  noCredentials,
  readCredentials,
} from "./visitor-credentials.ts";

/** The limit of the API's parameters. Requests with longer ones are not matched by its routes. */
const maxSegmentLength = 8192;

/** Paths that are never a page of a site on the host of the API, even if the API does not have them. Only hosts of sites prove what they are. */
const pathsOfApi = /^\/(?:v1|files|auth|app|~lectern\/hostname)(?:[/?]|$)/;

/** The number of pages about errors that are kept. They differ by language and by the path of a proxy. */
const maxRefusals = 200;

/** Published sites: below the URL of all sites, and on the hosts of single sites. */
export class PublishedSites {
  readonly #hosts: SiteHosts;
  readonly #server: SiteServer;

  constructor(context: Context) {
    this.#hosts = new SiteHosts(context);
    this.#server = new SiteServer(context, this.#hosts.sharesOrigin);
  }

  /** It must be called before other routes are registered: on the host of a site, every path is the site's. */
  serve(app: FastifyInstance): void {
    const [hosts, server] = [this.#hosts, this.#server];
    app.addHook("onRequest", async (request, reply) => {
      const address = await hosts.find(request);
      if (address !== undefined) return server.reply(request, reply, address);
    });
    app.get("/robots.txt", (_, reply) => replyWithApiRobots(reply, hosts.sharesOrigin));
    if (!hosts.sharesOrigin) return;
    const replyBelowBase = async (request: FastifyRequest, reply: FastifyReply) => {
      if (!pathsOfApi.test(request.url)) return server.reply(request, reply, hosts.belowBase(request));
      requireShortSegments(request);
      reply.callNotFound();
      return reply;
    };
    app.get("/*", replyBelowBase);
    // As a hook: resources of sites read bodies themselves.
    const method = ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
    app.route({ url: "/*", method, onRequest: replyBelowBase, handler: (_, reply) => reply });
  }

  /**
   * Replies to browsers that open a malformed URL of a site, which no route matches. The result is false if the request is
   * not for a site, or not from a browser.
   */
  async replyToMalformedUrl(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    if (!acceptsHtml(request)) return false;
    const hosts = this.#hosts;
    const isBelowBase = hosts.sharesOrigin && !pathsOfApi.test(request.url);
    const ownHost = await hosts.find(request).catch(() => undefined);
    const address = ownHost ?? (isBelowBase ? hosts.belowBase(request) : undefined);
    if (address === undefined) return false;
    await this.#server.refuse(request, reply, address, badInput("url", "is not valid percent-encoding"));
    return true;
  }
}

function requireShortSegments({ url }: FastifyRequest): void {
  if (url.length <= maxSegmentLength) return;
  const [path = ""] = url.split("?", 1);
  if (path.split("/").some(({ length }) => length > maxSegmentLength))
    throw new LecternError(414, "A segment of the URL is too long");
}

const readMethods = ["GET", "HEAD"];

function requireMethod({ method }: FastifyRequest, allowed: readonly string[]): void {
  if (!allowed.includes(method))
    throw new LecternError(405, `The method ${method} is not supported`, { Allow: allowed.join(", ") });
}

interface RequestedPage {
  readonly address: string;
  /** The address without the part of the page tree that it names. */
  readonly url: URL;
  readonly tree: string | undefined;
  /** The version of the database at which the page was not found among the public ones; undefined if it was not looked up. */
  readonly version: string | undefined;
}

class SiteServer {
  readonly #context: Context;
  readonly #sharesOrigin: boolean;
  readonly #pages = new PageCache();
  readonly #publicPages: PublicPages;
  readonly #refusals = new LRUCache<string, Promise<RenderedPage>>({ max: maxRefusals });
  #assets: SiteAssets | undefined;

  constructor(context: Context, sharesOrigin: boolean) {
    this.#context = context;
    this.#sharesOrigin = sharesOrigin;
    this.#publicPages = new PublicPages(context, this.#pages);
  }

  /** Replies to a request for a page, an asset or a file of a site. Browsers get errors as pages. */
  async reply(
    request: FastifyRequest,
    reply: FastifyReply,
    { url, root }: SiteAddress,
  ): Promise<FastifyReply> {
    try {
      return await this.#reply(request, reply, url);
    } catch (error) {
      return this.refuse(request, reply, { url, root }, error);
    }
  }

  refuse(request: FastifyRequest, reply: FastifyReply, { url, root }: SiteAddress, error: unknown) {
    const context = this.#context;
    const urls = new SiteUrls(root, context.fileLinks);
    const { names: assets } = this.#loadAssets();
    return refuse({ context, request, reply, error, url, urls, assets, pages: this.#refusals });
  }

  async #reply(request: FastifyRequest, reply: FastifyReply, address: string): Promise<FastifyReply> {
    requireShortSegments(request);
    const url = parseUrl(address);
    // URLs may be secrets: other servers do not learn them from links and images. With no-referrer, browsers would send
    // forms with `Origin: null`.
    reply.header("referrer-policy", "same-origin");
    if (isPreviewUrl(this.#context, url))
      reply
        .header("x-robots-tag", "noindex")
        // The policy of each page says who may frame it.
        .removeHeader("x-frame-options");
    if (url.pathname === hostnameProofPath)
      return reply
        .type("text/plain")
        .header("cache-control", "no-store")
        .send(hostnameProof(this.#context, url.hostname));
    const robots = await replyWithSiteRobots(this.#context, reply, url);
    if (robots !== undefined) return robots;
    if (url.pathname.endsWith(`/${proxyPath}`)) return proxyRequest(this.#context, request, reply, url);
    for (const resource of resources) {
      const match = resource.match(url.pathname, request);
      if (match !== undefined) return this.#replyWithResource(request, reply, resource, url, match);
    }
    requireMethod(request, readMethods);
    let version: string | undefined;
    if (url.search === "" && request.headers.cookie === undefined && !prefersMarkdown(request)) {
      version = await this.#context.database.recent.readVersion();
      const known = await this.#findPublic(address, version);
      if (known !== undefined) return this.#sendPublicPage(request, reply, known);
    }
    const [, asset] = url.pathname.split(`/${assetsPath}/`);
    if (asset !== undefined)
      return sendAsset(
        request,
        reply,
        this.#loadAssets().files.get(asset) ?? (await readFontAsset(asset)) ?? (await readClientAsset(asset)),
      );
    const [, file] = url.pathname.split(`/${filesPath}/`);
    if (file !== undefined) return this.#replyWithFile(request, reply, file, url.searchParams);
    const [parent = "", tree] = url.pathname.split(`/${treePath}/`);
    if (tree !== undefined) url.pathname = parent;
    return this.#replyWithPage(request, reply, { address, url, tree, version });
  }

  /** Replies with a resource of the site or the page at its parent, if the visitor may see that. */
  async #replyWithResource(
    request: FastifyRequest,
    reply: FastifyReply,
    resource: SiteResource,
    url: URL,
    { parent, rest }: ResourceMatch,
  ): Promise<FastifyReply> {
    requireMethod(request, resource.methods ?? readMethods);
    const parentUrl = new URL(url);
    parentUrl.pathname = parent;
    if (resource.isAnonymous) parentUrl.search = "";
    const credentials = resource.isAnonymous
      ? noCredentials
      : readCredentials(request, parentUrl, resource.acceptsBearer);
    const place = await this.#resolve(request, reply, parentUrl, credentials, false);
    if ("redirect" in place) {
      const end = url.pathname.slice(parent.length) + url.search;
      return redirect(reply, (place.path ?? place.redirect).replace(/\/$/, "") + end);
    }
    if (place.site.preview !== undefined && !resource.isPreviewed) throw notFound("Resource of a preview");
    const isPublic = place.isPublic && !credentials.isPersonal;
    if (!isPublic || place.site.visibility !== "public") reply.header("x-robots-tag", "noindex");
    return resource.reply({
      context: this.#context,
      request,
      reply,
      url,
      rest,
      place,
      settings: await readSettings(this.#context, place),
      urls: new SiteUrls(place.visit.base, this.#context.fileLinks),
      assets: this.#loadAssets().names,
      isPublic,
    });
  }

  /** Replies with a file. Its signature grants access to it, as on the origin of the API. */
  #replyWithFile(request: FastifyRequest, reply: FastifyReply, path: string, query: URLSearchParams) {
    const [spaceId = "", hash = "", name] = decodeSegments(path) ?? [];
    if (spaceId === "fonts" && name === undefined) return sendFontFile(request, reply, this.#context, hash);
    const [type, signature] = [query.get("type") ?? "", query.get("signature") ?? ""];
    return sendSignedFile(request, reply, this.#context, {
      spaceId,
      hash,
      name: name ?? "",
      type,
      signature,
    });
  }

  /** Replies with a page, or with the part of the page tree below the URL that `tree` names. */
  async #replyWithPage(
    request: FastifyRequest,
    reply: FastifyReply,
    requested: RequestedPage,
  ): Promise<FastifyReply> {
    const { url, tree } = requested;
    const isMarkdown = tree === undefined && prefersMarkdown(request);
    const address = isMarkdown ? `${requested.address} as Markdown` : requested.address;
    const credentials = readCredentials(request, url);
    // Who edits sees the newest state in a preview.
    const version =
      credentials.isPersonal || isPreviewUrl(this.#context, url)
        ? undefined
        : (requested.version ?? (await this.#context.database.recent.readVersion()));
    const isLookedUp = version === undefined || version === requested.version;
    const known = isLookedUp ? undefined : await this.#findPublic(address, version);
    if (known !== undefined) return this.#sendPublicPage(request, reply, known);
    const resolved = await this.#resolve(request, reply, url, { ...credentials, version });
    if ("redirect" in resolved) {
      if (resolved.path === undefined)
        return redirect(
          reply,
          resolved.target === "content" ? resolved.redirect + url.search : resolved.redirect,
        );
      const isPublic = resolved.isPublic === true && !credentials.isPersonal;
      return redirectPermanently(reply, resolved.path + url.search, isPublic);
    }
    const markdown = {
      ...{ context: this.#context, request, reply, url, assets: this.#loadAssets().names },
      isAnonymous: version !== undefined,
      resolve: (pageUrl: URL) => this.#resolve(request, reply, pageUrl, { ...credentials, version }),
      render: (name: string, input: PageInput, render: (input: PageInput) => Promise<WrittenPage>) =>
        this.#render(request, input, { name, version }, render),
      keepPublic: (page: CachedPage, frame: FrameInput, { isFile, target }: PublicMarkdown) =>
        version !== undefined &&
        this.#publicPages.keep(address, version, frame, { page, isIndexed: false, target }, !isFile),
    };
    if (tree === undefined && resolved.pageId === undefined && isMarkdownPath(url.pathname))
      return replyWithMarkdownFile(markdown);
    if (isMarkdown) return replyWithMarkdown(markdown, resolved);
    // Programs read the page at this URL, since they may not keep cookies.
    const kept = acceptsHtml(request) ? keepCredentials(reply, url, resolved, credentials) : undefined;
    if (kept !== undefined) return redirect(reply, kept);
    return this.#replyWithResolved(request, reply, resolved, { ...requested, version });
  }

  #sendPublicPage(request: FastifyRequest, reply: FastifyReply, { page, isIndexed, target }: ShownPage) {
    recordRequestFor(this.#context, request, target, { type: "page_markdown_request" });
    return sendPage(request, reply, page, { cache: "public", isIndexed });
  }

  #findPublic(address: string, version: string): Promise<ShownPage | undefined> {
    return this.#publicPages.find(address, version, this.#loadAssets().names);
  }

  /** Resolves a URL. A kept token that is no longer valid is ignored and deleted, so that it cannot lock the visitor out. */
  async #resolve(
    request: FastifyRequest,
    reply: FastifyReply,
    url: URL,
    credentials: Credentials & { readonly version?: string | undefined },
    redirectOnError = true,
  ) {
    const { visitor, hasKeptToken, version } = credentials;
    const context = this.#contextAt(version);
    if (isPreviewUrl(context, url)) return resolvePreviewLink(context, url, visitor.unsignedClaims);
    const preview = { token: visitor.previewToken, usesSession: this.#sharesOrigin };
    const common = {
      url: url.href,
      findPreviewer: (site: ResolvedUrl["site"]) => findPreviewer(context, request, site, preview),
    };
    try {
      return await resolveSiteUrl(context, {
        ...common,
        visitor,
        redirectOnError: redirectOnError && !hasKeptToken,
      });
    } catch (error) {
      if (!hasKeptToken || !(error instanceof LecternError) || error.status !== 400) throw error;
      deleteToken(reply, url);
      const { jwtToken, ...others } = visitor;
      return resolveSiteUrl(context, { ...common, visitor: others, redirectOnError });
    }
  }

  /**
   * A context for reading what many pages depend on. With a version of the database, requests share what they read, which may be a
   * second old. Who has credentials reads the newest state: perhaps that which they have just written.
   */
  #contextAt(version: string | undefined): Context {
    const context = this.#context;
    if (version === undefined) return context;
    return { ...context, database: { ...context.database, read: context.database.recent.readAt(version) } };
  }

  async #replyWithResolved(
    request: FastifyRequest,
    reply: FastifyReply,
    resolved: ResolvedUrl,
    { address, url, tree, version }: RequestedPage,
  ): Promise<FastifyReply> {
    const context = this.#context;
    const { base } = resolved.visit;
    const urls = new SiteUrls(base, context.fileLinks);
    const isPublic = resolved.isPublic && version !== undefined;
    const cache = isPublic ? "public" : "private";
    const isIndexed = isPublic && resolved.site.visibility === "public";
    const page = tree === undefined ? await readSitePage(resolved) : undefined;
    if (page !== undefined) {
      const first = await findFirstPage(page);
      if (first !== undefined) return redirect(reply, urls.page(first) + url.search);
      const canonical = encodePath([...base, ...page.segments]);
      if (canonical !== url.pathname) return redirectPermanently(reply, canonical + url.search, isPublic);
    }
    const settings = await readSettings(this.#contextAt(version), resolved);
    const assets = this.#loadAssets().names;
    const common = {
      settings,
      urls,
      assets,
      rootUrl: publishedUrl(context.config.sites, resolved.site, null),
    };
    const place = { ...resolved, trail: new Map() };
    const rendered =
      page === undefined
        ? tree !== undefined && (await this.#renderTree(request, { ...common, place }, tree, version))
        : await this.#render(request, { ...common, place: page }, { name: "page", version }, (input) =>
            renderPage(context, input),
          );
    if (rendered) {
      if (isPublic) {
        const shown = { page: rendered, isIndexed };
        const isAtPath = resolved.pageId !== undefined;
        this.#publicPages.keep(address, version, { ...common, place }, shown, isAtPath);
      }
      return sendPage(request, reply, rendered, { cache, isIndexed });
    }
    await countRendering(context, request);
    const isSpaceEmpty = resolved.rest.length === 0 && tree === undefined;
    const missing = isSpaceEmpty
      ? await compressPage(await renderNoPages(context, { ...common, place }))
      : await this.#renderNotFound({ ...common, place });
    // Whoever previews a site before its first page is written sees its look, and not an error.
    const isEmptyPreview = isSpaceEmpty && resolved.visit.previewer !== undefined;
    return sendPage(request, reply.code(isEmptyPreview ? 200 : 404), missing, { cache, isIndexed: false });
  }

  /** The page has the words of the path in its search field, so it is not kept: random paths would fill the cache. */
  async #renderNotFound(input: FrameInput): Promise<RenderedPage> {
    const nearest = await findNearestPages(this.#context, input.place);
    const query = wordsOfPath(input.place.rest);
    return compressPage(await renderNotFound(this.#context, input, nearest, query));
  }

  async #renderTree(request: FastifyRequest, input: FrameInput, path: string, version: string | undefined) {
    const part = parsePart(path);
    const isFragment = request.url.endsWith("?fragment");
    const render = isFragment ? renderTreeFragment : renderTreePage;
    const name = `${isFragment ? "fragment" : "list"} ${path}`;
    return (
      part &&
      this.#render(request, input, { name, version }, (recorded) => render(this.#context, recorded, part))
    );
  }

  /** Reads a page from the cache, or renders it if the client has not caused too many renderings. */
  async #render<Input extends FrameInput>(
    request: FastifyRequest,
    input: Input,
    part: PagePart,
    render: (input: Input) => Promise<WrittenPage | undefined>,
  ): Promise<CachedPage | undefined> {
    for (;;) {
      let isCounted = false;
      try {
        return await this.#pages.get(this.#context, input, part, async (recorded) => {
          isCounted = true;
          await countRendering(this.#context, request);
          return render(recorded);
        });
      } catch (error) {
        // Equal requests share a rendering, which may have been refused to another client.
        if (isCounted || !(error instanceof LecternError) || error.status !== 429) throw error;
      }
    }
  }

  #loadAssets(): SiteAssets {
    this.#assets ??= loadAssets();
    return this.#assets;
  }
}
