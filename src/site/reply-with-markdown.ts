import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../api/http/index.ts";
import { notFound } from "../platform/index.ts";
import { publishedUrl, type ResolvedUrl, type UrlRedirect } from "../publishing/index.ts";
import { type RequestTarget, recordRequestFor, requestTarget } from "./events/index.ts";
import {
  leadToMarkdown,
  markdownUrl,
  pathsOfMarkdown,
  renderMarkdown,
  requireAgentAccess,
  writeMissing,
} from "./markdown/index.ts";
import {
  type FrameInput,
  findFirstPage,
  readSitePage,
  type SitePage,
  SiteUrls,
  type WrittenPage,
} from "./page/index.ts";
import type { CachedPage } from "./page-cache.ts";
import { redirect, redirectPermanently, sendPage } from "./replies.ts";
import { countRendering, sendText } from "./resource/index.ts";
import { readSettings } from "./settings.ts";

export type PageInput = FrameInput & { readonly place: SitePage };

export interface PublicMarkdown {
  readonly isFile: boolean;
  /** Where its requests are counted. */
  readonly target: RequestTarget | undefined;
}

interface MarkdownRequest {
  readonly context: Context;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly url: URL;
  readonly assets: FrameInput["assets"];
  /** Whether the visitor has sent no credentials. */
  readonly isAnonymous: boolean;
  resolve(url: URL): Promise<ResolvedUrl | UrlRedirect>;
  /** Reads the page from the cache, or renders it. */
  render(
    name: string,
    input: PageInput,
    render: (input: PageInput) => Promise<WrittenPage>,
  ): Promise<CachedPage | undefined>;
  /** Remembers that this is the page at the requested URL for all visitors. */
  keepPublic(page: CachedPage, frame: FrameInput, markdown: PublicMarkdown): void;
}

/** Replies with the page that the path of a Markdown file means. */
export async function replyWithMarkdownFile(call: MarkdownRequest): Promise<FastifyReply> {
  const { reply, url } = call;
  let missing: ResolvedUrl | undefined;
  for (const path of pathsOfMarkdown(url.pathname)) {
    const found = await resolvePath(call, path);
    // The page may have moved: then its current file is another one.
    const resolved =
      "redirect" in found && found.path !== undefined ? await resolvePath(call, found.path) : found;
    if ("redirect" in resolved) return redirect(reply, resolved.redirect);
    if (resolved.pageId !== undefined) return replyWithMarkdown(call, resolved, true);
    missing ??= resolved;
  }
  if (missing === undefined) throw notFound("Published content");
  return replyWithMarkdown(call, missing, true);
}

function resolvePath({ url, resolve }: MarkdownRequest, path: string): Promise<ResolvedUrl | UrlRedirect> {
  const pageUrl = new URL(url);
  pageUrl.pathname = path;
  return resolve(pageUrl);
}

/** Replies with a page as Markdown: at its own URL, or as a file. */
export async function replyWithMarkdown(
  call: MarkdownRequest,
  resolved: ResolvedUrl,
  isFile = false,
): Promise<FastifyReply> {
  const { context, request, reply, url, assets } = call;
  requireAgentAccess(resolved.site);
  const urls = new SiteUrls(resolved.visit.base, context.fileLinks);
  const isPublic = resolved.isPublic && call.isAnonymous;
  const page = await readSitePage(resolved);
  const first = page && (await findFirstPage(page));
  if (page !== undefined && first !== undefined) {
    const location = isFile ? leadToMarkdown(page, first, urls) : urls.page(first);
    return redirect(reply, location + url.search);
  }
  const canonical = page && (isFile ? markdownUrl(page, urls) : urls.page(page.segments));
  if (canonical !== undefined && canonical !== url.pathname)
    return redirectPermanently(reply, canonical + url.search, isPublic);
  const rootUrl = publishedUrl(context.config.sites, resolved.site, null);
  const frame = { settings: await readSettings(context, resolved), urls, assets, rootUrl };
  if (page === undefined) {
    await countRendering(context, request);
    const text = await writeMissing(
      context,
      { ...frame, place: { ...resolved, trail: new Map() } },
      url.origin,
    );
    return sendText({ request, reply, isPublic }, { type: "text/markdown", text, status: 404 });
  }
  const input = { ...frame, place: page };
  const rendered = await call.render(`markdown ${url.origin}`, input, (recorded) =>
    renderMarkdown(context, recorded, url.origin),
  );
  if (rendered === undefined) throw notFound("Page");
  const target = requestTarget(page, url);
  recordRequestFor(context, request, target, { type: "page_markdown_request" });
  if (isPublic) call.keepPublic(rendered, input, { isFile, target });
  return sendPage(request, reply, rendered, { cache: isPublic ? "public" : "private", isIndexed: false });
}
