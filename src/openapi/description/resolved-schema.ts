import { decodePointerToken, isJsonObject, type JsonObject } from "../document/index.ts";
import { firstOf, maxNameLength, own, truncate } from "./json-values.ts";

/** Longer references are not resolved. */
export const maxReferenceLength = 1000;
const maxSubschemas = 100;
const maxVariants = 20;
const maxUnions = 10;
/** Keywords that define a value, unlike annotations such as `description`. */
const definingKeywords = ["$ref", "type", "properties", "items", "allOf", "oneOf", "anyOf", "enum", "const"];

/** A schema combined with the schemas that it refers to, including those in `allOf`. */
export interface ResolvedSchema {
  /** The schema at the end of the chain of wrappers. Comparing cores detects cycles. */
  readonly core: JsonObject;
  readonly name?: string;
  /** All schemas that apply. Of two schemas with the same keyword, the later one takes precedence. */
  readonly subschemas: readonly JsonObject[];
  /** The subschemas whose annotations apply to the entire schema: the core and its wrappers. */
  readonly wrappers: readonly JsonObject[];
  readonly isNullable: boolean;
  readonly unions: readonly Union[];
}

export interface Union {
  readonly label: "one of" | "any of";
  readonly variants: readonly JsonObject[];
}

interface Core {
  readonly schema: JsonObject;
  readonly name?: string | undefined;
}

export function emptySchema(core: JsonObject): ResolvedSchema {
  return { core, subschemas: [], wrappers: [], isNullable: false, unions: [] };
}

export function resolveSchema(schema: JsonObject, target: (ref: string) => unknown): ResolvedSchema {
  const collector = new SchemaCollector(target);
  const core = collector.collect(schema) ?? { schema };
  const { subschemas, unions, isNullable } = collector;
  const wrappers = subschemas.slice(Math.max(0, subschemas.indexOf(core.schema)));
  return {
    core: core.schema,
    ...(core.name && { name: core.name }),
    subschemas,
    wrappers,
    isNullable,
    unions,
  };
}

class SchemaCollector {
  readonly subschemas: JsonObject[] = [];
  readonly unions: Union[] = [];
  isNullable = false;
  readonly #seen = new Set<JsonObject>();
  readonly #target: (ref: string) => unknown;

  constructor(target: (ref: string) => unknown) {
    this.#target = target;
  }

  /** Adds the schemas that a schema refers to, then the schema. Returns its core. */
  collect(schema: unknown): Core | undefined {
    if (!isJsonObject(schema) || this.#seen.has(schema) || this.#seen.size >= maxSubschemas) return undefined;
    this.#seen.add(schema);
    const cores = [this.#collectReference(schema), this.#collectAllOf(schema), this.#collectUnions(schema)];
    this.subschemas.push(schema);
    if (isNullable(schema)) this.isNullable = true;
    const [core, ...others] = cores.filter((core) => core !== undefined);
    const isWrapper = others.length === 0 && own(schema, "properties") === undefined;
    return (isWrapper ? core : undefined) ?? { schema };
  }

  #collectReference(schema: JsonObject): Core | undefined {
    const ref = own(schema, "$ref");
    if (typeof ref !== "string") return undefined;
    const core = this.collect(this.#target(ref)) ?? { schema };
    return { schema: core.schema, name: nameIn(ref) ?? core.name };
  }

  /** Returns a core only if exactly one part defines the value. */
  #collectAllOf(schema: JsonObject): Core | undefined {
    const parts = firstOf(own(schema, "allOf"), maxSubschemas).filter(isJsonObject);
    const cores = parts.flatMap((part) => {
      const core = this.collect(part);
      return core !== undefined && isDefining(part) ? [core] : [];
    });
    return cores.length === 1 ? cores[0] : undefined;
  }

  #collectUnions(schema: JsonObject): Core | undefined {
    let core: Core | undefined;
    for (const [key, label] of [
      ["oneOf", "one of"],
      ["anyOf", "any of"],
    ] as const) {
      const allVariants = firstOf(own(schema, key), maxVariants).filter(isJsonObject);
      const variants = allVariants.filter((variant) => own(variant, "type") !== "null");
      if (variants.length < allVariants.length) this.isNullable = true;
      const defining = variants.filter(isDefining);
      // A union of a schema and null is a nullable schema.
      if (variants.length === 1) core = this.collect(variants[0]);
      else if (defining.length > 1 && this.unions.length < maxUnions)
        this.unions.push({ label, variants: defining });
    }
    return core;
  }
}

/** The name of the schema that a reference points to, unless the schema is anonymous. */
function nameIn(ref: string): string | undefined {
  if (ref.length > maxReferenceLength) return undefined;
  const [file = "", pointer = ""] = ref.split("#", 2);
  const [container, last] = pointer.split("/").slice(-2);
  const isNamed = container !== undefined && ["schemas", "definitions", "$defs"].includes(container);
  const token =
    last !== undefined && (isNamed || file !== "") ? last : /([^/]+?)(?:\.[a-z]+)?$/i.exec(file)?.[1];
  return token === undefined ? undefined : truncate(decodePointerToken(token), maxNameLength);
}

function isDefining(schema: JsonObject): boolean {
  return definingKeywords.some((key) => own(schema, key) !== undefined);
}

function isNullable(schema: JsonObject): boolean {
  if (own(schema, "nullable") === true || own(schema, "x-nullable") === true) return true;
  return firstOf(own(schema, "type"), 10).includes("null");
}

export function keyword({ subschemas }: ResolvedSchema, key: string): unknown {
  return lastValue(subschemas, key);
}

/** The value of a keyword that annotates the entire schema. */
export function annotation({ wrappers }: ResolvedSchema, key: string): unknown {
  return lastValue(wrappers, key);
}

function lastValue(schemas: readonly JsonObject[], key: string): unknown {
  const holder = schemas.findLast((schema) => own(schema, key) !== undefined);
  return own(holder, key);
}

/** The types of a schema, without null. */
export function typesOf(schema: ResolvedSchema): string[] {
  const type = keyword(schema, "type");
  const types = typeof type === "string" ? [type] : firstOf(type, 10);
  return types.flatMap((name) => (typeof name === "string" && name !== "null" ? [name] : []));
}

/** The schema of the items of an array, or of the values of a map. */
export function elementOf(
  schema: ResolvedSchema,
): { readonly container: "array" | "map"; readonly schema: JsonObject } | undefined {
  const items = keyword(schema, "items");
  if (isJsonObject(items)) return { container: "array", schema: items };
  const additional = keyword(schema, "additionalProperties");
  const isMap = isJsonObject(additional) && !hasProperties(schema);
  return isMap ? { container: "map", schema: additional } : undefined;
}

export function hasProperties({ subschemas }: ResolvedSchema): boolean {
  return subschemas.some((schema) => isJsonObject(own(schema, "properties")));
}
