export { collectFiles } from "./collect-files.ts";
export type { Bounds } from "./crawl.ts";
export { importWebsite } from "./import-website.ts";
export { Pace } from "./pace.ts";
export { isHtml } from "./read-text.ts";
export { createWeb, type Web, webLimits } from "./web.ts";
