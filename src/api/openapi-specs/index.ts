// OpenAPI specs of an organization, their versions and files.
export { findSpecsFor, onSpec } from "./access.ts";
export { readSpecDocuments, readSpecText, type SpecDocument } from "./documents.ts";
export { serveSpecFiles } from "./files.ts";
export {
  findLinkedSpecs,
  type LinkedSpec,
  processLinkedSpec,
  readLinkedSpec,
  removeUnusedLinkedSpecs,
} from "./linked-specs.ts";
export { removeOldVersions } from "./remove-old-versions.ts";
export { openapiSpecs } from "./routes.ts";
export { schedulePageSet } from "./schedule-page-sets.ts";
export { OpenAPISpec, presentSpec } from "./schema.ts";
export { processSpec, refreshSources } from "./spec-sources.ts";
export { findSpecById, findSpecs, findSpecVersions, type SpecRow } from "./store.ts";
