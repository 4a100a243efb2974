// What lets search engines and feed readers find the pages of a site.
export { feed } from "./feed.ts";
export { replyWithApiRobots, replyWithSiteRobots } from "./robots.ts";
export { listSitemaps, sitemapIndex, sitemapOfSpace, writeSitemap, writeSitemapIndex } from "./sitemap.ts";
