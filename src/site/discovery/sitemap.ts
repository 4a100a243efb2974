import { hash } from "node:crypto";
import { type Content, rootOf } from "../../content/index.ts";
import { EventLoopYielder, notFound } from "../../platform/index.ts";
import {
  type Claims,
  findPublishedSpace,
  joinUrl,
  publicUrl,
  reservedPaths,
  siteSpaceSegments,
  siteSpacesOf,
} from "../../publishing/index.ts";
import { readHeads, segmentsOfPath, sitemapPath } from "../page/index.ts";
import { named, type ResourceCall, type SiteResource, sendSharedText } from "../resource/index.ts";
import { listSitemapPages, type SitemapEntry, splitPages } from "./sitemap-pages.ts";

/** Longer URLs are not valid in a sitemap. */
const maxUrlLength = 2_047;

const xmlns = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const xmlHeader = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** The index of a site's sitemaps. Sites that search engines must not show have none, for no visitor. */
export const sitemapIndex: SiteResource = {
  isAnonymous: true,
  match: named(sitemapPath),
  reply: async (call) => {
    requirePublic(call);
    const { context, place } = call;
    if (place.visit.rest.length > 0) throw notFound("Sitemap");
    const ids = siteSpacesOf(place.view.visible).map(({ siteSpace }) => siteSpace.spaceId);
    const heads = await readHeads(
      context.database.read,
      place.site.organization_id,
      [...new Set(ids)].sort(),
    );
    return sendSitemap(call, [place.view.visible, heads], async () =>
      writeSitemapIndex(siteUrlOf(call), await listSitemapsOfSite(call)),
    );
  },
};

async function listSitemapsOfSite({ context, place }: ResourceCall): Promise<SitemapEntry[]> {
  const { all, visible } = place.view;
  const reserved = reservedPaths(all);
  const sitemaps: SitemapEntry[] = [];
  for (const location of siteSpacesOf(visible)) {
    const { isHidden, spaceId } = location.siteSpace;
    const space = isHidden ? undefined : await findPublishedSpace(context, place.site, spaceId);
    if (space === undefined) continue;
    const segments = siteSpaceSegments(location, reserved);
    for (const { path, updatedAt } of await listSitemaps(space.content, place.visit.visitor.claims))
      sitemaps.push({ path: [...segments, path].join("/"), updatedAt });
  }
  return sitemaps;
}

/** The pages of a site space, in files of a bounded size. */
export const sitemapOfSpace: SiteResource = {
  isAnonymous: true,
  match: (path) => {
    const [name, number = "1"] = /\/sitemap-pages(?:-([1-9]\d{0,4}))?\.xml$/.exec(path) ?? [];
    return name === undefined ? undefined : { parent: path.slice(0, -name.length), rest: number };
  },
  reply: async (call) => {
    requirePublic(call);
    const { place, rest } = call;
    const { view, visit, siteSpace, space } = place;
    if (place.rest.length > 0 || siteSpace.isHidden) throw notFound("Sitemap");
    const segments = siteSpaceSegments(place, reservedPaths(view.all));
    return sendSitemap(call, [segments, rest, rootOf(space.content)], async () => {
      const file = splitPages(await listSitemapPages(space.content, visit.visitor.claims))[Number(rest) - 1];
      if (file === undefined) throw notFound("Sitemap");
      return writeSitemap(siteUrlOf(call), file, segments);
    });
  },
};

function requirePublic({ place, isPublic }: ResourceCall): void {
  if (!isPublic || place.site.visibility !== "public") throw notFound("Sitemap");
}

interface Sitemap extends SitemapEntry {
  readonly pages: readonly SitemapEntry[];
}

/** The sitemaps of a space, with their paths below the site space and their last changes. */
export async function listSitemaps(content: Content, claims: Claims): Promise<Sitemap[]> {
  const files = splitPages(await listSitemapPages(content, claims));
  return Promise.all(
    files.map(async (pages, i) => ({ path: fileName(i), updatedAt: await lastChangeOf(pages), pages })),
  );
}

function fileName(index: number): string {
  return index === 0 ? "sitemap-pages.xml" : `sitemap-pages-${index + 1}.xml`;
}

async function lastChangeOf(pages: readonly SitemapEntry[]): Promise<string> {
  const yielder = new EventLoopYielder();
  let last = "";
  for (const { updatedAt } of pages) {
    if (yielder.isDue) await yielder.yieldIfDue();
    if (updatedAt > last) last = updatedAt;
  }
  return last;
}

function siteUrlOf({ context, place }: ResourceCall): string {
  return publicUrl(context.config.sites, place.site);
}

/** Sends a sitemap that differs if one of these values does. */
function sendSitemap(call: ResourceCall, state: readonly unknown[], write: () => Promise<string>) {
  const parts = ["sitemap", call.place.site.id, siteUrlOf(call), ...state];
  const version = hash("sha256", JSON.stringify(parts), "base64url");
  return sendSharedText(call, { type: "application/xml", version, write });
}

/** Writes the list of sitemaps below the URL of a site. */
export function writeSitemapIndex(root: string, sitemaps: readonly SitemapEntry[]): Promise<string> {
  return writeEntries(root, "sitemapindex", "sitemap", sitemaps);
}

/** Writes a list of pages below the segments of a site space. */
export function writeSitemap(root: string, pages: readonly SitemapEntry[], segments: readonly string[]) {
  return writeEntries(root, "urlset", "url", pages, segments);
}

/** URLs are ASCII and contain no `&`. */
async function writeEntries(
  root: string,
  list: "urlset" | "sitemapindex",
  item: "url" | "sitemap",
  entries: readonly SitemapEntry[],
  segments: readonly string[] = [],
): Promise<string> {
  const yielder = new EventLoopYielder();
  let text = `${xmlHeader}<${list} ${xmlns}>\n`;
  for (const { path, updatedAt } of entries) {
    if (yielder.isDue) await yielder.yieldIfDue();
    const url = joinUrl(root, segmentsOfPath(segments, path, ""));
    if (url.length <= maxUrlLength)
      text += `<${item}><loc>${url}</loc><lastmod>${updatedAt}</lastmod></${item}>\n`;
  }
  return `${text}</${list}>\n`;
}
