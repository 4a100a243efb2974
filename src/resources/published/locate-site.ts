import type { Context } from "../../context.ts";
import { badInput } from "../../errors.ts";
import { fromSites, type SiteRow, siteColumns } from "../sites/store.ts";

/** A site that an address leads to, and how much of the address that took. */
export interface Located {
  readonly site: SiteRow;
  /** The segments of the address that lead to the site. */
  readonly base: readonly string[];
  /** What is left, below the site. */
  readonly rest: readonly string[];
}

/** More than any proxy has: each is looked for. */
const longestProxy = 16;

/** Finds the published site that an address leads to: below the server's own, on the site's host, or through a proxy. */
export async function locateSite(context: Context, url: URL): Promise<Located | undefined> {
  const segments = segmentsOf(url);
  if (url.host === new URL(context.config.baseUrl).host) return locateBelowBase(context, segments);
  return (await locateByHost(context, url, segments)) ?? locateByProxy(context, url, segments);
}

/** Reads an address that somebody sent. */
export function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol))
    throw badInput("url", "must be an http or https address");
  return url;
}

function segmentsOf({ pathname }: URL): string[] {
  return pathname
    .split("/")
    .filter((segment) => segment !== "")
    .map((segment) => {
      try {
        return decodeURIComponent(segment);
      } catch {
        throw badInput("url", "is encoded wrongly");
      }
    });
}

async function locateBelowBase(context: Context, segments: readonly string[]): Promise<Located | undefined> {
  const [organization = "", name = ""] = segments;
  const found = await published(context)
    .where((where) =>
      where.or([
        where("organizations.hostname", "=", organization),
        where("organizations.id", "=", organization),
      ]),
    )
    .where((where) => where.or([where("sites.basename", "=", name), where("sites.id", "=", name)]))
    .execute();
  const site = found.find(({ basename }) => basename === name) ?? found[0];
  return site && { site, base: segments.slice(0, 2), rest: segments.slice(2) };
}

async function locateByHost(
  context: Context,
  { hostname }: URL,
  segments: readonly string[],
): Promise<Located | undefined> {
  const site = await published(context).where("sites.hostname", "=", hostname).executeTakeFirst();
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
  const found = await published(context).where("sites.proxy", "in", origins).execute();
  const site = found.toSorted((a, b) => (b.proxy?.length ?? 0) - (a.proxy?.length ?? 0))[0];
  const taken = (site?.proxy?.split("/").length ?? 1) - 1;
  return site && { site, base: segments.slice(0, taken), rest: segments.slice(taken) };
}

function published({ database }: Context) {
  return fromSites(database.read).where("sites.published", "=", 1).selectAll("sites").select(siteColumns());
}
