import type { TrackedLocation } from "../../insights/index.ts";
import type { ResolvedUrl } from "../../publishing/index.ts";

/** Where an event happened. The URL is that of the page, without the key of a share link. */
export function locationOf(place: ResolvedUrl, url: URL): TrackedLocation {
  return {
    url: new URL(place.canonicalUrl || url).href,
    siteSection: place.section?.id ?? null,
    siteSpace: place.siteSpace.id,
    siteShareKey: place.visit.visitor.shareLinkId ?? null,
    space: place.space.id,
    page: place.pageId ?? null,
  };
}

/** The page that led to a request to `host`; null if it is one of the site. */
export function referrerOf(
  referrer: string | null,
  host: string | undefined,
  { url }: TrackedLocation,
): string | null {
  const from = URL.parse(referrer ?? "");
  return from !== null && (from.host === host || from.origin === new URL(url).origin) ? null : referrer;
}

/** Whether the sender of a request asks not to be tracked. */
export function refusesTracking(headers: NodeJS.Dict<string | string[]>): boolean {
  return headers.dnt === "1" || headers["sec-gpc"] === "1";
}
