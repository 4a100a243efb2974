// What changed between two versions of an OpenAPI document, and which changes break clients.
export { compareSpecs } from "./compare-specs.ts";
