import { isJsonObject, type JsonObject } from "../document/index.ts";
import type { Field } from "./descriptions.ts";
import type { DocumentReader } from "./document-reader.ts";
import { firstOf, maxNameLength, own, textOf, truncate } from "./json-values.ts";
import { annotation, elementOf, hasProperties, keyword, type ResolvedSchema } from "./resolved-schema.ts";
import { hasFields, schemaNameOf, typeText } from "./type-text.ts";
import { enumOf, exampleOf, valueText } from "./values.ts";

const maxFields = 200;
const maxDepth = 4;
/** The maximum number of nested schemas, including arrays of arrays, which add no depth to the list. */
const maxAncestors = 20;
/** The maximum number of properties read. It exceeds `maxFields`, since some may be hidden in this direction. */
const maxProperties = 500;
const maxDescriptionLength = 1500;

/** Read-only fields are hidden in a request, write-only fields in a response. */
export type Direction = "request" | "response" | "both";

export interface Row {
  readonly kind: "property" | "variant";
  readonly name: string;
  readonly schema: ResolvedSchema;
  readonly isRequired: boolean;
  /** The location of a parameter. */
  readonly in?: string;
}

export function fieldsOf(reader: DocumentReader, schema: ResolvedSchema, direction: Direction): Field[] {
  return listFields(reader, direction, (list) => list.addFieldsOf(schema, 0));
}

/** Lists rows that belong to no common schema, with the nested fields of each. */
export function listRows(reader: DocumentReader, rows: readonly Row[], direction: Direction): Field[] {
  return listFields(reader, direction, (list) => {
    for (const row of rows) list.addRow(row, 0);
  });
}

/** Reduces the depth until the list is short enough: a complete top level is more useful than details of the first fields. */
function listFields(reader: DocumentReader, direction: Direction, add: (list: FieldList) => void): Field[] {
  for (let depth = maxDepth; ; depth--) {
    const list = new FieldList(reader, direction, depth);
    add(list);
    if (list.isTruncated && depth > 1) continue;
    reader.fieldsLeft -= list.rows.length;
    const fields = list.rows.map((row) => describeRow(reader, row));
    return list.isTruncated ? [...fields, truncationRow] : fields;
  }
}

const truncationRow: Field = {
  kind: "more",
  name: "…",
  depth: 0,
  type: "",
  isRequired: false,
  isDeprecated: false,
};

interface ListedRow extends Row {
  readonly depth: number;
  recursion?: number;
}

class FieldList {
  readonly rows: ListedRow[] = [];
  isTruncated = false;
  readonly #reader: DocumentReader;
  readonly #direction: Direction;
  readonly #maxDepth: number;
  readonly #maxRows: number;
  /**
   * The cores of the schemas that contain the current one, with the depth of their fields. The fields of a recursive
   * schema are not listed again.
   */
  readonly #ancestors = new Map<JsonObject, number>();

  constructor(reader: DocumentReader, direction: Direction, depth: number) {
    this.#reader = reader;
    this.#direction = direction;
    this.#maxDepth = depth;
    this.#maxRows = Math.min(maxFields, reader.fieldsLeft);
  }

