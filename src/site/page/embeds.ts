import { type CachedEmbed, fetchEmbedsInBackground, findCachedEmbeds } from "../../api/embeds/index.ts";
import type { Context } from "../../api/http/index.ts";
import { findKnownFrame, linkTo } from "../../embeds/index.ts";
import { EventLoopYielder } from "../../platform/index.ts";
import type { SiteEmbed } from "../document/index.ts";

/** What a page shows of other pages, as JSON by URL. It is undefined until the page was fetched. */
export type EmbedStates = ReadonlyMap<string, string | undefined>;

export interface PageEmbeds {
  embedOf(url: string): SiteEmbed | undefined;
  /** The origins of the frames of the page. */
  readonly frameOrigins: readonly string[];
  readonly states: EmbedStates;
}

/** Finds out how to show the embedded URLs of a page. What is not known is fetched for later readers: no page waits for it. */
export async function readEmbeds(
  context: Context,
  organizationId: string,
  written: readonly string[],
): Promise<PageEmbeds> {
  const urls = new Map<string, URL>();
  const yielder = new EventLoopYielder();
  for (const text of written) {
    if (yielder.isDue) await yielder.yieldIfDue();
    const url = URL.parse(text);
    if (url !== null && /^https?:$/.test(url.protocol)) urls.set(url.href, url);
  }
  const frames = new Map(
    Array.from(urls.values(), (url) => [url.href, findKnownFrame(url, context.config.embeds)]),
  );
  const others = Array.from(urls.values()).filter(({ href }) => frames.get(href) === undefined);
  const cached = await readCached(context, organizationId, others);
  const embedOf = (written: string): SiteEmbed | undefined => {
    const url = urls.get(URL.parse(written)?.href ?? "");
    if (url === undefined) return undefined;
    const frame = frames.get(url.href);
    if (frame !== undefined) return { title: frame.title, site: frame.site, frame };
    const { title, site, description } = cached.get(url.href)?.embed ?? linkTo(url);
    return { title, site, description };
  };
  const origins = [...frames.values()].flatMap((frame) => frame?.src.origin ?? []);
  return {
    embedOf,
    frameOrigins: [...new Set(origins)].toSorted(),
    states: new Map(others.map(({ href }) => [href, stateOf(cached.get(href))])),
  };
}

/** Whether nothing else is known than when the page was rendered. What was removed from the cache stays in the page. */
export async function areEmbedsCurrent(
  context: Context,
  organizationId: string,
  states: EmbedStates,
): Promise<boolean> {
  if (states.size === 0) return true;
  const urls = Array.from(states.keys(), (href) => new URL(href));
  const cached = await readCached(context, organizationId, urls);
  return states.entries().every(([href, state]) => {
    const known = cached.get(href);
    return known === undefined || stateOf(known) === state;
  });
}

function stateOf(cached: CachedEmbed | undefined): string | undefined {
  return cached && JSON.stringify(cached.embed);
}

/** Reads the cache, and has expired and missing pages fetched in the background. */
async function readCached(context: Context, organizationId: string, urls: readonly URL[]) {
  if (urls.length === 0) return new Map<string, CachedEmbed>();
  const cached = await findCachedEmbeds(context, organizationId, urls);
  const stale = urls.filter(({ href }) => cached.get(href)?.isExpired !== false);
  fetchEmbedsInBackground(context, organizationId, stale);
  return cached;
}
