export type { SpecSource } from "./collect-files.ts";
export { fetcherFor } from "./fetch-files.ts";
export { joinFiles } from "./join-files.ts";
export { readDocument } from "./read-document.ts";
export { type ReadSpec, readSpec } from "./read-spec.ts";
export { SpecError } from "./spec-error.ts";
