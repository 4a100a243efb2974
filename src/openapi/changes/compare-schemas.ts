import { StepCounter, type Steps } from "../../platform/index.ts";
import {
  type DocumentReader,
  elementOf,
  firstOf,
  keyword,
  own,
  type ResolvedSchema,
  typesOf,
} from "../description/index.ts";
import { isJsonObject, type JsonObject } from "../document/index.ts";
import type { SpecChange } from "./change.ts";
import { compareConstraints, compareTypes } from "./compare-values.ts";

/** Who sends the value. A request must still be accepted, a response must still be understood. */
export type Direction = "request" | "response";

/** A change of a schema, or of a schema in it. Its message begins with a verb: its subject is the value at this path. */
export interface SchemaChange extends SpecChange {
  readonly path: readonly string[];
}

export interface Versions<T> {
  readonly before: T;
  readonly after: T;
}

/** Units of work, such as compared properties. They bound the time for documents whose schemas refer to each other in many ways. */
const maxWork = 1_000_000;
const workPerStep = 500;
const maxDepth = 50;
const maxPathParts = 10;
const maxChanges = 100;

/** The readers of two documents need to resolve no more schemas than are compared. */
export const maxResolvedSchemas = maxWork;

type Compared = Map<JsonObject, Map<JsonObject, readonly SchemaChange[]>>;

/** Compares schemas of two documents. A pair of schemas is compared once, however often it is used, also in itself. */
export class SchemaComparer {
  readonly #readers: Versions<DocumentReader>;
  readonly #compared: Readonly<Record<Direction, Compared>> = { request: new Map(), response: new Map() };
  readonly #counter = new StepCounter(workPerStep);
  #workLeft = maxWork;
  isTruncated = false;

  constructor(readers: Versions<DocumentReader>) {
    this.#readers = readers;
  }

