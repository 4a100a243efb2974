// Collections: library items that contain spaces and other collections.
export { collections } from "./routes.ts";
export { Collection, presentCollection } from "./schema.ts";
export { findCollectionForUser, onCollection } from "./store.ts";
