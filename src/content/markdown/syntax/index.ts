// The syntax of Markdown: the block parser, tags, HTML and tables. Knows nothing of documents.
export { maxDepth, normalizeLines, parseBlocks } from "./block-parser.ts";
export {
  alignmentsOf,
  ConflictMarkers,
  cellsOf,
  conflictEnd,
  conflictMiddle,
  conflictStart,
  isDivider,
  isIntegration,
  isKnownTag,
  optionalPairs,
  withoutClosingHashes,
} from "./block-starts.ts";
export * from "./html-syntax.ts";
export * from "./raw-blocks.ts";
export * from "./scan-lines.ts";
export * from "./steps.ts";
export * from "./tag-syntax.ts";
export * from "./text.ts";
