// Documents as trees of blocks, in the form of the API.
export {
  decodeEntities,
  escapeHtml,
  htmlAttributes,
  oneLine,
  writeTag,
} from "../markdown/syntax/index.ts";
export { checkDocument } from "./check-document.ts";
export * from "./document-links.ts";
export {
  evaluateDocument,
  findUnparsedConditions,
  hasConditionTag,
  maxIncludeDepth,
  maxIncludedNodes,
} from "./evaluate.ts";
export {
  documentDataOf,
  documentFromMarkdownYielding,
  documentToMarkdown,
  markdownSteps,
  writeFrontMatter,
} from "./markdown.ts";
export {
  Anchors,
  anchorPattern,
  type Block,
  type BlockOf,
  type BlockType,
  blocksIn,
  type CellValue,
  type Column,
  type ContentRef,
  cellValues,
  countNodes,
  type Document,
  destinationOf,
  dualDestination,
  emojiCharacter,
  type Fragment,
  fileRefOf,
  findNode,
  hintStyles,
  type Inline,
  type InlineOf,
  isFootnoteNumber,
  isTextBlock,
  type Leaf,
  type Length,
  type Mark,
  type Node,
  nodeText,
  nonEmptyBlocks,
  normalizeAnchor,
  paragraph,
  plainText,
  refInCell,
  refOf,
  refOfNode,
  resolveTable,
  type SelectOption,
  type Table,
  type TableView,
  TooManyNodesError,
  textInData,
  textOf,
  withoutDigitPrefix,
} from "./model/index.ts";
export { patchSteps } from "./patch.ts";
export { anchorNamesIn } from "./read/index.ts";
export { sanitizeUrls } from "./sanitize-urls.ts";
