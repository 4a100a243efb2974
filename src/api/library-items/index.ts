// Library items are spaces and collections (table `contents`): their position in the tree, moves and transfers.

export { moveChildrenUp, moveLibraryItem, type ParentRef, positionBeside } from "./positions.ts";
export * from "./schema.ts";
export {
  findLibraryItem,
  insertLibraryItem,
  itemsOfUser,
  lockLibraryItems,
  onNewLibraryItem,
  requireCreateIn,
  requireLibraryItemRole,
  resolveAccess,
  selectPlaceIds,
  updateLibraryItem,
  type WithMemberRole,
} from "./store.ts";
export { transferLibraryItem } from "./transfer-item.ts";
