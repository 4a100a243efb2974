/** Below these names, and those of extensions, anything may be said: what is called `$ref` there is no reference. */
const data = new Set(["const", "default", "description", "enum", "example", "value"]);
/** Below these, the next names are the author's own. */
const named = new Set([
  "$defs",
  "callbacks",
  "content",
  "definitions",
  "dependencies",
  "dependentSchemas",
  "encoding",
  "examples",
  "headers",
  "links",
  "mediaTypes",
  "parameters",
  "pathItems",
  "paths",
  "patternProperties",
  "properties",
  "requestBodies",
  "responses",
  "schemas",
  "securityDefinitions",
  "securitySchemes",
  "webhooks",
]);
/** Except for extensions, which may stand among these. */
const extended = new Set(["callbacks", "paths", "responses", "webhooks"]);

export type JsonObject = Record<string, unknown>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

interface Around {
  /** Whether the names in it are the author's own. */
  readonly isNamed: boolean;
  /** The nearest address that a schema around it, or itself, gives itself. */
  readonly base: string | undefined;
}

/** A copy of what is to be changed. Nobody calls a part of an API by the one name that is no name in it. */
export function cloneJson(value: unknown): unknown {
  const text = JSON.stringify(value);
  const drop = (key: string, inner: unknown) => (key === "__proto__" ? undefined : inner);
  return JSON.parse(text, text.includes('"__proto__"') ? drop : undefined);
}

/** Calls for every object of a document that is not part of some data. */
export function eachObject(document: unknown, call: (tree: JsonObject, around: Around) => void): void {
  const seen = new Set<object>();
  const walk = (value: unknown, name: string | undefined, outer: string | undefined): void => {
    if (typeof value !== "object" || value === null || seen.has(value)) return;
    seen.add(value);
    if (Array.isArray(value)) {
      for (const item of value) walk(item, undefined, outer);
      return;
    }
    const tree = value as JsonObject;
    const isNamed = name !== undefined && named.has(name);
    const base = typeof tree.$id === "string" ? (URL.parse(tree.$id, outer)?.href ?? outer) : outer;
    call(tree, { isNamed, base });
    const isOpen = tree === document && isFragment(tree);
    for (const [key, inner] of Object.entries(tree)) {
      const isOther = isNamed ? key.startsWith("x-") && extended.has(name) : !isOpen && isData(key, inner);
      if (!isOther) walk(inner, isNamed ? undefined : key, base);
    }
  };
  walk(document, undefined, undefined);
}

/** A file that others only take parts from: its names may be the author's own. */
function isFragment(tree: JsonObject): boolean {
  return !["openapi", "swagger", "type", "schema", "$ref"].some((key) => key in tree);
}

function isData(key: string, value: unknown): boolean {
  if (key !== "examples") return data.has(key) || key.startsWith("x-");
  // In OpenAPI 3 each has a name, in Swagger 2.0 each a media type, and in a schema they are a list.
  return Array.isArray(value) || Object.keys(Object(value)).some((name) => name.includes("/"));
}

/** Calls for every reference there is in a document, with the object that it stands in. */
export function eachReference(document: unknown, call: (ref: string, holder: JsonObject) => void): void {
  eachObject(document, (tree) => {
    if (typeof tree.$ref === "string") call(tree.$ref, tree);
  });
}

/** The other files that a document refers to, each once, in their order: addresses that may be relative to its own. */
export function referencedFiles(document: unknown): string[] {
  const own = new Set<string | undefined>();
  const refs: { readonly file: string; readonly base: string | undefined }[] = [];
  eachObject(document, ({ $id, $ref }, { base }) => {
    if (typeof $id === "string") own.add(withoutFragment($id)).add(base && withoutFragment(base));
    if (typeof $ref === "string" && !$ref.startsWith("#")) refs.push({ file: withoutFragment($ref), base });
  });
  // What a schema calls itself is found here, whatever there may be at that address.
  const others = refs.filter(({ file, base }) => !own.has(file) && !own.has(URL.parse(file, base)?.href));
  return [...new Set(others.map(({ file }) => file).filter((file) => file !== ""))];
}

export function withoutFragment(ref: string): string {
  return ref.split("#", 1)[0] ?? "";
}
