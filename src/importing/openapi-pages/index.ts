// Pages that are generated from OpenAPI specs.
export { generatePages, type LoadSpec } from "./generate-pages.ts";
