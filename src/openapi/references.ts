/** Below these names, and those of extensions, anything may be said: what is called `$ref` there is no reference. */
const data = new Set(["const", "default", "description", "enum", "example", "value"]);
/** Below these, the next names are the author's own. */
const named = new Set([
  "$defs",
  "callbacks",
  "definitions",
  "dependentSchemas",
  "examples",
  "headers",
  "links",
  "parameters",
  "pathItems",
  "paths",
  "patternProperties",
  "properties",
  "requestBodies",
  "responses",
  "schemas",
  "webhooks",
]);

type Tree = Record<string, unknown>;

export function isTree(value: unknown): value is Tree {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Calls for every reference there is in a document, with the object that it stands in. */
export function eachReference(document: unknown, call: (ref: string, holder: Tree) => void): void {
  const seen = new Set<object>();
  const walk = (value: unknown, isNamed: boolean): void => {
    if (typeof value !== "object" || value === null || seen.has(value)) return;
    seen.add(value);
    if (Array.isArray(value)) {
      for (const item of value) walk(item, false);
      return;
    }
    const tree = value as Tree;
    if (!isNamed && typeof tree.$ref === "string") call(tree.$ref, tree);
    for (const [key, inner] of Object.entries(tree)) {
      if (isNamed || !isData(key, inner)) walk(inner, !isNamed && named.has(key));
    }
  };
  walk(document, false);
}

function isData(key: string, value: unknown): boolean {
  return data.has(key) || key.startsWith("x-") || (key === "examples" && Array.isArray(value));
}

/** The other files that a document refers to, each once, in their order: addresses that may be relative to its own. */
export function filesReferredTo(document: unknown): string[] {
  const own = new Set<string>();
  const files = new Set<string>();
  eachIdentifier(document, (id) => own.add(withoutFragment(id)));
  eachReference(document, (ref) => files.add(withoutFragment(ref)));
  // What a schema calls itself is found here, whatever there may be at that address.
  return [...files].filter((file) => file !== "" && !own.has(file));
}

function eachIdentifier(value: unknown, call: (id: string) => void, seen = new Set<object>()): void {
  if (typeof value !== "object" || value === null || seen.has(value)) return;
  seen.add(value);
  if (isTree(value) && typeof value.$id === "string") call(value.$id);
  for (const inner of Object.values(value)) eachIdentifier(inner, call, seen);
}

export function withoutFragment(ref: string): string {
  return ref.split("#", 1)[0] ?? "";
}
