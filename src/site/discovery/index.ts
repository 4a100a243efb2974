// What lets search engines and feed readers find the pages of a site.
export { replyWithApiRobots, replyWithSiteRobots } from "./robots.ts";
export { sitemapIndex, sitemapOfSpace } from "./sitemap.ts";
