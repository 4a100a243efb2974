export {
  type Content,
  emptyContent,
  emptyRoot,
  newNodesOf,
  openContent,
  openDraft,
  seal,
} from "./content.ts";
export { type ContentDiff, diffContents } from "./diff.ts";
export {
  checkBlocks,
  type DocumentNode,
  findBlocks,
  markdownOf,
  readBlocks,
  readDocument,
} from "./documents.ts";
export { characterOf, emojiOf, isEmoji } from "./emoji.ts";
export { evaluations, findReusableContent, readEvaluatedBlocks, readEvaluatedMarkdown } from "./evaluate.ts";
export { checkFileName } from "./file-name.ts";
export { limits, mostChanges, mostFiles, mostLinks } from "./limits.ts";
export { createNodeCache, hashLength, hashOf, type NodeCache, Nodes, unsavedNodes } from "./nodes.ts";
export {
  type FileRecord,
  type PageAttributes,
  type PageCover,
  type PageRecord,
  pageTypes,
  type Reference,
  type ReusableContentRecord,
} from "./records.ts";
