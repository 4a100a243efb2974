// OpenAPI specs of an organization, their versions and files.
export { findSpecsFor } from "./access.ts";
export { readSpecDocuments, readSpecText, type SpecDocument } from "./documents.ts";
export { serveSpecFiles } from "./files.ts";
export { openapiSpecs } from "./routes.ts";
export { OpenAPISpec, presentSpec } from "./schema.ts";
export { processSpec, refreshSources } from "./spec-sources.ts";
export { findSpecs, findSpecVersions, type SpecRow } from "./store.ts";
