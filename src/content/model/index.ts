// What a revision holds: its maps, the records in them, and their limits.
export {
  type Content,
  collectNewNodes,
  type Draft,
  editDraft,
  emptyContent,
  emptyRoot,
  openContent,
  openDraft,
  rootOf,
} from "./content.ts";
export { type ContentDiff, diffContents } from "./diff-contents.ts";
export { decodeCodePoints, isEmoji, normalizeEmoji } from "./emoji.ts";
export { checkFileName, limits, maxChanges, maxFiles, maxLinks } from "./limits.ts";
export {
  canonical,
  type FileRecord,
  type PageAttributes,
  type PageCover,
  type PageLayout,
  type PageRecord,
  type PageType,
  pageTypes,
  type Reference,
  type ReusableContentRecord,
} from "./records.ts";
