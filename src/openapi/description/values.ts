import { isJsonObject, type JsonObject } from "../document/index.ts";
import type { DocumentReader } from "./document-reader.ts";
import { firstOf, own, truncate } from "./json-values.ts";
import { elementOf, keyword, type ResolvedSchema } from "./resolved-schema.ts";

const maxValueLength = 200;
const maxEnumValues = 50;
const maxStringLength = 2000;
const maxExampleLength = 8000;
const maxExampleLines = 200;
const maxExampleValues = 2000;
const maxDepth = 20;

/** A value on one line: a string unchanged, any other value as JSON. */
export function valueText(reader: DocumentReader, value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(abbreviate(reader, value, maxValueLength));
  return truncate(text, maxValueLength);
}

/** An example as text: a string unchanged, any other value as formatted JSON. */
export function exampleText(reader: DocumentReader, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const isText = typeof value === "string";
  const text = isText ? value : JSON.stringify(abbreviate(reader, value, maxExampleValues), null, 2);
  const lines = truncate(text, maxExampleLength).split("\n");
  if (lines.length > maxExampleLines) lines.splice(maxExampleLines, Infinity, "…");
  return lines.join("\n");
}

/** A copy that JSON can represent, with about `maxValues` values at most. */
function abbreviate(reader: DocumentReader, value: unknown, maxValues: number): unknown {
  let remaining = maxValues;
  const copy = (inner: unknown, depth: number): unknown => {
    remaining--;
    if (typeof inner === "string") return truncate(inner, maxStringLength);
    if (typeof inner === "number" || typeof inner === "boolean") return inner;
    if (typeof inner !== "object" || inner === null) return null;
    if (depth >= maxDepth) return "…";
    if (!isJsonObject(inner))
      return firstOf(inner, remaining).flatMap((item) => (remaining > 0 ? [copy(item, depth + 1)] : []));
    const keys = reader.keysOf(inner, remaining);
    return Object.fromEntries(
      keys.flatMap((key) =>
        remaining > 0 ? [[truncate(key, maxValueLength), copy(inner[key], depth + 1)]] : [],
      ),
    );
  };
  return copy(value, 0);
}

/** The enumerated values of a schema, of its elements, or of all its variants. */
export function enumOf(reader: DocumentReader, schema: ResolvedSchema): readonly string[] | undefined {
  const element = elementOf(schema);
  const enumValues =
    unionEnum(reader, schema) ?? (element && unionEnum(reader, reader.schema(element.schema)));
  if (enumValues === undefined || enumValues.length === 0) return undefined;
  const values = enumValues.slice(0, maxEnumValues).map((value) => valueText(reader, value));
  return enumValues.length > maxEnumValues ? [...values, "…"] : values;
}

function unionEnum(reader: DocumentReader, schema: ResolvedSchema): readonly unknown[] | undefined {
  const [union] = schema.unions;
  const values = directEnum(schema);
  if (values !== undefined || union === undefined) return values;
  const variantValues = union.variants.map((variant) => directEnum(reader.schema(variant)));
  return variantValues.includes(undefined)
    ? undefined
    : [...new Set(variantValues.flatMap((values) => values ?? []))];
}

function directEnum(schema: ResolvedSchema): readonly unknown[] | undefined {
  const values = keyword(schema, "enum");
  if (Array.isArray(values)) return firstOf(values, maxEnumValues + 1);
  const value = keyword(schema, "const");
  return value === undefined ? undefined : [value];
}

/** The first example of a schema, a parameter or a media type. */
export function exampleIn(reader: DocumentReader, holder: JsonObject | undefined): unknown {
  const example = own(holder, "example");
  if (example !== undefined) return example;
  const examples = own(holder, "examples");
  if (Array.isArray(examples)) return examples[0];
  const byName = isJsonObject(examples) ? examples : undefined;
  const [first = ""] = reader.keysOf(byName, 1);
  return own(reader.resolve(own(byName, first)), "value");
}

export function exampleOf(reader: DocumentReader, { wrappers }: ResolvedSchema): unknown {
  for (const schema of wrappers.toReversed()) {
    const example = exampleIn(reader, schema);
    if (example !== undefined) return example;
  }
  return undefined;
}
