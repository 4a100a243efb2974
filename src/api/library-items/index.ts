// Library items: what spaces and collections share (table `contents`): their place in the tree, moves and transfers.

export { moveChildrenUp, moveLibraryItem, type ParentRef, positionBeside } from "./positions.ts";
export * from "./schema.ts";
export {
  findLibraryItem,
  insertLibraryItem,
  itemsOfUser,
  onNewLibraryItem,
  requireCreateIn,
  requireLibraryItemRole,
  resolveAccess,
  selectPlaceIds,
  updateLibraryItem,
  type WithMemberRole,
} from "./store.ts";
export { transferLibraryItem } from "./transfer-item.ts";
