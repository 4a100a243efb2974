export { findSpecsFor } from "./access.ts";
export { readFilesystem, serveSpecFiles } from "./files.ts";
export { presentSpec } from "./present.ts";
export { processSpec } from "./process-spec.ts";
export { refreshSources } from "./refresh-sources.ts";
export { openapiSpecs } from "./routes.ts";
export { OpenAPISpec } from "./schema.ts";
export { findSpecs, findVersions, type SpecRow } from "./store.ts";
