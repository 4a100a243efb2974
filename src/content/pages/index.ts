// The page tree: reading it, editing it, and the slugs of pages.
export * from "./edit-pages.ts";
export {
  ancestorsOf,
  childAt,
  childIdsBetween,
  childIdsOf,
  childRanks,
  descendantsOf,
  findByPath,
  findByPaths,
  findHomePage,
  findPage,
  findPages,
  firstChildrenOf,
  hasChildren,
  type LocatedPage,
  locatePages,
  type PageBranch,
  type PagePath,
  pathOf,
  rankOfPage,
  readBranch,
  readTree,
  slugKey,
} from "./read-pages.ts";
export { isReservedSlug, numberedSlug, slugOf, slugPattern } from "./slug.ts";
export { type Extent, extentOf, findExcess } from "./tree-limits.ts";
