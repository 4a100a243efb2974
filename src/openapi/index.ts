// Reads OpenAPI specs: fetches their files, parses them and upgrades Swagger 2.0.
export { bundleFiles } from "./bundle-files.ts";
export { createFileFetcher } from "./fetch-files.ts";
export { listFiles } from "./file-list.ts";
export { readDocument, SpecError } from "./read-document.ts";
export { type ReadSpec, readSpec } from "./read-spec.ts";