  addRow(row: Row, depth: number): void {
    if (isHiddenIn(this.#direction, row.schema)) return;
    if (this.rows.length >= this.#maxRows) this.isTruncated = true;
    if (this.isTruncated) return;
    const listed: ListedRow = { ...row, depth };
    this.rows.push(listed);
    const recursion = this.addFieldsOf(row.schema, depth + 1);
    if (recursion !== undefined) listed.recursion = recursion;
  }

  /** Returns the depth of the fields if they are listed already. */
  addFieldsOf(schema: ResolvedSchema, depth: number): number | undefined {
    const recursion = this.#ancestors.get(schema.core);
    if (recursion !== undefined) return recursion;
    if (this.isTruncated || depth >= this.#maxDepth || this.#ancestors.size >= maxAncestors) return undefined;
    this.#ancestors.set(schema.core, depth);
    this.#addProperties(schema, depth);
    const element = elementOf(schema);
    const recursiveElement = element && this.addFieldsOf(this.#reader.schema(element.schema), depth);
    this.#addVariants(schema, depth);
    this.#ancestors.delete(schema.core);
    return recursiveElement;
  }

  #addProperties(schema: ResolvedSchema, depth: number): void {
    const required = requiredIn(schema);
    const addProperty = (name: string, property: JsonObject, isRequired: boolean) =>
      this.addRow({ kind: "property", name, schema: this.#reader.schema(property), isRequired }, depth);
    for (const [name, property] of propertiesOf(this.#reader, schema)) {
      if (this.isTruncated) return;
      addProperty(name, property, required.has(name));
    }
    const additional = keyword(schema, "additionalProperties");
    if (isJsonObject(additional) && hasProperties(schema)) addProperty("*", additional, false);
  }

  #addVariants({ unions }: ResolvedSchema, depth: number): void {
    for (const { variants } of unions) {
      const schemas = variants.map((variant) => this.#reader.schema(variant));
      // The variant that is being listed inherits this union from its base schema.
      if (schemas.some(({ core }) => this.#ancestors.has(core))) continue;
      if (!schemas.some((schema) => hasFields(this.#reader, schema))) continue;
      for (const [i, schema] of schemas.entries()) {
        const name = schema.name ?? textOf(annotation(schema, "title"), maxNameLength) ?? `Option ${i + 1}`;
        this.addRow({ kind: "variant", name, schema, isRequired: false }, depth);
      }
    }
  }
}

export function isHiddenIn(direction: Direction, schema: ResolvedSchema): boolean {
  if (direction === "both") return false;
  return keyword(schema, direction === "request" ? "readOnly" : "writeOnly") === true;
}

export function propertiesOf(
  reader: DocumentReader,
  { subschemas }: ResolvedSchema,
): Map<string, JsonObject> {
  const properties = new Map<string, JsonObject>();
  let remaining = maxProperties;
  for (const subschema of subschemas) {
    const byName = own(subschema, "properties");
    if (!isJsonObject(byName)) continue;
    for (const name of reader.keysOf(byName, remaining)) {
      const schema = byName[name];
      remaining--;
      // The schema `true` allows every value, `false` no value.
      if (schema !== false) properties.set(name, isJsonObject(schema) ? schema : {});
    }
  }
  return properties;
}

function requiredIn({ subschemas }: ResolvedSchema): Set<unknown> {
  const names: unknown[] = [];
  for (const schema of subschemas)
    names.push(...firstOf(own(schema, "required"), maxProperties - names.length));
  return new Set(names);
}

function describeRow(reader: DocumentReader, row: ListedRow): Field {
  const { kind, schema, depth, isRequired, recursion } = row;
  const [defaultValue, example] = [annotation(schema, "default"), exampleOf(reader, schema)];
  const values = enumOf(reader, schema);
  const isReadOnly = keyword(schema, "readOnly") === true;
  return {
    kind,
    name: truncate(row.name, maxNameLength),
    depth,
    ...(row.in && { in: row.in }),
    type: typeText(reader, schema),
    ...schemaNameOf(reader, schema),
    isRequired,
    isDeprecated: annotation(schema, "deprecated") === true,
    ...(isReadOnly && { access: "read-only" }),
    ...(!isReadOnly && keyword(schema, "writeOnly") === true && { access: "write-only" }),
    ...reader.describe(annotation(schema, "description"), maxDescriptionLength),
    ...(defaultValue !== undefined && { default: valueText(reader, defaultValue) }),
    ...(values && { enum: values }),
    ...(example !== undefined && { example: valueText(reader, example) }),
    ...(recursion !== undefined && { recursion }),
  };
}
