import type { FastifyReply } from "fastify";
import type { Context } from "../../api/http/index.ts";
import { joinUrl, locateSite, publicUrl, splitShareKey } from "../../publishing/index.ts";
import { searchPath, sitemapPath } from "../page/index.ts";

/** Results of searches are without number. Everything else can be crawled: pages say themselves that they are not indexed. */
const ownPaths = [`Disallow: /*${searchPath}`];

/** Paths of the API on the host of all sites. */
const apiPaths = ["/v1/", "/auth/", "/files/", "/openapi.json", "/reference", "/metrics"].map(
  (path) => `Disallow: ${path}`,
);

/** Crawlers read it at the root of a host only. A proxy may serve that of a site there. */
const robotsPath = "/robots.txt";

/**
 * The rules for crawlers of a site, at its URL or at the root of a host. The result is undefined if the URL is that of neither. They are
 * the same for every visitor. A site for readers with a key or a token has nothing for a crawler; pages of an unlisted one
 * must be opened to see that they are not indexed.
 */
export async function replyWithSiteRobots(
  context: Context,
  reply: FastifyReply,
  url: URL,
): Promise<FastifyReply | undefined> {
  if (!url.pathname.endsWith(robotsPath)) return undefined;
  const isOfHost = url.pathname === robotsPath;
  const root = new URL(url);
  root.pathname = url.pathname.slice(0, -robotsPath.length);
  const location = await locateSite(context, root);
  if (location === undefined) return isOfHost ? sendRobots(reply, ownPaths) : undefined;
  const { site } = location;
  const { rest, link } = await splitShareKey(context.database.read, location);
  if (rest.length > 0) return undefined;
  // Below the URL of all sites, nobody learns without the key that the site exists.
  if (site.visibility === "share-link" && link === undefined && !isOfHost) return undefined;
  if (site.visibility === "share-link" || site.visibility === "visitor-auth")
    return sendRobots(reply, ["Disallow: /"]);
  const isListed = site.visibility === "public";
  const sitemap = isListed ? joinUrl(publicUrl(context.config.sites, site), [sitemapPath]) : undefined;
  return sendRobots(reply, ownPaths, sitemap);
}

/** The rules on the host of the API. They do not list the sites on it: these are not public knowledge. */
export function replyWithApiRobots(reply: FastifyReply, hasSites: boolean): FastifyReply {
  return sendRobots(reply, hasSites ? [...apiPaths, ...ownPaths] : ["Disallow: /"]);
}

function sendRobots(reply: FastifyReply, rules: readonly string[], sitemap?: string): FastifyReply {
  const lines = [
    "User-agent: *",
    ...rules,
    ...(sitemap === undefined ? [] : ["", `Sitemap: ${sitemap}`]),
    "",
  ];
  return reply
    .headers({ "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=3600" })
    .send(lines.join("\n"));
}
