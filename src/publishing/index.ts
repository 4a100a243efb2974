export { type AdaptiveSchema, checkAdaptiveSchema, templateConditions } from "./adaptive-schema.ts";
export {
  decodeSegments,
  encodePath,
  joinAddress,
  plainAddress,
  publishedAddress,
  readersAddress,
  sectionSegments,
  shadowsIn,
  siteAddress,
  siteSpaceSegments,
} from "./addresses.ts";
export {
  type Admission,
  admitAgain,
  findActiveLink,
  findShareLink,
  hashKey,
  livingStructure,
  noClaims,
  structureFor,
} from "./admission.ts";
export { changeStructure } from "./change-structure.ts";
export { type Claims, checkCondition, isMet } from "./conditions.ts";
export {
  addGroup,
  addSection,
  addSiteSpace,
  choosePath,
  findGroup,
  findSection,
  findSiteSpace,
  makeDefault,
  type NewSection,
  type NewSiteSpace,
  placeSection,
  removeGroup,
  removeSection,
  removeSiteSpace,
  takeOutOfGroup,
} from "./edit-structure.ts";
export { defaultIn, type Found, findInStructure } from "./find-in-structure.ts";
export { type MovePosition, moveInStructure, type Pointer } from "./move-in-structure.ts";
export { removeFromSites } from "./remove-spaces.ts";
export {
  deleteOfSite,
  findShownSite,
  findShownSites,
  findSite,
  fromSites,
  matchSites,
  newAuthKey,
  readLarge,
  type ShownSiteRow,
  type SiteRow,
  shownSiteColumns,
  siteColumns,
  updateSiteRow,
} from "./site-store.ts";
export {
  type GroupPart,
  groupsOf,
  hasSections,
  type PlacedSiteSpace,
  type SectionPart,
  type Structure,
  sectionsOf,
  shownFirst,
  siblingsOf,
  siteSpacesOf,
  sortKeysOf,
} from "./structure.ts";
export { findUsesOf, readStructure, type SiteRef } from "./structure-store.ts";
