// One page of a site: the frame around it, what it refers to, and the document.
export { type Dependencies, isCurrent, readHeads } from "./dependencies.ts";
export { findFirstPage } from "./first-page.ts";
export { isRightToLeft } from "./language.ts";
export { findNearestPages } from "./nearest-pages.ts";
export { parsePart } from "./page-tree.ts";
export type { FrameInput } from "./read-frame.ts";
export { renderNotFound } from "./render-not-found.ts";
export { renderPage } from "./render-page.ts";
export { localeOf, type RefusalLook, type RefusalReason, renderRefusal } from "./render-refusal.ts";
export { renderTreeFragment, renderTreePage } from "./render-tree.ts";
export { findHomePath, isIndexable, readSitePage, type SitePage, slugsOf } from "./site-page.ts";
export { assetsPath, feedPath, filesPath, SiteUrls, treePath } from "./site-urls.ts";
export { cardFile, cardPath, socialCardOf } from "./social-card.ts";
export { readSpecs } from "./spec-documents.ts";
export { readSpecFile } from "./spec-files.ts";
export { summaryOf } from "./summary.ts";
export { readTargets } from "./targets.ts";
export type { WrittenPage } from "./write-page.ts";
