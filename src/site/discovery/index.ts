// What lets search engines and feed readers find the pages of a site.
export { replyWithApiRobots, replyWithSiteRobots } from "./robots.ts";
export { listSitemaps, sitemapIndex, sitemapOfSpace, writeSitemap, writeSitemapIndex } from "./sitemap.ts";
