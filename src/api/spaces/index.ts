export { isSpaceAvailable, type OnSpace, onActiveSpace, onSpace } from "./access.ts";
export { createSpace } from "./create-space.ts";
export { memberViewer, presentSpaces, presentSpaceTo, visitorViewer } from "./present.ts";
export { listSpaces, listSpacesOfMember, readSpace } from "./read-spaces.ts";
export { spaces } from "./routes.ts";
export { Emoji, Space } from "./schema.ts";
export { onSharedSpace } from "./shared-space.ts";
export { findSpaceForUser, findSpaces, matchSpaces, type SpaceRow } from "./store.ts";
