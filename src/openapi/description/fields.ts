import { isJsonObject, type JsonObject } from "../document/references.ts";
import type { Field } from "./descriptions.ts";
import type { Source } from "./document-reader.ts";
import { cut, firstOf, own, textOf } from "./json-values.ts";
import { longestName } from "./names.ts";
import { hasProperties, insideOf, said, saidOfWhole, type View } from "./resolved-schema.ts";
import { hasFields, typeText } from "./type-text.ts";
import { enumOf, exampleOf, valueText } from "./values.ts";

/** A list that is longer says that there is more. */
const mostFields = 200;
const deepest = 4;
/** How many levels there may be that are none to a reader: lists of lists. */
const mostLevels = 20;
/** Some may not be for the reader. */
const mostNames = 500;
const longestDescription = 1500;

/** Who reads it: fields that are not for a request are not shown in one. */
export type Audience = "request" | "response" | "all";

const anything: JsonObject = {};

export interface Row {
  readonly kind: "property" | "variant";
  readonly name: string;
  readonly view: View;
  readonly isRequired: boolean;
  /** Of a parameter. */
  readonly in?: string;
}

interface PlacedRow extends Row {
  readonly depth: number;
}

/** What a schema consists of. */
export function fieldsOf(source: Source, view: View, audience: Audience): Field[] {
  return listFields(source, (rows) => rows.addInside(view, 0), audience);
}

/** Fields that do not stand in a schema together, with what each consists of. */
export function fieldsFor(source: Source, all: readonly Row[], audience: Audience): Field[] {
  const addAll = (rows: Rows) => {
    for (const row of all) rows.addRow(row, 0);
  };
  return listFields(source, addAll, audience);
}

/** As deep as fits: what stands at the top is worth more than what is far below the first of it. */
function listFields(source: Source, add: (rows: Rows) => void, audience: Audience): Field[] {
  for (let depth = deepest; ; depth--) {
    const rows = new Rows(source, audience, depth);
    add(rows);
    if (rows.isCut && depth > 1) continue;
    source.countFields(rows.all.length);
    const fields = rows.all.map((row) => presentRow(source, row));
    return rows.isCut ? [...fields, more] : fields;
  }
}

const more: Field = { kind: "more", name: "…", depth: 0, type: "", isRequired: false, isDeprecated: false };

class Rows {
  readonly all: PlacedRow[] = [];
  isCut = false;
  readonly #source: Source;
  readonly #audience: Audience;
  readonly #deepest: number;
  readonly #most: number;
  /** The schemas around: what is in itself is only named there. */
  readonly #around = new Set<JsonObject>();

  constructor(source: Source, audience: Audience, depth: number) {
    this.#source = source;
    this.#audience = audience;
    this.#deepest = depth;
    this.#most = source.fieldsFor(mostFields);
  }

  addRow(row: Row, depth: number): void {
    if (this.#isHidden(row.view)) return;
    if (this.all.length >= this.#most) this.isCut = true;
    if (this.isCut) return;
    this.all.push({ ...row, depth });
    this.addInside(row.view, depth + 1);
  }

  addInside(view: View, depth: number): void {
    const isKnown = this.#around.has(view.core) || this.#around.size >= mostLevels;
    if (this.isCut || depth >= this.#deepest || isKnown) return;
    this.#around.add(view.core);
    this.#addProperties(view, depth);
    const inside = insideOf(view);
    if (inside !== undefined) this.addInside(this.#source.view(inside.schema), depth);
    this.#addVariants(view, depth);
    this.#around.delete(view.core);
  }

  #addProperties(view: View, depth: number): void {
    const required = requiredIn(view);
    for (const [name, schema] of this.#propertiesOf(view)) {
      if (this.isCut) return;
      const inner = this.#source.view(schema);
      this.addRow({ kind: "property", name, view: inner, isRequired: required.has(name) }, depth);
    }
    const others = said(view, "additionalProperties");
    if (isJsonObject(others) && hasProperties(view))
      this.addRow({ kind: "property", name: "*", view: this.#source.view(others), isRequired: false }, depth);
  }

  #propertiesOf(view: View): Map<string, JsonObject> {
    const properties = new Map<string, JsonObject>();
    let left = mostNames;
    for (const part of view.parts) {
      const named = own(part, "properties");
      if (!isJsonObject(named)) continue;
      for (const name of this.#source.keysOf(named, left)) {
        const schema = named[name];
        left--;
        // Whatever is not false may be there.
        if (schema !== false) properties.set(name, isJsonObject(schema) ? schema : anything);
      }
    }
    return properties;
  }

  #addVariants(view: View, depth: number): void {
    for (const { variants } of view.unions) {
      const views = variants.map((variant) => this.#source.view(variant));
      // One that stands around has the others from what it is derived of: they are not in it.
      if (views.some((each) => this.#around.has(each.core))) continue;
      if (!views.some((each) => hasFields(this.#source, each))) continue;
      for (const [i, each] of views.entries()) {
        const name = each.name ?? textOf(saidOfWhole(each, "title"), longestName) ?? `Option ${i + 1}`;
        this.addRow({ kind: "variant", name, view: each, isRequired: false }, depth);
      }
    }
  }

  #isHidden(view: View): boolean {
    if (this.#audience === "all") return false;
    return said(view, this.#audience === "request" ? "readOnly" : "writeOnly") === true;
  }
}

function requiredIn(view: View): Set<unknown> {
  const names: unknown[] = [];
  for (const part of view.parts) names.push(...firstOf(own(part, "required"), mostNames - names.length));
  return new Set(names);
}

function presentRow(source: Source, row: PlacedRow): Field {
  const { kind, view, depth, isRequired } = row;
  const [byDefault, example] = [saidOfWhole(view, "default"), exampleOf(source, view)];
  const values = enumOf(source, view);
  const isReadOnly = said(view, "readOnly") === true;
  return {
    kind,
    name: cut(row.name, longestName),
    depth,
    ...(row.in && { in: row.in }),
    type: typeText(source, view),
    isRequired,
    isDeprecated: saidOfWhole(view, "deprecated") === true,
    ...(isReadOnly && { access: "read-only" }),
    ...(!isReadOnly && said(view, "writeOnly") === true && { access: "write-only" }),
    ...source.describe(saidOfWhole(view, "description"), longestDescription),
    ...(byDefault !== undefined && { default: valueText(source, byDefault) }),
    ...(values && { enum: values }),
    ...(example !== undefined && { example: valueText(source, example) }),
  };
}
