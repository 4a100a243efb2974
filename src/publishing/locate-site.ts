import { badInput } from "../platform/index.ts";
import { type Flag, preparedShared, type Reader } from "../storage/database/index.ts";
import type { PublishingContext } from "./published-content.ts";
import { fromSites, type SiteRow, siteColumns } from "./site-store.ts";
import { decodeSegments, publishedUrl } from "./site-urls.ts";

/** The site of a URL, and the URL's path segments: those of the site itself (`base`), and those below it (`rest`). */
export interface SiteLocation {
  readonly site: SiteRow;
  readonly base: readonly string[];
  readonly rest: readonly string[];
}

const maxProxySegments = 256;

/** Finds the published site of a URL: below the URL of all sites, on the site's own host, or at its proxy. */
export async function locateSite({ config, database }: PublishingContext, url: URL) {
  const belowBase = splitBase(config, url);
  if (belowBase !== undefined) return locateBelowBase(database.read, belowBase, 1);
  const segments = segmentsOf(url);
  const atProxy = await locateByProxy(database.read, url.hostname, segments);
  if (atProxy !== undefined) return atProxy;
  const site = await fromPublishedSites(database.read)
    .where("sites.hostname", "=", url.hostname)
    .executeTakeFirst();
  return site && { site, base: [], rest: segments };
}

/** Finds a site that is not published, below the URL of all sites. */
export async function locateUnpublished({ config, database }: PublishingContext, url: URL) {
  const belowBase = splitBase(config, url);
  return belowBase && locateBelowBase(database.read, belowBase, 0);
}

export function parseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol))
    throw badInput("url", "must be an http or https URL");
  return url;
}

function segmentsOf({ pathname }: URL): string[] {
  const segments = decodeSegments(pathname);
  if (segments === undefined) throw badInput("url", "is not valid percent-encoding");
  // PostgreSQL cannot store this character.
  if (segments.some((segment) => segment.includes("\0")))
    throw badInput("url", "must not contain the null character");
  return segments;
}

/** Finds sites by name or id. Unions instead of `or`, so that both databases use an index for each condition. */
const findByNames = preparedShared<{ organization: string; site: string }, SiteRow>((db, value) => {
  const organization = db
    .selectFrom("organizations")
    .where("hostname", "=", value("organization"))
    .select("id")
    .unionAll(db.selectFrom("organizations").where("id", "=", value("organization")).select("id"));
  const sites = db.selectFrom("sites").where("organization_id", "in", organization).select("id");
  return fromSites(db)
    .where(
      "sites.id",
      "in",
      sites.where("basename", "=", value("site")).unionAll(sites.where("id", "=", value("site"))),
    )
    .select(siteColumns);
});

type UrlSegments = Pick<SiteLocation, "base" | "rest">;

/** Splits the URL of all sites off a URL; undefined if the URL is not below it. */
export function splitBase({ sites }: PublishingContext["config"], url: URL): UrlSegments | undefined {
  const { host, pathname } = new URL(sites.url);
  const base = decodeSegments(pathname) ?? [];
  const segments = segmentsOf(url);
  if (url.host !== host || base.some((segment, i) => segment !== segments[i])) return undefined;
  return { base, rest: segments.slice(base.length) };
}

async function locateBelowBase(
  db: Reader,
  { base, rest }: UrlSegments,
  published: Flag,
): Promise<SiteLocation | undefined> {
  const [organization, name] = rest;
  if (organization === undefined || name === undefined) return undefined;
  for (const [hostname, basename] of inLowerCase(organization, name)) {
    const found = await findByNames(db, { organization: hostname, site: basename });
    const candidates = found.filter((site) => site.published === published);
    const site = candidates.find((candidate) => candidate.basename === basename) ?? candidates[0];
    if (site !== undefined) return { site, base: [...base, hostname, basename], rest: rest.slice(2) };
  }
  return undefined;
}

/** The names as they are, and in lower case if they are not. Ids are in both cases, so the name of the site is folded first. */
function* inLowerCase(organization: string, site: string): Generator<[organization: string, site: string]> {
  yield [organization, site];
  const [lowerOrganization, lowerSite] = [organization.toLowerCase(), site.toLowerCase()];
  if (lowerSite !== site) yield [organization, lowerSite];
  if (lowerOrganization !== organization) yield [lowerOrganization, lowerSite];
}

/** The longest matching proxy wins. */
async function locateByProxy(db: Reader, hostname: string, segments: readonly string[]) {
  const origins = segments
    .slice(0, maxProxySegments)
    .map((_, i) => [hostname, ...segments.slice(0, i + 1)].join("/"));
  if (origins.length === 0) return undefined;
  const candidates = await fromPublishedSites(db).where("sites.proxy", "in", origins).execute();
  const site = candidates.toSorted((a, b) => (b.proxy?.length ?? 0) - (a.proxy?.length ?? 0))[0];
  const length = (site?.proxy?.split("/").length ?? 1) - 1;
  return site && { site, base: segments.slice(0, length), rest: segments.slice(length) };
}

/** The URL of the default site of an organization, if `url` is the URL of the organization itself. */
export async function findDefaultSiteUrl({ config, database }: PublishingContext, url: URL) {
  const [name, ...others] = splitBase(config, url)?.rest ?? [];
  if (name === undefined || others.length > 0) return undefined;
  const site = await fromPublishedSites(database.read)
    .whereRef("organizations.default_site_id", "=", "sites.id")
    .where(({ or, eb }) =>
      or([eb("organizations.hostname", "=", name.toLowerCase()), eb("organizations.id", "=", name)]),
    )
    .executeTakeFirst();
  return site && publishedUrl(config.sites, site, null);
}

function fromPublishedSites(db: Reader) {
  return fromSites(db).where("sites.published", "=", 1).select(siteColumns);
}
