// Spaces: reading, changing and publishing them, and their trash.
export {
  isSpaceAvailable,
  type OnSharedSpace,
  type OnSpace,
  onActiveSpace,
  onSharedSpace,
  onSpace,
} from "./access.ts";
export { createSpace, updateSpace } from "./change-space.ts";
export {
  listSpaces,
  listSpacesOfMember,
  memberViewer,
  presentSpaces,
  presentSpaceTo,
  readSpace,
  visitorViewer,
} from "./present.ts";
export { purgeSpaces } from "./purge-spaces.ts";
export { spaces } from "./routes.ts";
export { Emoji, Space } from "./schema.ts";
export { findSpaceForUser, findSpaces, matchSpaces, type SpaceRow } from "./store.ts";
