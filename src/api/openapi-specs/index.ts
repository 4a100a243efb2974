// OpenAPI specs of an organization, their versions and files.
export { findSpecsFor } from "./access.ts";
export { readFilesystem, serveSpecFiles } from "./files.ts";
export { presentSpec } from "./present.ts";
export { processSpec } from "./process-spec.ts";
export { openapiSpecs } from "./routes.ts";
export { OpenAPISpec } from "./schema.ts";
export { refreshSources } from "./spec-sources.ts";
export { findSpecs, findVersions, type SpecRow } from "./store.ts";
