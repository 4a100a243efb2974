export { onNewContent, requireContentRole, requireCreateIn, requireTransferTo } from "./access.ts";
export { moveContent } from "./move-content.ts";
export { type Level, moveChildrenUp, positionBeside } from "./positions.ts";
export { ContentMove, ContentTransfer, DefaultLevel, DefaultLevelInput, levelOf, Title } from "./schema.ts";
export {
  findContent,
  fromContents,
  type Held,
  insertContent,
  placesWithin,
  type Seen,
  seeAs,
  updateContent,
} from "./store.ts";
export { transferContent } from "./transfer-content.ts";
