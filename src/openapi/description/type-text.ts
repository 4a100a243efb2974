import type { JsonObject } from "../document/index.ts";
import type { DocumentReader } from "./document-reader.ts";
import { truncate } from "./json-values.ts";
import {
  elementOf,
  hasProperties,
  keyword,
  type ResolvedSchema,
  typesOf,
  type Union,
} from "./resolved-schema.ts";

const maxLength = 200;
const maxPatternLength = 60;
/** The maximum depth of nested arrays and maps. */
const maxDepth = 3;
const maxNamedVariants = 6;
const scalarTypes: ReadonlySet<string> = new Set(["string", "number", "integer", "boolean"]);

/** A short description of the type of a schema. A named schema with fields is represented by its name. */
export function typeText(reader: DocumentReader, schema: ResolvedSchema): string {
  return truncate(textAt(reader, schema, 0), maxLength);
}

/** The name of a schema, or of its elements, if its type is described by that name. */
export function schemaNameOf(reader: DocumentReader, schema: ResolvedSchema): { schemaName?: string } {
  let named = schema;
  for (let depth = 0; depth < maxDepth; depth++) {
    const element = elementOf(named);
    if (element === undefined) break;
    named = reader.schema(element.schema);
  }
  return named.name !== undefined && hasFields(reader, named) ? { schemaName: named.name } : {};
}

function textAt(reader: DocumentReader, schema: ResolvedSchema, depth: number): string {
  const text = nonNullText(reader, schema, depth);
  return schema.isNullable && text !== "null" ? `${text} or null` : text;
}

function nonNullText(reader: DocumentReader, schema: ResolvedSchema, depth: number): string {
  const types = typesOf(schema);
  const element = elementOf(schema);
  const isDeepest = depth >= maxDepth;
  // For scalars, the type is more informative than the name of the schema.
  const isScalar = types.length > 0 && types.every((type) => scalarTypes.has(type));
  const usesName = isDeepest ? !isScalar : element === undefined && hasFields(reader, schema);
  if (schema.name !== undefined && usesName) return schema.name;
  if (element !== undefined && depth <= maxDepth) {
    const items = textAt(reader, reader.schema(element.schema), depth + 1);
    return `${element.container} of ${items}${lengthRange(schema, "Items", "item")}`;
  }
  const [union] = schema.unions;
  if (union !== undefined && !hasProperties(schema))
    return isDeepest ? union.label : unionText(reader, union);
  if (types.length === 0) return schema.name ?? guessType(schema);
  const text = types.map((type) => truncate(type, maxPatternLength)).join(" or ");
  return text + formatText(schema) + limitsText(schema, types);
}

/** Variants are described without nesting: unions of unions would grow exponentially. */
function unionText(reader: DocumentReader, { label, variants }: Union): string {
  const described = variants.slice(0, maxNamedVariants);
  const texts = [...new Set(described.map((variant) => textAt(reader, reader.schema(variant), maxDepth)))];
  const hasMore = variants.length > described.length;
  return texts.length === 1 && !hasMore
    ? texts.join()
    : `${label} ${texts.join(", ")}${hasMore ? ", …" : ""}`;
}

/** Whether the schema, its elements or its variants have properties. */
export function hasFields(reader: DocumentReader, schema: ResolvedSchema, depth = 0): boolean {
  if (hasProperties(schema)) return true;
  if (depth > maxDepth) return false;
  const element = elementOf(schema);
  if (element !== undefined) return hasFields(reader, reader.schema(element.schema), depth + 1);
  if (depth >= maxDepth) return false;
  const variantHasFields = (variant: JsonObject) => hasFields(reader, reader.schema(variant), maxDepth);
  return schema.unions.some(({ variants }) => variants.some(variantHasFields));
}

/** Infers the type of a schema without `type`. */
function guessType(schema: ResolvedSchema): string {
  if (hasProperties(schema)) return "object";
  const values = keyword(schema, "enum");
  const value = Array.isArray(values) ? values[0] : keyword(schema, "const");
  return ["string", "number", "boolean"].find((type) => typeof value === type) ?? "any";
}

function formatText(schema: ResolvedSchema): string {
  const format = keyword(schema, "format");
  return typeof format === "string" && format !== "" ? ` (${truncate(format, maxPatternLength)})` : "";
}

function limitsText(schema: ResolvedSchema, types: readonly string[]): string {
  if (types.includes("string")) return lengthRange(schema, "Length", "character") + patternText(schema);
  if (types.includes("array")) return lengthRange(schema, "Items", "item");
  return types.includes("integer") || types.includes("number") ? numberRange(schema) : "";
}

function patternText(schema: ResolvedSchema): string {
  const pattern = keyword(schema, "pattern");
  const isShort = typeof pattern === "string" && pattern !== "" && pattern.length <= maxPatternLength;
  return isShort ? `, matching ${pattern}` : "";
}

function lengthRange(schema: ResolvedSchema, suffix: "Length" | "Items", unit: string): string {
  const [min, max] = [numberAt(schema, `min${suffix}`), numberAt(schema, `max${suffix}`)];
  // A minimum of 0 is not a limit.
  const text = rangeText(min === 0 ? undefined : min, max);
  return text === "" ? "" : `, ${text} ${(max ?? min) === 1 ? unit : `${unit}s`}`;
}

function numberRange(schema: ResolvedSchema): string {
  const limitOf = (name: "Minimum" | "Maximum") => {
    const inclusive = numberAt(schema, name.toLowerCase());
    // Up to OpenAPI 3.0, a boolean makes the other limit exclusive.
    if (keyword(schema, `exclusive${name}`) === true) return { exclusive: inclusive };
    return { exclusive: numberAt(schema, `exclusive${name}`), inclusive };
  };
  const [min, max] = [limitOf("Minimum"), limitOf("Maximum")];
  const texts = [
    min.exclusive === undefined ? "" : `more than ${min.exclusive}`,
    max.exclusive === undefined ? "" : `less than ${max.exclusive}`,
    rangeText(min.inclusive, max.inclusive),
  ];
  return texts.map((text) => (text === "" ? "" : `, ${text}`)).join("");
}

function rangeText(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return min === max ? `exactly ${min}` : `${min} to ${max}`;
  if (min !== undefined) return `at least ${min}`;
  return max === undefined ? "" : `at most ${max}`;
}

function numberAt(schema: ResolvedSchema, key: string): number | undefined {
  const value = keyword(schema, key);
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}
