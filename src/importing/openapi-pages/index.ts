// Pages that are generated from OpenAPI specs.
export { generatePages, type LoadSpec } from "./generate-pages.ts";
export { generateSpecPages } from "./generated-pages.ts";
export { type SyncedPage, syncPages } from "./sync-pages.ts";
