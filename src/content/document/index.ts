// Documents as trees of blocks, as clients of the API read and write them.
export {
  decodeEntities,
  escapeHtml,
  htmlAttributes,
  oneLine,
  writeTag,
} from "../markdown/syntax/index.ts";
export { checkDocument } from "./check-document.ts";
export * from "./document-links.ts";
export { evaluateDocument, withoutStrayConditions } from "./evaluate.ts";
export { findNode, wordsInData, wordsOf } from "./find-node.ts";
export { dataOf, documentInTurns, markdownFrom, writeFrontMatter } from "./markdown.ts";
export {
  Anchors,
  addressOf,
  anchorPattern,
  atLeastOne,
  type Block,
  type BlockOf,
  type BlockType,
  blocksIn,
  type CellValue,
  type Column,
  type ContentRef,
  chosenAnchor,
  countNodes,
  type Document,
  emojiCharacter,
  type Fragment,
  fileRefOf,
  hintStyles,
  holdsText,
  type Inline,
  type InlineOf,
  isBareNote,
  type Leaf,
  type Length,
  type Mark,
  markedAddress,
  type Node,
  paragraph,
  plainText,
  refIn,
  refOf,
  type SelectOption,
  type Table,
  type TableView,
  tableOf,
  textOf,
  valuesIn,
} from "./model/index.ts";
export { patchMarkdown } from "./patch.ts";
export { withSafeAddresses } from "./safe-addresses.ts";
