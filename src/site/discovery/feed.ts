import { notFound } from "../../platform/index.ts";
import { joinUrl, publishedUrl, reservedPaths, siteSpaceSegments } from "../../publishing/index.ts";
import { recordRequest } from "../events/index.ts";
import { feedPath, readSitePage, segmentsOfPath } from "../page/index.ts";
import { countRendering, named, type ResourceCall, type SiteResource, sendText } from "../resource/index.ts";
import { readChangedPages, readPageBlocks, readUpdates } from "./feed-items.ts";
import { type Feed, writeRss } from "./rss.ts";

/**
 * The feed of a page with a list of updates has these; that of a site space the pages that were changed last, unless its
 * first page has updates. Subjects and authors of changes are not for readers.
 */
export const feed: SiteResource = {
  match: named(feedPath),
  reply: async (call) => {
    await countRendering(call.context, call.request);
    const found = await readFeed(call);
    if (found === undefined) throw notFound("Feed");
    recordRequest(call, { type: "rss_request" });
    return sendText(call, { type: "application/rss+xml", text: writeRss(found) });
  },
};

async function readFeed({ context, place, settings }: ResourceCall): Promise<Feed | undefined> {
  const { site, visit, view, space } = place;
  const root = publishedUrl(context.config.sites, site, visit.shareKey ?? null);
  const page = await readSitePage(place);
  if (root === undefined || page === undefined) return undefined;
  const { record, segments } = page;
  const url = joinUrl(root, segments);
  const siteTitle = settings.title ?? site.title;
  const isOfSpace = place.rest.length === 0;
  const updates = await readUpdates(
    await readPageBlocks(space.content, page.pageId, record, visit.visitor.claims),
    url,
  );
  const common = {
    url,
    selfUrl: joinUrl(root, [...segments, feedPath]),
    language: settings.internationalization.locale,
  };
  if (updates !== undefined) {
    const title = record.title === siteTitle ? siteTitle : `${record.title} | ${siteTitle}`;
    return { ...common, title, description: record.description ?? title, items: updates };
  }
  if (!isOfSpace) return undefined;
  const start = siteSpaceSegments(place, reservedPaths(view.all));
  const urlOf = (path: string, home: string | undefined) => joinUrl(root, segmentsOfPath(start, path, home));
  const title = place.section === undefined ? siteTitle : `${place.section.title} | ${siteTitle}`;
  return { ...common, title, description: title, items: await readChangedPages(place, urlOf) };
}
