export { Anchors, anchorPattern, chosenAnchor } from "./anchors.ts";
export { atLeastOne, paragraph, textOf } from "./build.ts";
export { emojiCharacter } from "./emoji-names.ts";
export { wordsInData } from "./find-node.ts";
export { type Findings, type FoundLink, type KeptLink, type Relation, relations } from "./findings.ts";
export { decodeEntities, escapeHtml, htmlAttributes } from "./html-syntax.ts";
export { markedAddress } from "./marked-address.ts";
export {
  type Block,
  type BlockType,
  blocksIn,
  type ContentRef,
  countNodes,
  type Data,
  type Document,
  type Fragment,
  hintStyles,
  holdsText,
  type Inline,
  type Json,
  type Leaf,
  type Mark,
  type Node,
} from "./model.ts";
export { oneLine } from "./one-line.ts";
export { isBareNote, plainText } from "./plain-text.ts";
export { addressOf, refIn, refOf } from "./references.ts";
export { withoutStrayConditions } from "./stray-conditions.ts";
export { asData, type Column, type Table, tableOf, valuesIn } from "./table.ts";
export { writeTag } from "./tag-syntax.ts";
