// Published sites without HTTP: their stores, structure, addresses, customization, and what a visitor may see.
export { checkAdaptiveSchema, templateConditions } from "./adaptive-schema.ts";
export {
  type Claims,
  isMet,
  readAdaptiveSchema,
  requireCondition,
  requireConditions,
} from "./conditions.ts";
export {
  addGroup,
  addSection,
  addSiteSpace,
  findGroup,
  findSection,
  findSiteSpace,
  moveSectionTo,
  type NewSection,
  removeFromGroup,
  setDefault,
  setPath,
} from "./edit-structure.ts";
export { locateSite, parseUrl } from "./locate-site.ts";
export * from "./move-in-structure.ts";
export { isPageVisible, visibleBranch, visibleBranches } from "./published-content.ts";
export * from "./redirects.ts";
export { type ResolvedAddress, resolveAddress } from "./resolve-address.ts";
export {
  decodeSegments,
  encodePath,
  joinAddress,
  publicAddress,
  publishedAddress,
  serverAddress,
} from "./site-addresses.ts";
export * from "./site-store.ts";
export {
  defaultOrFirst,
  type GroupPart,
  groupsOf,
  hasSections,
  type SectionPart,
  type SiteSpaceLocation,
  type Structure,
  sectionsOf,
  siblingsOf,
  siteSpacesIn,
  siteSpacesOf,
  sortKeysOf,
} from "./structure.ts";
export { reservedPaths, resolveSegments, sectionSegments, siteSpaceSegments } from "./structure-paths.ts";
export * from "./structure-store.ts";
export {
  accessByShareKey,
  hashShareKey,
  noClaims,
  readStructureView,
  renewVisitorAccess,
  type StructureView,
  splitShareKey,
  type VisitorAccess,
} from "./visitor-access.ts";
