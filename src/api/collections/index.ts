export { onCollection } from "./access.ts";
export { collections } from "./routes.ts";
export { Collection, presentCollection } from "./schema.ts";
export { findCollectionForUser } from "./store.ts";
