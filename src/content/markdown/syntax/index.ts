// The syntax of Markdown: the block parser, tags, HTML and tables. Knows nothing of documents.
export { maxDepth, normalizeLines, parseBlocks } from "./block-parser.ts";
export { isDivider, isIntegration, isKnownTag, openTags, withoutClosingHashes } from "./block-starts.ts";
export { begin, ConflictMarkers, end, middle } from "./conflict-markers.ts";
export {
  decodeEntities,
  escapeHtml,
  type HtmlTag,
  htmlAttributes,
  matchAt,
  readHtmlTag,
} from "./html-syntax.ts";
export { oneLine, withoutBlankEnd } from "./one-line.ts";
export {
  isContainer,
  type RawBlock,
  type RawCode,
  type RawContainer,
  type RawElement,
  type RawLeaf,
} from "./raw-blocks.ts";
export { type MarkdownLine, scanLines } from "./scan-lines.ts";
export { finish, finishYielding, type Steps } from "./steps.ts";
export { alignmentsOf, cellsOf } from "./table-rows.ts";
export { attributeOf, flagOf, type Json, quoted, readTag, type Tag, writeTag } from "./tag-syntax.ts";
