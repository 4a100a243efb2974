export {
  decodeEntities,
  escapeHtml,
  htmlAttributes,
  type Json,
  oneLine,
  writeTag,
} from "../markdown/syntax/index.ts";
export { checkDocument } from "./check-document.ts";
export {
  collectLinks,
  type DocumentLink,
  type DocumentLinks,
  type LinkById,
  type Relation,
  relations,
} from "./document-links.ts";
export { evaluateDocument } from "./evaluate.ts";
export { findNode, wordsInData, wordsOf } from "./find-node.ts";
export { dataOf, documentInTurns, markdownFrom, writeFrontMatter } from "./markdown.ts";
export {
  Anchors,
  addressOf,
  anchorPattern,
  asData,
  atLeastOne,
  type Block,
  type BlockType,
  blocksIn,
  type Column,
  type ContentRef,
  chosenAnchor,
  countNodes,
  type Data,
  type Document,
  emojiCharacter,
  type Fragment,
  fileRefOf,
  hintStyles,
  holdsText,
  type Inline,
  isBareNote,
  type Leaf,
  type Mark,
  markedAddress,
  type Node,
  paragraph,
  plainText,
  refIn,
  refOf,
  type Table,
  tableOf,
  textOf,
  valuesIn,
} from "./model/index.ts";
export { patchMarkdown } from "./patch.ts";
export { withSafeAddresses } from "./safe-addresses.ts";
export { withoutStrayConditions } from "./stray-conditions.ts";
