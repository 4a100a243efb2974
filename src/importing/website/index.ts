// Imports a website by crawling it.
export { collectFiles } from "./collect-files.ts";
export type { CrawlBounds } from "./crawl.ts";
export { isHtml } from "./file-types.ts";
export { importWebsite } from "./import-website.ts";
export { RateLimiter } from "./rate-limiter.ts";
export { createWebClient, type WebClient, webLimits } from "./web-client.ts";
