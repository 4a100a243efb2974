type Json = Readonly<Record<string, unknown>>;

/** A claim of an adaptive schema, as far as a form needs it. */
export interface ClaimSchema {
  readonly type: "boolean" | "string" | "number" | "array" | "object";
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: ClaimSchema;
  readonly properties?: Readonly<Record<string, ClaimSchema>>;
}

/** The claims with another value at a path. Undefined removes it, and a group that becomes empty. */
export function setClaim(claims: Json, [name = "", ...rest]: readonly string[], value: unknown): Json {
  const { [name]: before, ...others } = claims;
  const inner = typeof before === "object" && before !== null ? (before as Json) : {};
  const after = rest.length === 0 ? value : setClaim(inner, rest, value);
  const isEmpty = after === undefined || (rest.length > 0 && Object.keys(after as Json).length === 0);
  return isEmpty ? others : { ...claims, [name]: after };
}

export function getClaim(claims: Json, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (value as Json | undefined)?.[name], claims);
}

/** The claims of a text in JSON; undefined if it is no object. */
export function parseClaims(text: string): Json | undefined {
  if (text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}

/** The entries of a list that is written one per line. */
export function readEntries(text: string, items: ClaimSchema | undefined): unknown[] | undefined {
  const lines = text.split("\n").flatMap((line) => line.trim() || []);
  if (lines.length === 0) return undefined;
  if (items?.type === "number") return lines.map(Number).filter((number) => !Number.isNaN(number));
  return items?.type === "boolean" ? lines.map((line) => line === "true") : lines;
}
