// What a revision holds: its maps, the records in them, and their limits.
export {
  type Content,
  type Draft,
  edit,
  emptyContent,
  emptyRoot,
  newNodesOf,
  openContent,
  openDraft,
  seal,
} from "./content.ts";
export { type ContentDiff, diffContents } from "./diff-contents.ts";
export { characterOf, emojiOf, isEmoji } from "./emoji.ts";
export { checkFileName, limits, mostChanges, mostFiles, mostLinks } from "./limits.ts";
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
