import { badInput } from "../../platform/index.ts";
import { decodeSegments, fromSites, type SiteRow, siteAddress, siteColumns } from "../../publishing/index.ts";
import { prepared, type Reader } from "../../storage/database/index.ts";
import type { Context } from "../http/index.ts";

/** A site that an address leads to, and how much of the address that took. */
export interface Located {
  readonly site: SiteRow;
  /** The segments of the address that lead to the site. */
  readonly base: readonly string[];
  /** What is left, below the site. */
  readonly rest: readonly string[];
}

/** As many segments as a proxy can have; each beginning is looked for. */
const longestProxy = 256;

/** Finds the published site that an address leads to: below the server's own, on the site's host, or through a proxy. */
export async function locateSite(context: Context, url: URL): Promise<Located | undefined> {
  const segments = segmentsOf(url);
  if (url.host === new URL(context.config.baseUrl).host) return locateBelowBase(context, segments);
  return (await locateByProxy(context, url, segments)) ?? locateByHost(context, url, segments);
}

/** Reads an address that somebody sent. */
export function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol))
    throw badInput("url", "must be an http or https address");
  return url;
}

function segmentsOf({ pathname }: URL): string[] {
  const segments = decodeSegments(pathname);
  if (segments === undefined) throw badInput("url", "is encoded wrongly");
  // PostgreSQL cannot hold this character, so nothing that is named by it exists.
  if (segments.some((segment) => segment.includes("\0")))
    throw badInput("url", "must not contain the null character");
  return segments;
}

/** Both are found by an index each: by one condition, some database would look at all sites of the organization. */
const findByNames = prepared<{ organization: string; site: string }, SiteRow>((db, value) => {
  const organization = db
    .selectFrom("organizations")
    .where("hostname", "=", value("organization"))
    .select("id")
    .unionAll(db.selectFrom("organizations").where("id", "=", value("organization")).select("id"));
  const sites = db.selectFrom("sites").where("organization_id", "in", organization).select("id");
  return published(db).where(
    "sites.id",
    "in",
    sites.where("basename", "=", value("site")).unionAll(sites.where("id", "=", value("site"))),
  );
});

async function locateBelowBase(
  { database }: Context,
  segments: readonly string[],
): Promise<Located | undefined> {
  const [organization = "", name = ""] = segments;
  const found = await findByNames(database.read, { organization, site: name });
  const site = found.find(({ basename }) => basename === name) ?? found[0];
  return site && { site, base: segments.slice(0, 2), rest: segments.slice(2) };
}

async function locateByHost(
  context: Context,
  { hostname }: URL,
  segments: readonly string[],
): Promise<Located | undefined> {
  const site = await published(context.database.read)
    .where("sites.hostname", "=", hostname)
    .executeTakeFirst();
  return site && { site, base: [], rest: segments };
}

async function locateByProxy(
  context: Context,
  { hostname }: URL,
  segments: readonly string[],
): Promise<Located | undefined> {
  const origins = segments
    .slice(0, longestProxy)
    .map((_, i) => [hostname, ...segments.slice(0, i + 1)].join("/"));
  if (origins.length === 0) return undefined;
  const found = await published(context.database.read).where("sites.proxy", "in", origins).execute();
  const site = found.toSorted((a, b) => (b.proxy?.length ?? 0) - (a.proxy?.length ?? 0))[0];
  const taken = (site?.proxy?.split("/").length ?? 1) - 1;
  return site && { site, base: segments.slice(0, taken), rest: segments.slice(taken) };
}

/** The address of an organization alone leads to the site that it shows by default. */
export async function findDefaultSite(context: Context, url: URL): Promise<string | undefined> {
  const { baseUrl } = context.config;
  const [name = "", ...more] = segmentsOf(url);
  if (url.host !== new URL(baseUrl).host || more.length > 0) return undefined;
  const site = await published(context.database.read)
    .whereRef("organizations.default_site_id", "=", "sites.id")
    .where(({ or, eb }) => or([eb("organizations.hostname", "=", name), eb("organizations.id", "=", name)]))
    .executeTakeFirst();
  return site && siteAddress(baseUrl, site, null);
}

function published(db: Reader) {
  return fromSites(db).where("sites.published", "=", 1).select(siteColumns);
}
