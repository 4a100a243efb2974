// One page of a site: the frame around it, what it refers to, and the document.
export { renderPage } from "./render-page.ts";
export { readSitePage, type SitePage, slugsOf } from "./site-page.ts";
export { assetsPath, SiteUrls } from "./site-urls.ts";
export type { WrittenPage } from "./write-page.ts";
