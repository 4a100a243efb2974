type Tree = Record<string, unknown>;

const home = "http://files.example/";
/** After so many references in the way it is a circle. */
const longest = 20;

/**
 * All `$ref` in the files of a spec that lead nowhere. Whatever has that name counts, in examples as well: this knows
 * less of OpenAPI than the server does, so that it cannot overlook what the server overlooks.
 */
export function danglingReferences(filesystem: Readonly<Tree>): string[] {
  const places = new Map<string, unknown>();
  const found: { readonly ref: string; readonly base: string }[] = [];
  const walk = (value: unknown, base: string): void => {
    if (typeof value !== "object" || value === null) return;
    const { $id, $ref } = value as Tree;
    const own = typeof $id === "string" ? new URL($id, base).href : base;
    if (own !== base) places.set(placeOf(own), value);
    if (typeof $ref === "string") found.push({ ref: $ref, base: own });
    for (const inner of Object.values(value)) walk(inner, own);
  };
  for (const [name, document] of Object.entries(filesystem)) {
    places.set(placeOf(addressOf(name)), document);
    walk(document, addressOf(name));
  }
  return found.filter(({ ref, base }) => !leadsSomewhere(ref, base, places)).map(({ ref }) => ref);
}

/** Follows a JSON pointer, and then more steps, through references where they are in the way. */
function leadsSomewhere(
  ref: string,
  base: string,
  places: ReadonlyMap<string, unknown>,
  { steps = [], passed = 0 }: { steps?: readonly string[]; passed?: number } = {},
): boolean {
  if (passed > longest) return false;
  const url = new URL(ref, base);
  let value = places.get(placeOf(url.href));
  const pointer = decodeURIComponent(url.hash.slice(1));
  if (pointer !== "" && !pointer.startsWith("/")) return hasAnchor(value, pointer);
  const keys = [...pointer.split("/").slice(1).map(unescapeKey), ...steps];
  while (keys.length > 0 && typeof value === "object" && value !== null) {
    const [key = ""] = keys;
    const tree = value as Tree;
    if (!Object.hasOwn(tree, key))
      return (
        typeof tree.$ref === "string" &&
        leadsSomewhere(tree.$ref, url.href, places, { steps: keys, passed: passed + 1 })
      );
    value = tree[key];
    keys.shift();
  }
  return keys.length === 0 && value !== undefined;
}

function hasAnchor(value: unknown, name: string): boolean {
  if (typeof value !== "object" || value === null) return false;
  return (value as Tree).$anchor === name || Object.values(value).some((inner) => hasAnchor(inner, name));
}

export function unescapeKey(key: string): string {
  return key.replaceAll("~1", "/").replaceAll("~0", "~");
}

function addressOf(name: string): string {
  return URL.canParse(name) ? name : home + name.split("/").map(encodeURIComponent).join("/");
}

/** The same for all ways to write an address. */
function placeOf(href: string): string {
  return decodeURIComponent(href.split("#", 1)[0] ?? "");
}
