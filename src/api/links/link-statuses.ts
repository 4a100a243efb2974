import type { ContentRef } from "../../content/document/index.ts";
import type { LinkIndexEntry } from "../../content/link-index/index.ts";
import { EventLoopYielder } from "../../platform/index.ts";
import { decodeSegments } from "../../publishing/index.ts";
import { inBatches, type LinkStatus, type Reader } from "../../storage/database/index.ts";
import type { Context } from "../http/index.ts";
import type { ResolverOf } from "./app-links.ts";
import { type ExternalObjects, spaceIn } from "./external-objects.ts";

/** Determines the status of links. URLs of other servers are never requested: they count as `ok`. */
export async function findLinkStatuses(
  context: Context,
  external: ExternalObjects,
  entries: readonly LinkIndexEntry[],
  resolverOf: ResolverOf,
): Promise<Map<LinkIndexEntry, LinkStatus>> {
  const yielder = new EventLoopYielder();
  const urlPaths = new Map<LinkIndexEntry, UrlPath>();
  for (const entry of entries) {
    if (yielder.isDue) await yielder.yieldIfDue();
    if (entry.ref.kind !== "url" || entry.status !== "external") continue;
    const path = urlPathOf(context, entry.ref.url);
    if (path !== undefined) urlPaths.set(entry, path);
  }
  const sites = await findSites(
    context.database.read,
    [...urlPaths.values()].flatMap((path) => siteIn(path) ?? []),
  );
  const exists = async (ref: ContentRef): Promise<boolean> => {
    switch (ref.kind) {
      case "space":
        return external.spaces.has(ref.space);
      case "collection":
        return external.collections.has(ref.collection);
      case "user":
        return external.users.has(ref.user);
      case "openapi":
        return external.specs.has(ref.spec);
    }
    const space = external.spaces.get(spaceIn(ref) ?? "");
    if (space === undefined) return false;
    return (await resolverOf(space).resolve(ref, undefined)).status === "found";
  };
  const statuses = new Map<LinkIndexEntry, LinkStatus>();
  for (const entry of entries) {
    if (yielder.isDue) await yielder.yieldIfDue();
    const { ref, status } = entry;
    if (status !== "external") statuses.set(entry, status === "found" ? "ok" : "broken");
    else if (ref.kind === "url") statuses.set(entry, statusOfUrl(ref.url, urlPaths.get(entry), sites));
    else statuses.set(entry, (await exists(ref)) ? "ok" : "broken");
  }
  return statuses;
}

/**
 * The status of a URL: other servers and the root of this one are `ok` unless the URL is malformed, other paths must be
 * those of published sites.
 */
function statusOfUrl(url: string, path: UrlPath | undefined, sites: ReadonlySet<string>): LinkStatus {
  if (path === undefined) return isMalformedUrl(url) ? "broken" : "ok";
  if (path.length === 0) return "ok";
  if (reservedSegments.has(path[0] ?? "")) return "in-app";
  const site = siteIn(path);
  return site !== undefined && sites.has(siteKey(site)) ? "ok" : "broken";
}

/** Whether the scheme of a URL is a misspelled `http` or `https`: `htpp`, `hhttps`. */
function hasMisspelledScheme(link: string): boolean {
  const [, scheme = ""] = /^([hpst]{2,10}):\/\//i.exec(link) ?? [];
  return /t.{0,8}p/i.test(scheme) && !/^https?$/i.test(scheme);
}

/** Whether a URL cannot lead anywhere, whatever is on other servers. */
function isMalformedUrl(link: string): boolean {
  if (/^[#?]/.test(link)) return false;
  if (hasMisspelledScheme(link)) return true;
  if (!/^https?:/i.test(link)) return false;
  const host = URL.parse(link)?.hostname ?? "";
  // A scheme that is written twice is parsed as a host.
  return host === "" || /^https?$|\.\./.test(host);
}

/** First path segments of the application, the API and other endpoints of the server. Others belong to sites. */
const reservedSegments: ReadonlySet<string> = new Set([
  "app",
  "v1",
  "files",
  "reference",
  "openapi",
  "openapi.json",
  "healthz",
  "readyz",
  "metrics",
]);

/** A site in a URL of this server, or the default site of an organization. Ids and names are both accepted. */
interface SiteSegments {
  readonly organization: string;
  readonly site?: string | undefined;
}

function siteKey({ organization, site = "" }: SiteSegments): string {
  return `${organization}/${site}`;
}

function siteIn([organization, site]: UrlPath): SiteSegments | undefined {
  return organization === undefined || reservedSegments.has(organization)
    ? undefined
    : { organization, site };
}

/** The path segments of a URL of this server. */
type UrlPath = readonly string[];

/** Undefined for a URL of another server. */
function urlPathOf({ config: { baseUrl, sites } }: Context, link: string): UrlPath | undefined {
  const url = /^[#?]/.test(link) ? null : URL.parse(link, baseUrl);
  const origins = [baseUrl, sites.url].map((own) => new URL(own).origin);
  if (url === null || !origins.includes(url.origin)) return undefined;
  const segments = decodeSegments(url.pathname);
  // No site has a name with a null character, which PostgreSQL refuses, or with invalid encoding.
  return segments === undefined || segments.some((segment) => segment.includes("\0")) ? [""] : segments;
}

/** The keys of the published sites among these, one for each combination of ids and names. */
async function findSites(db: Reader, sites: readonly SiteSegments[]): Promise<Set<string>> {
  const organizations = [...new Set(sites.map(({ organization }) => organization))];
  const rows = await inBatches(organizations, (batch) =>
    db
      .selectFrom("organizations")
      .innerJoin("sites", "sites.organization_id", "organizations.id")
      .where("sites.published", "=", 1)
      .where(({ eb, or }) =>
        or([eb("organizations.id", "in", batch), eb("organizations.hostname", "in", batch)]),
      )
      .select(["sites.id", "sites.basename", "sites.organization_id"])
      .select(["organizations.hostname", "organizations.default_site_id"])
      .execute(),
  );
  const keys = new Set<string>();
  for (const { id, basename, organization_id, hostname, default_site_id } of rows) {
    const names = [id, basename, id === default_site_id ? "" : null].filter((name) => name !== null);
    for (const organization of [organization_id, hostname].filter((name) => name !== null))
      for (const site of names) keys.add(siteKey({ organization, site }));
  }
  return keys;
}
