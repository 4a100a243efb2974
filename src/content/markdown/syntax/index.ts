// The syntax of Markdown: the block parser, tags, HTML and tables. Independent of the document model.
export * from "./autolinks.ts";
export {
  type MarkdownLine,
  markdownLines,
  maxDepth,
  normalizeLines,
  parseBlocks,
  scanLines,
  scanSteps,
} from "./block-parser.ts";
export { type ChangedLines, findChangedLines, mergeStarts, type ParsedLines } from "./changed-lines.ts";
export * from "./html-syntax.ts";
export {
  alignmentsOf,
  ConflictMarkers,
  cellsOf,
  conflictEnd,
  conflictMiddle,
  conflictStart,
  isDivider,
  withoutClosingHashes,
} from "./line-syntax.ts";
export * from "./link-syntax.ts";
export * from "./raw-blocks.ts";
export { isTagElement } from "./tag-elements.ts";
export {
  attributeOf,
  conditionDepth,
  conditionTag,
  escapeQuotes,
  flagOf,
  hasOpenCondition,
  isIntegration,
  isKnownTag,
  type Json,
  nonEmptyAttribute,
  optionalPairs,
  readTag,
  type Tag,
  writeTag,
} from "./tag-syntax.ts";
export * from "./text.ts";
