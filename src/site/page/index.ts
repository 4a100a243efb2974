// One page of a site: the frame around it, what it refers to, and the document.
export { type Dependencies, isCurrent, readHeads } from "./dependencies.ts";
export { readEmbeds } from "./embeds.ts";
export { findFirstPage, isEmptyParent } from "./first-page.ts";
export { locationsBySpace, pageLocator } from "./found-pages.ts";
export type { FrameContext } from "./frame-context.ts";
export { findPageLanguage, isRightToLeft } from "./language.ts";
export { readLinkedSpecs } from "./linked-specs.ts";
export { findNearestPages, wordsOfPath } from "./nearest-pages.ts";
export { outlineOf } from "./outline.ts";
export { collectParts } from "./page-parts.ts";
export { parsePart } from "./page-tree.ts";
export { type FrameInput, readFrame } from "./read-frame.ts";
export { renderNoPages, renderNotFound } from "./render-not-found.ts";
export { renderPage } from "./render-page.ts";
export { localeOf, type RefusalLook, type RefusalReason, renderRefusal } from "./render-refusal.ts";
export { renderTreeFragment, renderTreePage } from "./render-tree.ts";
export { scopeLabel, writeSearchForm } from "./search-field.ts";
export { defaultScope, type SearchScope, searchScopesOf } from "./search-scopes.ts";
export {
  findHomePath,
  isIndexable,
  readSitePage,
  type SitePage,
  segmentsOfPath,
  slugSegments,
} from "./site-page.ts";
export {
  assetsPath,
  eventsPath,
  feedPath,
  filesPath,
  llmsPath,
  mcpPath,
  SiteUrls,
  searchPath,
  sitemapPath,
  specPath,
  treePath,
  tryPath,
} from "./site-urls.ts";
export { cardFile, cardPath, socialCardOf } from "./social-card.ts";
export { readSpecs } from "./spec-documents.ts";
export { readSpecFile, readSpecFiles } from "./spec-files.ts";
export { summaryOf } from "./summary.ts";
export { externalTarget, fileTarget, readTargets } from "./targets.ts";
export { type WrittenPage, writeOwnPage } from "./write-page.ts";
