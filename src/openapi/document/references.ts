import { words } from "../../platform/index.ts";
import type { JsonObject } from "./json.ts";

/** The values of these keywords, and of extensions, are arbitrary data: a `$ref` in them is not a reference. */
const dataKeywords = new Set(["const", "default", "description", "enum", "example", "value"]);
/** The values of these keywords are maps: their keys are names defined by the author. */
const mapKeywords = new Set<string>([
  ...words("$defs callbacks content definitions dependencies dependentSchemas encoding examples"),
  ...words("headers links mediaTypes parameters pathItems paths patternProperties"),
  ...words("properties requestBodies responses schemas securityDefinitions securitySchemes webhooks"),
]);
/** Maps that may contain extensions in addition to names. */
const extensibleMaps = new Set(["callbacks", "paths", "responses", "webhooks"]);

interface ObjectContext {
  /** Whether the keys are names defined by the author. */
  readonly isMap: boolean;
  /** The base URI: the nearest `$id` of the object or of an object that contains it. */
  readonly base: string | undefined;
}

/** Visits every object of a document that is not part of arbitrary data. */
export function eachObject(
  document: unknown,
  visit: (object: JsonObject, context: ObjectContext) => void,
): void {
  const seen = new Set<object>();
  const walk = (value: unknown, keyword: string | undefined, outerBase: string | undefined): void => {
    if (typeof value !== "object" || value === null || seen.has(value)) return;
    seen.add(value);
    if (Array.isArray(value)) {
      for (const item of value) walk(item, undefined, outerBase);
      return;
    }
    const object = value as JsonObject;
    const isMap = keyword !== undefined && mapKeywords.has(keyword);
    const { $id } = object;
    const base = typeof $id === "string" ? (URL.parse($id, outerBase)?.href ?? outerBase) : outerBase;
    visit(object, { isMap, base });
    const isPartsFile = object === document && isCollectionOfParts(object);
    for (const [key, inner] of Object.entries(object)) {
      const isSkipped = isMap
        ? key.startsWith("x-") && extensibleMaps.has(keyword)
        : !isPartsFile && isData(key, inner);
      if (!isSkipped) walk(inner, isMap ? undefined : key, base);
    }
  };
  walk(document, undefined, undefined);
}

/** Whether a file is a collection of parts that other files refer to. Its keys may be names defined by the author. */
function isCollectionOfParts(object: JsonObject): boolean {
  return !["openapi", "swagger", "type", "schema", "$ref"].some((key) => key in object);
}

function isData(key: string, value: unknown): boolean {
  if (key !== "examples") return dataKeywords.has(key) || key.startsWith("x-");
  // OpenAPI 3 has a map of names, Swagger 2.0 a map of media types, and JSON Schema an array.
  return Array.isArray(value) || Object.keys(Object(value)).some((name) => name.includes("/"));
}

/** Visits every `$ref` of a document, with the object that contains it. */
export function eachReference(document: unknown, visit: (ref: string, holder: JsonObject) => void): void {
  eachObject(document, (object) => {
    if (typeof object.$ref === "string") visit(object.$ref, object);
  });
}

/** The distinct other files that a document refers to, in document order. Their URLs may be relative. */
export function referencedFiles(document: unknown): string[] {
  const documentIds = new Set<string | undefined>();
  const refs: { readonly file: string; readonly base: string | undefined }[] = [];
  eachObject(document, ({ $id, $ref }, { base }) => {
    if (typeof $id === "string") documentIds.add(withoutFragment($id)).add(base && withoutFragment(base));
    if (typeof $ref === "string" && !$ref.startsWith("#")) refs.push({ file: withoutFragment($ref), base });
  });
  // A reference to the `$id` of a schema resolves within the document.
  const externalRefs = refs.filter(
    ({ file, base }) => !documentIds.has(file) && !documentIds.has(URL.parse(file, base)?.href),
  );
  return [...new Set(externalRefs.map(({ file }) => file).filter((file) => file !== ""))];
}

export function withoutFragment(ref: string): string {
  return ref.split("#", 1)[0] ?? "";
}
