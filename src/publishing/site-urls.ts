import type { SitesConfig } from "../config/index.ts";
import type { SiteTable } from "../storage/database/index.ts";

/** The columns that the URL of a site depends on. */
type SiteUrlColumns = Pick<
  SiteTable,
  "id" | "organization_id" | "basename" | "hostname" | "proxy" | "visibility" | "published"
> & { readonly organization_hostname: string | null };

/** The URL of a site below the URL of all sites. It also works if the site has a host name or a proxy. */
export function serverUrl({ url }: SitesConfig, site: SiteUrlColumns): string {
  const organization = site.organization_hostname ?? site.organization_id;
  return joinUrl(url, [organization, site.basename ?? site.id]);
}

/** The canonical URL of a site: at its proxy, on its own host, or below the URL of all sites. */
export function publicUrl(sites: SitesConfig, site: SiteUrlColumns): string {
  if (site.proxy !== null) return `https://${site.proxy}`;
  if (site.hostname === null) return serverUrl(sites, site);
  const { protocol, port } = sites;
  return `${protocol}//${site.hostname}${port && `:${port}`}/`;
}

/** The path in a site of a URL below one of its addresses; undefined for other URLs. */
export function segmentsInSite(sites: SitesConfig, site: SiteUrlColumns, text: string): string[] | undefined {
  const url = URL.parse(text);
  for (const root of [serverUrl(sites, site), publicUrl(sites, site)]) {
    const { origin, pathname } = new URL(root);
    const base = pathname.replace(/\/$/, "");
    const isInSite = url?.origin === origin && `${url.pathname}/`.startsWith(`${base}/`);
    const segments = isInSite ? decodeSegments(url.pathname.slice(base.length)) : undefined;
    if (segments !== undefined) return segments;
  }
  return undefined;
}

/**
 * The canonical URL of a published site, with the share key if the site requires one. Undefined if it is not published,
 * or if there is no key.
 */
export function publishedUrl(sites: SitesConfig, site: SiteUrlColumns, shareKey: string | null) {
  if (site.published === 0) return undefined;
  const url = publicUrl(sites, site);
  if (site.visibility !== "share-link") return url;
  return shareKey === null ? undefined : joinUrl(url, [shareKey]);
}

export function joinUrl(url: string, segments: readonly string[]): string {
  if (segments.length === 0) return url;
  return [url.replace(/\/$/, ""), ...segments.map(encodeSegment)].join("/");
}

/** The decoded segments of a path; undefined if the percent-encoding is invalid. */
export function decodeSegments(path: string): string[] | undefined {
  try {
    return path
      .split("/")
      .filter((segment) => segment !== "")
      .map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** The normalized path of these segments. */
export function encodePath(segments: readonly string[]): string {
  return `/${segments.map(encodeSegment).join("/")}`;
}

/** Most segments. */
const unreserved = /^[\w.~-]*$/;

function encodeSegment(segment: string): string {
  if (unreserved.test(segment)) return segment;
  const hex = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(segment).replace(/[!'()*]/g, hex);
}
