import { Type } from "@sinclair/typebox";
import { LecternError, notFound } from "../../platform/index.ts";
import { decodeSegments, resolveInSite } from "../../publishing/index.ts";
import { writeMarkdown } from "../markdown/index.ts";
import { findFirstPage, readSitePage, type SitePage } from "../page/index.ts";
import type { ResourceCall } from "../resource/index.ts";
import { segmentsBelowSite } from "./site-segments.ts";
import { defineTool } from "./tool.ts";

/** In characters. Longer pages are read in parts. */
const maxLength = 50_000;
/** A redirect can lead to a former path. */
const maxRedirects = 5;

export const readPageTool = defineTool({
  name: "read_page",
  title: "Read a page",
  description:
    "Reads a page of the documentation as Markdown. Long pages are returned in parts: pass `nextOffset` of the reply as `offset`.",
  input: Type.Object({
    url: Type.String({
      minLength: 1,
      maxLength: 2048,
      description: "The URL of the page, or its path below the site, such as `guides/setup`.",
    }),
    offset: Type.Optional(
      Type.Integer({ minimum: 0, description: "The number of characters to skip. 0 if it is omitted." }),
    ),
  }),
  output: Type.Object({
    title: Type.String(),
    url: Type.String(),
    markdown: Type.String(),
    nextOffset: Type.Optional(Type.Integer()),
  }),
  run: async (call, { url, offset = 0 }) => {
    const segments = segmentsBelowSite(call, url, "url");
    const page = (await findPage(call, segments)) ?? (await findPage(call, withoutExtension(segments)));
    if (page === undefined) throw notFound("Page");
    const { urls, settings } = call;
    const { origin } = call.url;
    const { locale } = settings.internationalization;
    const { markdown } = await writeMarkdown(call.context, page, { urls, origin, locale });
    const end = offset + maxLength;
    const result = {
      title: page.record.title,
      url: origin + urls.page(page.segments),
      markdown: markdown.slice(offset, end).toWellFormed(),
      ...(end < markdown.length && { nextOffset: end }),
    };
    return { text: result.markdown, result };
  },
});

/** The page that a visitor sees at segments below the site. Redirects and former paths are followed, as on the site. */
async function findPage(
  call: ResourceCall,
  segments: readonly string[],
  redirectsLeft = maxRedirects,
): Promise<SitePage | undefined> {
  const { context, place } = call;
  const { site, view } = place;
  const visit = { ...place.visit, rest: segments };
  const resolved = await orUndefined(resolveInSite(context, site, visit, view));
  if (resolved === undefined) return undefined;
  if ("redirect" in resolved) {
    const target = resolved.path === undefined ? undefined : decodeSegments(resolved.path);
    if (target === undefined || redirectsLeft === 0) return undefined;
    return findPage(call, target.slice(visit.base.length), redirectsLeft - 1);
  }
  const page = await readSitePage(resolved);
  if (page === undefined) return undefined;
  const first = await findFirstPage(page);
  return first === undefined ? page : findPage(call, first);
}

/** The result of a search; undefined if nothing was found. */
async function orUndefined<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof LecternError && error.status === 404) return undefined;
    throw error;
  }
}

/** The segments of the page whose Markdown file is at these. */
function withoutExtension(segments: readonly string[]): string[] {
  return segments.map((segment, i) => (i === segments.length - 1 ? segment.replace(/\.md$/, "") : segment));
}
