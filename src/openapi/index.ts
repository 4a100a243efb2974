export { bundleFiles } from "./bundle-files.ts";
export type { SpecSource } from "./collect-files.ts";
export { createFileFetcher } from "./fetch-files.ts";
export { readDocument } from "./read-document.ts";
export { type ReadSpec, readSpec } from "./read-spec.ts";
export { SpecError } from "./spec-error.ts";
