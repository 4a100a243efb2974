// JSON values of OpenAPI documents: pointers and references.
export {
  cloneJson,
  decodePointerToken,
  encodePointerToken,
  isJsonObject,
  type JsonObject,
  resolvePointer,
} from "./json.ts";
export { eachObject, eachReference, referencedFiles, withoutFragment } from "./references.ts";
