// JSON values of OpenAPI documents: pointers and references.
export * from "./json.ts";
export { eachObject, eachReference, referencedFiles, withoutFragment } from "./references.ts";
