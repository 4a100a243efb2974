type Tree = Record<string, unknown>;

const rootUrl = "http://files.example/";
/** A chain of more references is treated as a cycle. */
const maxReferences = 20;

/**
 * All broken `$ref` in the files of a spec, including in examples. It does not use the code of the server, so it cannot
 * share its mistakes.
 */
export function danglingReferences(filesystem: Readonly<Tree>): string[] {
  const targets = new Map<string, unknown>();
  const references: { readonly ref: string; readonly base: string }[] = [];
  const walk = (value: unknown, base: string): void => {
    if (typeof value !== "object" || value === null) return;
    const { $id, $ref } = value as Tree;
    const innerBase = typeof $id === "string" ? new URL($id, base).href : base;
    if (innerBase !== base) targets.set(withoutFragment(innerBase), value);
    if (typeof $ref === "string") references.push({ ref: $ref, base: innerBase });
    for (const inner of Object.values(value)) walk(inner, innerBase);
  };
  for (const [name, document] of Object.entries(filesystem)) {
    targets.set(withoutFragment(urlOf(name)), document);
    walk(document, urlOf(name));
  }
  return references.filter(({ ref, base }) => !resolves(ref, base, targets)).map(({ ref }) => ref);
}

/** Whether a reference and then these steps lead to a value, through other references on the way. */
function resolves(
  ref: string,
  base: string,
  targets: ReadonlyMap<string, unknown>,
  { steps = [], followed = 0 }: { steps?: readonly string[]; followed?: number } = {},
): boolean {
  if (followed > maxReferences) return false;
  const url = new URL(ref, base);
  let value = targets.get(withoutFragment(url.href));
  const pointer = decodeURIComponent(url.hash.slice(1));
  if (pointer !== "" && !pointer.startsWith("/")) return hasAnchor(value, pointer);
  const keys = [...pointer.split("/").slice(1).map(unescapeKey), ...steps];
  while (keys.length > 0 && typeof value === "object" && value !== null) {
    const [key = ""] = keys;
    const tree = value as Tree;
    if (!Object.hasOwn(tree, key))
      return (
        typeof tree.$ref === "string" &&
        resolves(tree.$ref, url.href, targets, { steps: keys, followed: followed + 1 })
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

function urlOf(name: string): string {
  return URL.canParse(name) ? name : rootUrl + name.split("/").map(encodeURIComponent).join("/");
}

/** The URL without its fragment, decoded, so that all spellings are equal. */
function withoutFragment(href: string): string {
  return decodeURIComponent(href.split("#", 1)[0] ?? "");
}
