// Library items: what spaces and collections share (table `contents`): their place in the tree, moves and transfers.
export { onNewLibraryItem, requireCreateIn, requireLibraryItemRole } from "./access.ts";
export { moveLibraryItem } from "./move-item.ts";
export { moveChildrenUp, type ParentRef, positionBeside } from "./positions.ts";
export * from "./schema.ts";
export {
  findLibraryItem,
  insertLibraryItem,
  itemsOfUser,
  resolveAccess,
  selectPlaceIds,
  updateLibraryItem,
  type WithMemberRole,
} from "./store.ts";
export { transferLibraryItem } from "./transfer-item.ts";
