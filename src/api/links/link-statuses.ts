import type { ContentRef } from "../../content/document/index.ts";
import type { LinkIndexEntry } from "../../content/link-index/index.ts";
import { ReferenceResolver } from "../../content/links/index.ts";
import { decodeSegments } from "../../publishing/index.ts";
import { inBatches, type LinkStatus, type Reader } from "../../storage/database/index.ts";
import { documentLinksReader } from "../../storage/repositories/index.ts";
import { openSpaceContent } from "../content/index.ts";
import type { Context } from "../http/index.ts";
import { type ExternalObjects, spaceIn } from "./external-objects.ts";

/** Determines the status of links. URLs of other servers are never requested: they count as `ok`. */
export async function findLinkStatuses(
  context: Context,
  external: ExternalObjects,
  entries: readonly LinkIndexEntry[],
): Promise<Map<LinkIndexEntry, LinkStatus>> {
  const urls = entries.flatMap(({ ref }) => (ref.kind === "url" ? ref.url : []));
  const sites = await findSites(
    context.database.read,
    urls.flatMap((url) => siteIn(context, url) ?? []),
  );
  const resolvers = new Map<string, ReferenceResolver>();
  const exists = async (ref: ContentRef): Promise<boolean> => {
    switch (ref.kind) {
      case "url":
        return isSiteOrExternal(context, ref.url, sites);
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
    const resolver = resolvers.getOrInsertComputed(
      space.id,
      () =>
        new ReferenceResolver(
          openSpaceContent(context, space, space.root),
          space.id,
          documentLinksReader(context, space.repository_id),
        ),
    );
    return (await resolver.resolve(ref, undefined)).status === "found";
  };
  const statuses = new Map<LinkIndexEntry, LinkStatus>();
  for (const entry of entries) {
    const { ref, status } = entry;
    if (status !== "external") statuses.set(entry, status === "found" ? "ok" : "broken");
    else if (ref.kind === "url" && isInApp(context, ref.url)) statuses.set(entry, "in-app");
    else statuses.set(entry, (await exists(ref)) ? "ok" : "broken");
  }
  return statuses;
}

function isInApp(context: Context, url: string): boolean {
  return reservedSegments.has(localSegments(context, url)?.[0] ?? "");
}

/** Whether a URL is on another server, the root of this one, or in a published site. */
function isSiteOrExternal(context: Context, url: string, sites: ReadonlySet<string>): boolean {
  const segments = localSegments(context, url);
  if (segments === undefined || segments.length === 0) return true;
  const site = siteIn(context, url);
  return site !== undefined && sites.has(siteKey(site));
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

function siteIn(context: Context, url: string): SiteSegments | undefined {
  const [organization, site] = localSegments(context, url) ?? [];
  return organization === undefined || reservedSegments.has(organization)
    ? undefined
    : { organization, site };
}

/** The path segments of a URL of this server; undefined for other servers. */
function localSegments({ config: { baseUrl } }: Context, link: string): string[] | undefined {
  if (/^[#?]/.test(link) || !URL.canParse(link, baseUrl)) return undefined;
  const url = new URL(link, baseUrl);
  if (url.origin !== new URL(baseUrl).origin) return undefined;
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
