export {
  onNewLibraryItem,
  requireCreateIn,
  requireLibraryItemRole,
  requireTransferTarget,
} from "./access.ts";
export { moveLibraryItem } from "./move-item.ts";
export { moveChildrenUp, type ParentRef, positionBeside } from "./positions.ts";
export {
  DefaultLevel,
  DefaultLevelInput,
  LibraryItemMove,
  LibraryItemTransfer,
  Title,
  toDefaultLevel,
} from "./schema.ts";
export {
  findLibraryItem,
  insertLibraryItem,
  type LibraryItemAccess,
  resolveAccess,
  selectLibraryItems,
  selectPlaceIds,
  updateLibraryItem,
  type WithMemberRole,
} from "./store.ts";
export { transferLibraryItem } from "./transfer-item.ts";
