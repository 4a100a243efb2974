export { findSpecsFor } from "./access.ts";
export { readFilesystem, serveSpecFiles } from "./files.ts";
export { presentSpec } from "./present.ts";
export type { SourceKind } from "./put-spec.ts";
export { openapiSpecs } from "./routes.ts";
export { OpenAPISpec } from "./schema.ts";
export { findSpecs, findVersions, type SpecRow } from "./store.ts";
