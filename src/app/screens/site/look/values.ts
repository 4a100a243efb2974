/** A customization or a part of it, as JSON. Fields that the form does not know are kept. */
export type Values = Readonly<Record<string, unknown>>;

/** Objects whose fields are set and inherited one by one. Every other value is set and inherited as a whole. */
const containers = new Set([
  ...[
    "styling",
    "styling.codeTheme",
    "styling.sidebar",
    "internationalization",
    "header",
    "footer",
    "themes",
  ],
  ...["pdf", "feedback", "ai", "advancedCustomization", "git", "pageActions", "externalLinks", "pagination"],
  ...["trademark", "privacyPolicy", "socialPreview", "insights"],
]);

function isObject(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value of a field such as `styling.theme`. */
export function valueAt(values: Values | undefined, path: string): unknown {
  let value: unknown = values;
  for (const name of path.split(".")) value = isObject(value) ? value[name] : undefined;
  return value;
}

/** The values with a field set, or without it if the value is undefined. Objects without fields are left out. */
export function withValue(values: Values, path: string, value: unknown): Values {
  const [name = "", ...rest] = path.split(".");
  const { [name]: before, ...others } = values;
  const inner = rest.length === 0 ? value : withValue(isObject(before) ? before : {}, rest.join("."), value);
  const isEmpty = inner === undefined || (rest.length > 0 && Object.keys(inner as Values).length === 0);
  return isEmpty ? others : { ...values, [name]: inner };
}

/** The values without these fields. */
export function without(values: Values, paths: readonly string[]): Values {
  return paths.reduce((rest, path) => withValue(rest, path, undefined), values);
}

/** The fields that are set, by their paths. */
export function leavesOf(values: Values, prefix = ""): Map<string, unknown> {
  const leaves = new Map<string, unknown>();
  for (const [name, value] of Object.entries(values)) {
    const path = prefix + name;
    if (!containers.has(path) || !isObject(value)) leaves.set(path, value);
    else for (const [inner, leaf] of leavesOf(value, `${path}.`)) leaves.set(inner, leaf);
  }
  return leaves;
}

/** The effective values: each layer overrides the ones before it. */
export function merged(...layers: readonly Values[]): Values {
  let all: Values = {};
  for (const layer of layers) for (const [path, value] of leavesOf(layer)) all = withValue(all, path, value);
  return all;
}

/** Whether two values have the same JSON, whatever the order of their fields. */
export function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, inner]) => [name, sorted(inner)]),
  );
}

/** The fields that differ, with their values after the change; undefined if they are no longer set. */
export function changesBetween(before: Values, after: Values): Map<string, unknown> {
  const [old, current] = [leavesOf(before), leavesOf(after)];
  const changes = new Map<string, unknown>();
  for (const path of new Set([...old.keys(), ...current.keys()]))
    if (!isEqual(old.get(path), current.get(path))) changes.set(path, current.get(path));
  return changes;
}

/** The changes as a body of the API: null takes a field back. */
export function patchOf(before: Values, after: Values): Values {
  let patch: Values = {};
  for (const [path, value] of changesBetween(before, after)) patch = withValue(patch, path, value ?? null);
  return patch;
}

/** What one has changed, put on top of what others have saved meanwhile. */
export function rebased(base: Values, mine: Values, theirs: Values): Values {
  let result = theirs;
  for (const [path, value] of changesBetween(base, mine)) result = withValue(result, path, value);
  return result;
}

/** The items with one of them moved to another place. */
export function moved<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length) return items;
  const others = items.filter((_, i) => i !== from);
  return [...others.slice(0, to), item, ...others.slice(to)];
}
