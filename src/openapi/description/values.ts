import { isJsonObject, type JsonObject } from "../document/references.ts";
import type { Source } from "./document-reader.ts";
import { cut, firstOf, own } from "./json-values.ts";
import { insideOf, said, type View } from "./resolved-schema.ts";

const longestValue = 200;
const mostValues = 50;
const longestText = 2000;
const longestExample = 8000;
const mostLines = 200;
const mostNodes = 2000;
const deepest = 20;

/** A value on one line: text as it is, all else as JSON. */
export function valueText(source: Source, value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(shortened(source, value, longestValue));
  return cut(text, longestValue);
}

/** An example as a reader may copy it, unless it is too long. */
export function exampleText(source: Source, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const isText = typeof value === "string";
  const text = isText ? value : JSON.stringify(shortened(source, value, mostNodes), null, 2);
  const lines = cut(text, longestExample).split("\n");
  return lines.length <= mostLines ? lines.join("\n") : [...lines.slice(0, mostLines), "…"].join("\n");
}

/** What JSON can say of a value, and no more than about so many values in it. */
function shortened(source: Source, value: unknown, most: number): unknown {
  let left = most;
  const copy = (inner: unknown, depth: number): unknown => {
    left--;
    if (typeof inner === "string") return cut(inner, longestText);
    if (typeof inner === "number" || typeof inner === "boolean") return inner;
    if (typeof inner !== "object" || inner === null) return null;
    if (depth >= deepest) return "…";
    const isOver = () => left <= 0;
    if (!isJsonObject(inner)) return mapUntil(isOver, firstOf(inner, left), (item) => copy(item, depth + 1));
    const keys = source.keysOf(inner, left);
    return Object.fromEntries(
      mapUntil(isOver, keys, (key) => [cut(key, longestValue), copy(inner[key], depth + 1)]),
    );
  };
  return copy(value, 0);
}

function mapUntil<T, R>(isOver: () => boolean, list: readonly T[], change: (item: T) => R): R[] {
  const changed: R[] = [];
  for (const item of list) {
    if (isOver()) break;
    changed.push(change(item));
  }
  return changed;
}

/** The values that it may have, of itself, of its items or of all its forms. */
export function enumOf(source: Source, view: View): readonly string[] | undefined {
  const inside = insideOf(view);
  const all = anyEnum(source, view) ?? (inside && anyEnum(source, source.view(inside.schema)));
  if (all === undefined || all.length === 0) return undefined;
  const values = all.slice(0, mostValues).map((value) => valueText(source, value));
  return all.length > mostValues ? [...values, "…"] : values;
}

function anyEnum(source: Source, view: View): readonly unknown[] | undefined {
  const [union] = view.unions;
  const listed = ownEnum(view);
  if (listed !== undefined || union === undefined) return listed;
  const each = union.variants.map((variant) => ownEnum(source.view(variant)));
  return each.includes(undefined) ? undefined : [...new Set(each.flatMap((values) => values ?? []))];
}

function ownEnum(view: View): readonly unknown[] | undefined {
  const values = said(view, "enum");
  if (Array.isArray(values)) return firstOf(values, mostValues + 1);
  const value = said(view, "const");
  return value === undefined ? undefined : [value];
}

/** The first example that a schema, a parameter or a media type gives. */
export function exampleIn(source: Source, holder: JsonObject | undefined): unknown {
  const example = own(holder, "example");
  if (example !== undefined) return example;
  const examples = own(holder, "examples");
  if (Array.isArray(examples)) return examples[0];
  const named = isJsonObject(examples) ? examples : undefined;
  const [first = ""] = source.keysOf(named, 1);
  return own(source.resolve(own(named, first)), "value");
}

/** The example that stands nearest to a schema. */
export function exampleOf(source: Source, view: View): unknown {
  for (const part of view.near.toReversed()) {
    const example = exampleIn(source, part);
    if (example !== undefined) return example;
  }
  return undefined;
}
