// Pages of spaces that are generated from OpenAPI specs, and kept in step with them.
export { openapiPageSets } from "./routes.ts";
export { syncPageSet } from "./sync-page-set.ts";
