export { Anchors, anchorPattern, chosenAnchor } from "./anchors.ts";
export {
  addLeaf,
  annotation,
  atLeastOne,
  block,
  fragment,
  isBlank,
  joinTexts,
  leaf,
  link,
  paragraph,
  text,
  textOf,
  voidBlock,
  voidInline,
} from "./build.ts";
export { fitsCell, inCells, requireInCell } from "./cells.ts";
export { emojiCharacter, emojiCode, emojiName } from "./emoji-names.ts";
export { identityOf } from "./identity.ts";
export { mapTexts } from "./map-texts.ts";
export { byIds, hasMarks, markedAddress, withoutMarks } from "./marked-address.ts";
export {
  type Block,
  type BlockType,
  blocksIn,
  blockTypes,
  type Color,
  type ContentRef,
  colors,
  countNodes,
  type Data,
  type Document,
  type DocumentData,
  type Fragment,
  hintStyles,
  holdsText,
  type Inline,
  type InlineType,
  inlineTypes,
  type Leaf,
  type Mark,
  type Node,
  type PlainMark,
  plainMarks,
  type Text,
} from "./model.ts";
export { digest, Namer } from "./namer.ts";
export { inLinks, isBareNote, onlyText, plainText } from "./plain-text.ts";
export { addressIn, addressOf, fileRefOf, labelOf, onlyFileRefOf, refIn, refOf } from "./references.ts";
export { asData, type Column, type Table, tableOf, valuesIn } from "./table.ts";
