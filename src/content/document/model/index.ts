// The document model: its schema, types, builders, references and tables.
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
export type { Field, Length } from "./fields.ts";
export * as fields from "./fields.ts";
export { mapTexts } from "./map-texts.ts";
export { byIds, hasMarks, markedAddress, withoutMarks } from "./marked-address.ts";
export {
  type Block,
  type BlockOf,
  type BlockType,
  blocksIn,
  blockTypes,
  type Color,
  colors,
  countNodes,
  type Document,
  type DocumentData,
  type Fragment,
  holdsText,
  type Inline,
  type InlineOf,
  type InlineType,
  inlineTypes,
  type Leaf,
  type Mark,
  type Node,
  type PlainMark,
  plainMarks,
  refIn,
  type Text,
} from "./model.ts";
export { digest, identityOf, Namer } from "./namer.ts";
export { inLinks, isBareNote, onlyText, plainText } from "./plain-text.ts";
export { addressOf, type ContentRef, fileRefOf, labelOf, onlyFileRefOf, refOf } from "./references.ts";
export {
  type BlockData,
  blockSchemas,
  hintStyles,
  type InlineData,
  inlineSchemas,
  type NodeSchema,
  partTypes,
} from "./schema.ts";
export {
  type CellValue,
  type Column,
  type ColumnDefinition,
  type ColumnType,
  type SelectOption,
  type Table,
  type TableData,
  type TableRecord,
  type TableView,
  tableOf,
  valuesIn,
} from "./table.ts";
