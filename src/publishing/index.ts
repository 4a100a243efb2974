// Published sites without HTTP: their stores, structure, URLs, customization and visitor access.
export { checkAdaptiveSchema, templateConditions } from "./adaptive-schema.ts";
export { ClaimKeys, memoizeByClaims, recordClaims } from "./claims-read.ts";
export {
  type Claims,
  isMet,
  readAdaptiveSchema,
  validateCondition,
  validateConditions,
} from "./conditions.ts";
export * from "./edit-structure.ts";
export { locateSite, parseUrl } from "./locate-site.ts";
export { urlReference } from "./page-references.ts";
export {
  findSitesShowing,
  isPreviewUrl,
  newPreviewKey,
  previewUrl,
  resolvePreviewLink,
} from "./preview-links.ts";
export {
  findPublishedSpace,
  findVisiblePage,
  isPageVisible,
  type PageView,
  pageVisibility,
  readPageView,
  readStructureView,
  type StructureView,
  visibleSiblings,
} from "./published-content.ts";
export { findPageSegments } from "./redirect-paths.ts";
export {
  destinationColumns,
  destinationOf,
  destinationSegments,
  destinationUrl,
  findRedirect,
  type RedirectDestination,
  requireDestination,
  selectRedirects,
} from "./redirects.ts";
export { type ResolvedUrl, resolveSiteUrl, type UrlRedirect } from "./resolve-url.ts";
export { readShownIn, readShownReferences, type ShownReferences } from "./shown-references.ts";
export * from "./site-store.ts";
export * from "./site-urls.ts";
export * from "./structure.ts";
export { reservedPaths, resolveSegments, sectionSegments, siteSpaceSegments } from "./structure-paths.ts";
export {
  changeStructure,
  findSiteSpacesOf,
  isLive,
  readStructure,
  removeSpacesFromSites,
  type SiteRef,
} from "./structure-store.ts";
export * from "./visitor-access.ts";
