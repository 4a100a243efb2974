import { isJsonObject, type JsonObject } from "../document/index.ts";
import type { DocumentReader } from "./document-reader.ts";
import { type Direction, isHiddenIn, propertiesOf } from "./fields.ts";
import { annotation, elementOf, keyword, type ResolvedSchema, typesOf } from "./resolved-schema.ts";
import { exampleOf } from "./values.ts";

const maxDepth = 6;
const maxValues = 200;

/** A value that a schema describes, for schemas without an example. Undefined if the type is unknown. */
export function sampleOf(reader: DocumentReader, schema: ResolvedSchema, direction: Direction): unknown {
  return new Sampler(reader, direction).sample(schema, 0);
}

class Sampler {
  readonly #reader: DocumentReader;
  readonly #direction: Direction;
  readonly #ancestors = new Set<JsonObject>();
  #remaining = maxValues;

  constructor(reader: DocumentReader, direction: Direction) {
    this.#reader = reader;
    this.#direction = direction;
  }

  sample(schema: ResolvedSchema, depth: number): unknown {
    const stated = [exampleOf(this.#reader, schema), annotation(schema, "default"), firstValue(schema)];
    const known = stated.find((value) => value !== undefined);
    if (known !== undefined) return known;
    if (depth >= maxDepth || this.#remaining-- <= 0 || this.#ancestors.has(schema.core)) return undefined;
    this.#ancestors.add(schema.core);
    const value = this.#composed(schema, depth) ?? scalar(schema);
    this.#ancestors.delete(schema.core);
    return value;
  }

  #composed(schema: ResolvedSchema, depth: number): unknown {
    const element = elementOf(schema);
    const properties = propertiesOf(this.#reader, schema);
    const [union] = schema.unions;
    const variant = union?.variants.find((candidate) => !this.#ancestors.has(candidate));
    const inherited = variant && this.sample(this.#reader.schema(variant), depth + 1);
    if (properties.size > 0)
      return { ...this.#object(properties, depth), ...(isJsonObject(inherited) && inherited) };
    if (inherited !== undefined) return inherited;
    if (element === undefined) return undefined;
    const item = this.sample(this.#reader.schema(element.schema), depth + 1);
    const isArray = element.container === "array";
    if (item === undefined) return isArray ? [] : {};
    return isArray ? [item] : { key: item };
  }

  #object(properties: ReadonlyMap<string, JsonObject>, depth: number): JsonObject {
    const entries: [string, unknown][] = [];
    for (const [name, property] of properties) {
      const schema = this.#reader.schema(property);
      if (isHiddenIn(this.#direction, schema) || annotation(schema, "deprecated") === true) continue;
      const value = this.sample(schema, depth + 1);
      if (value !== undefined) entries.push([name, value]);
      if (this.#remaining <= 0) break;
    }
    return Object.fromEntries(entries);
  }
}

function firstValue(schema: ResolvedSchema): unknown {
  const values = keyword(schema, "enum");
  return Array.isArray(values) ? values[0] : keyword(schema, "const");
}

const byFormat: Readonly<Record<string, string>> = {
  ...{ "date-time": "2030-01-31T12:00:00Z", date: "2030-01-31", time: "12:00:00Z", email: "ada@example.com" },
  ...{ uuid: "123e4567-e89b-12d3-a456-426614174000", uri: "https://example.com", url: "https://example.com" },
  ...{ hostname: "example.com", ipv4: "192.0.2.1", ipv6: "2001:db8::1", byte: "bGVjdGVybg==" },
};

function scalar(schema: ResolvedSchema): unknown {
  const type = typesOf(schema).find((name) => name !== "null");
  const minimum = keyword(schema, "minimum");
  switch (type) {
    case "string":
      return byFormat[String(keyword(schema, "format"))] ?? "text";
    case "integer":
    case "number":
      return typeof minimum === "number" ? minimum : 1;
    case "boolean":
      return true;
    case "object":
      return {};
    case "array":
      return [];
    default:
      return undefined;
  }
}
