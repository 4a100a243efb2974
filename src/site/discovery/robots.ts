import type { FastifyReply } from "fastify";
import type { Context } from "../../api/http/index.ts";
import { joinUrl, locateSite, publicUrl } from "../../publishing/index.ts";
import { searchPath, sitemapPath } from "../page/index.ts";

/** Results of searches are without number. Everything else can be crawled: pages say themselves that they are not indexed. */
const ownPaths = [`Disallow: /*${searchPath}`];

/** Paths of the API on the host of all sites. */
const apiPaths = ["/v1/", "/auth/", "/files/", "/openapi.json", "/reference", "/metrics"].map(
  (path) => `Disallow: ${path}`,
);

/**
 * The rules for crawlers on the host of a site. They are the same for every visitor. A site for readers with a key or a
 * token has nothing for a crawler; pages of an unlisted one must be opened to see that they are not indexed.
 */
export async function replyWithSiteRobots(
  context: Context,
  reply: FastifyReply,
  url: URL,
): Promise<FastifyReply> {
  const { site } = (await locateSite(context, new URL("/", url))) ?? {};
  if (site === undefined) return sendRobots(reply, ownPaths);
  if (site.visibility === "share-link" || site.visibility === "visitor-auth")
    return sendRobots(reply, ["Disallow: /"]);
  const root = publicUrl(context.config.sites, site);
  const isListed = site.visibility === "public";
  return sendRobots(reply, ownPaths, isListed ? joinUrl(root, [sitemapPath]) : undefined);
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
