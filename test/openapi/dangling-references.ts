type Tree = Record<string, unknown>;

const home = "http://files.example/";
/** More references than this are a cycle. */
const maxReferences = 20;

/**
 * All broken `$ref` in the files of a spec, also in examples. This knows less of OpenAPI than the server, so it cannot
 * share the server's mistakes.
 */
export function danglingReferences(filesystem: Readonly<Tree>): string[] {
  const targets = new Map<string, unknown>();
  const found: { readonly ref: string; readonly base: string }[] = [];
  const walk = (value: unknown, base: string): void => {
    if (typeof value !== "object" || value === null) return;
    const { $id, $ref } = value as Tree;
    const own = typeof $id === "string" ? new URL($id, base).href : base;
    if (own !== base) targets.set(baseOf(own), value);
    if (typeof $ref === "string") found.push({ ref: $ref, base: own });
    for (const inner of Object.values(value)) walk(inner, own);
  };
  for (const [name, document] of Object.entries(filesystem)) {
    targets.set(baseOf(addressOf(name)), document);
    walk(document, addressOf(name));
  }
  return found.filter(({ ref, base }) => !resolves(ref, base, targets)).map(({ ref }) => ref);
}

/** Follows a JSON pointer and then more steps, through references on the way. */
function resolves(
  ref: string,
  base: string,
  targets: ReadonlyMap<string, unknown>,
  { steps = [], passed = 0 }: { steps?: readonly string[]; passed?: number } = {},
): boolean {
  if (passed > maxReferences) return false;
  const url = new URL(ref, base);
  let value = targets.get(baseOf(url.href));
  const pointer = decodeURIComponent(url.hash.slice(1));
  if (pointer !== "" && !pointer.startsWith("/")) return hasAnchor(value, pointer);
  const keys = [...pointer.split("/").slice(1).map(unescapeKey), ...steps];
  while (keys.length > 0 && typeof value === "object" && value !== null) {
    const [key = ""] = keys;
    const tree = value as Tree;
    if (!Object.hasOwn(tree, key))
      return (
        typeof tree.$ref === "string" &&
        resolves(tree.$ref, url.href, targets, { steps: keys, passed: passed + 1 })
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

/** The URL without its fragment, decoded, so that all spellings are equal. */
function baseOf(href: string): string {
  return decodeURIComponent(href.split("#", 1)[0] ?? "");
}
