export { onCollection } from "./access.ts";
export { presentCollection } from "./present.ts";
export { collections } from "./routes.ts";
export { Collection } from "./schema.ts";
export { findCollectionForUser } from "./store.ts";
