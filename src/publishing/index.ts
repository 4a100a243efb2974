// Published sites without HTTP: their stores, structure, URLs, customization and visitor access.
export {
  checkAdaptiveSchema,
  findClaimProblems,
  templateConditions,
} from "./adaptive-schema.ts";
export { mergeClaims } from "./authorize-visit.ts";
export { ClaimKeys, memoizeByClaims, recordClaims } from "./claims-read.ts";
export {
  type Claims,
  isMet,
  readAdaptiveSchema,
  validateCondition,
  validateConditions,
} from "./conditions.ts";
export {
  type CustomizationPreview,
  type PreviewedCustomization,
  removeExpiredCustomizationPreviews,
  storeCustomizationPreview,
} from "./customization-previews.ts";
export * from "./edit-structure.ts";
export { explainPath } from "./explain-path.ts";
export { listFormerSitePaths } from "./former-site-paths.ts";
export { listFormerPaths } from "./list-former-paths.ts";
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
  findFirstVisible,
  findPublishedSpace,
  findPublishedSpaces,
  findVisiblePage,
  isPageShown,
  isPageVisible,
  type PageView,
  pageVisibility,
  readPageView,
  readStructureView,
  type StructureView,
  visibleSiblings,
} from "./published-content.ts";
export { findPageSegments, type RedirectRule } from "./redirect-paths.ts";
export { findRedirectTargets, findTargetsAt, type RedirectTarget } from "./redirect-targets.ts";
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
export { type ResolvedUrl, resolveInSite, resolveSiteUrl, type UrlRedirect } from "./resolve-url.ts";
export {
  readReferredSpecs,
  readShownIn,
  readShownReferences,
  type ShownReferences,
} from "./shown-references.ts";
export * from "./site-store.ts";
export * from "./site-urls.ts";
export * from "./structure.ts";
export {
  reservedPaths,
  resolveSegments,
  sectionSegments,
  segmentsResolver,
  siteSpaceSegments,
} from "./structure-paths.ts";
export {
  changeStructure,
  findSiteSpacesOf,
  isLive,
  noteTrashedInSites,
  readSharedStructure,
  readStructure,
  removeSpacesFromSites,
  type SiteRef,
} from "./structure-store.ts";
export * from "./visitor-access.ts";
export { readVisitorJwt, signVisitorJwt, verifyVisitorJwt } from "./visitor-jwt.ts";