  /** Counts work, and yields after some of it. */
  *work(units: number): Steps<void> {
    this.#workLeft -= units;
    if (this.#counter.isComplete(units)) yield;
  }

  /** What changed in the values that a schema allows. A missing schema allows all. */
  *compare(schemas: Versions<unknown>, direction: Direction, depth = 0): Steps<readonly SchemaChange[]> {
    const before = targetOf(this.#readers.before, schemas.before);
    const after = targetOf(this.#readers.after, schemas.after);
    const known = this.#compared[direction].getOrInsertComputed(before, () => new Map());
    const found = known.get(after);
    if (found !== undefined) return found;
    if (depth > maxDepth || this.#workLeft <= 0) {
      this.isTruncated = true;
      return [];
    }
    // A schema that contains itself has the differences that are found outside.
    known.set(after, []);
    const resolved = {
      before: this.#readers.before.schema(before),
      after: this.#readers.after.schema(after),
    };
    yield* this.work(1 + sizeOf(resolved.before) + sizeOf(resolved.after));
    if (this.#workLeft <= 0) {
      this.isTruncated = true;
      return [];
    }
    const changes = this.#limit(yield* this.#compareResolved(resolved, direction, depth));
    known.set(after, changes);
    return changes;
  }

  *#compareResolved(
    schemas: Versions<ResolvedSchema>,
    direction: Direction,
    depth: number,
  ): Steps<SchemaChange[]> {
    const typeChanges = compareTypes(schemas, direction);
    const changes: SchemaChange[] = [...typeChanges, ...compareConstraints(schemas, direction)].map(here);
    // The parts of values of another type are not comparable.
    if (typeChanges.some(({ code }) => code === "type-changed") && !shareType(schemas)) return changes;
    changes.push(...(yield* this.#compareProperties(schemas, direction, depth)));
    const elements = { before: elementOf(schemas.before), after: elementOf(schemas.after) };
    if (elements.before !== undefined && elements.after !== undefined) {
      const inner = { before: elements.before.schema, after: elements.after.schema };
      const name = elements.after.container === "array" ? "[]" : "*";
      changes.push(...within(name, yield* this.compare(inner, direction, depth + 1)));
    }
    changes.push(...(yield* this.#compareVariants(schemas, direction, depth)));
    return changes;
  }

  *#compareProperties(
    { before, after }: Versions<ResolvedSchema>,
    direction: Direction,
    depth: number,
  ): Steps<SchemaChange[]> {
    const old = { properties: propertiesOf(before), required: requiredOf(before) };
    const now = { properties: propertiesOf(after), required: requiredOf(after) };
    yield* this.work(old.properties.size + now.properties.size);
    const isHidden = (reader: DocumentReader, schema: unknown) =>
      isJsonObject(schema) &&
      keyword(reader.schema(schema), direction === "request" ? "readOnly" : "writeOnly") === true;
    const changes: SchemaChange[] = [];
    const add = (name: string, code: string, isBreaking: boolean, message: string) =>
      changes.push({ path: [name], code, isBreaking, message });
    for (const [name, schema] of old.properties) {
      if (changes.length > maxChanges) break;
      if (isHidden(this.#readers.before, schema)) continue;
      const next = now.properties.get(name);
      if (next === undefined) {
        const isRefused = direction === "response" || keyword(after, "additionalProperties") === false;
        add(name, "property-removed", isRefused, "was removed");
        continue;
      }
      const [was, is] = [old.required.has(name), now.required.has(name)];
      if (isHidden(this.#readers.after, next)) {
        const how = direction === "request" ? "is read-only now" : "is write-only now";
        add(name, "property-hidden", true, how);
      } else if (!was && is) add(name, "property-required", direction === "request", "is required now");
      else if (was && !is) add(name, "property-optional", direction === "response", "may be missing now");
      changes.push(
        ...within(name, yield* this.compare({ before: schema, after: next }, direction, depth + 1)),
      );
    }
    for (const [name, schema] of now.properties) {
      if (changes.length > maxChanges) break;
      if (old.properties.has(name) || isHidden(this.#readers.after, schema)) continue;
      const isRequired = direction === "request" && now.required.has(name);
      const message = isRequired ? "was added and is required" : "was added";
      add(name, isRequired ? "required-property-added" : "property-added", isRequired, message);
    }
    return changes;
  }

  /** Compares the variants of unions. They are matched by their names, or by their positions if they have none. */
  *#compareVariants(
    { before, after }: Versions<ResolvedSchema>,
    direction: Direction,
    depth: number,
  ): Steps<SchemaChange[]> {
    if (before.unions.length === 0 || after.unions.length === 0) return [];
    const [old, now] = [this.#variantsOf(before, "before"), this.#variantsOf(after, "after")];
    yield* this.work(old.size + now.size);
    const changes: SchemaChange[] = [];
    for (const [name, schema] of old) {
      const next = now.get(name);
      if (next === undefined) {
        const message = `no longer allows the variant “${name}”`;
        changes.push({ path: [], code: "variant-removed", isBreaking: direction === "request", message });
      } else changes.push(...(yield* this.compare({ before: schema, after: next }, direction, depth + 1)));
    }
    for (const name of now.keys())
      if (!old.has(name)) {
        const message = `has the new variant “${name}”`;
        changes.push({ path: [], code: "variant-added", isBreaking: direction === "response", message });
      }
    return changes;
  }

  #variantsOf({ unions }: ResolvedSchema, version: keyof Versions<unknown>): Map<string, JsonObject> {
    const variants = unions.flatMap((union) => union.variants);
    const reader = this.#readers[version];
    return new Map(variants.map((variant, i) => [reader.schema(variant).name ?? `${i + 1}`, variant]));
  }

  #limit(changes: readonly SchemaChange[]): readonly SchemaChange[] {
    if (changes.length <= maxChanges) return changes;
    this.isTruncated = true;
    return changes.toSorted((a, b) => Number(b.isBreaking) - Number(a.isBreaking)).slice(0, maxChanges);
  }
}

/** The schema that a reference points to, since a schema is compared once and not once for each reference. */
function targetOf(reader: DocumentReader, schema: unknown): JsonObject {
  const isReference = isJsonObject(schema) && Object.keys(schema).length === 1 && "$ref" in schema;
  const target = isReference ? reader.target(String(schema.$ref)) : schema;
  return isJsonObject(target) ? target : emptySchema;
}

const emptySchema: JsonObject = {};

function here(change: SpecChange): SchemaChange {
  return { path: [], ...change };
}

/** Changes inside of a property. Long paths lose their middle. */
function within(name: string, changes: readonly SchemaChange[]): SchemaChange[] {
  return changes.map((inner) => ({
    ...inner,
    path: [name, ...(inner.path.length < maxPathParts ? inner.path : ["…", ...inner.path.slice(2)])],
  }));
}

function shareType({ before, after }: Versions<ResolvedSchema>): boolean {
  const types = new Set(typesOf(after));
  return types.size === 0 || typesOf(before).some((type) => types.has(type));
}

/** How much there is to compare apart from properties: its parts, values and required names. */
function sizeOf({ subschemas }: ResolvedSchema): number {
  let size = subschemas.length;
  for (const subschema of subschemas)
    for (const name of ["enum", "required"]) {
      const values = own(subschema, name);
      if (Array.isArray(values)) size += values.length;
    }
  return size;
}

function propertiesOf({ subschemas }: ResolvedSchema): Map<string, unknown> {
  const properties = new Map<string, unknown>();
  for (const subschema of subschemas) {
    const byName = own(subschema, "properties");
    if (!isJsonObject(byName)) continue;
    // The schema `false` allows no value.
    for (const [name, schema] of Object.entries(byName)) if (schema !== false) properties.set(name, schema);
  }
  return properties;
}

function requiredOf({ subschemas }: ResolvedSchema): Set<unknown> {
  const required = new Set<unknown>();
  for (const subschema of subschemas)
    for (const name of firstOf(own(subschema, "required"), Number.POSITIVE_INFINITY)) required.add(name);
  return required;
}
