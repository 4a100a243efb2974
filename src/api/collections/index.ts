// Collections: library items that contain spaces and other collections.
export { collections, findCollectionForUser, onCollection } from "./routes.ts";
export { Collection, presentCollection } from "./schema.ts";
