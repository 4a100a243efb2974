export { isKept, type OnSpace, onLivingSpace, onSpace } from "./access.ts";
export { createSpace } from "./create-space.ts";
export { listSpaces, listSpacesOf } from "./list-spaces.ts";
export { presentSpaces, presentSpaceTo, viewerOf, visitorOf } from "./present.ts";
export { readSpace } from "./read-space.ts";
export { spaces } from "./routes.ts";
export { Emoji, Space } from "./schema.ts";
export { onSharedSpace } from "./shared-space.ts";
export { findSpaceFor, findSpaces, matchSpaces, type SpaceRow } from "./store.ts";
