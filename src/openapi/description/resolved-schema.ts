import { isJsonObject, type JsonObject } from "../document/references.ts";
import { firstOf, own } from "./json-values.ts";
import { nameIn } from "./names.ts";

const mostParts = 100;
const mostVariants = 20;
const mostUnions = 10;
const telling = ["$ref", "type", "properties", "items", "allOf", "oneOf", "anyOf", "enum", "const"];

/** A schema as one: with what it refers to, and all that it must be at once. */
export interface View {
  /** The schema that it is about in the end, by which circles are known. */
  readonly core: JsonObject;
  readonly name?: string;
  /** All schemas that say something of it. Of two that say the same, the later one is nearer. */
  readonly parts: readonly JsonObject[];
  /** Those that speak of the whole: not one of the several that it is made of. */
  readonly near: readonly JsonObject[];
  readonly isNullable: boolean;
  readonly unions: readonly Union[];
}

export interface Union {
  readonly word: "one of" | "any of";
  readonly variants: readonly JsonObject[];
}

interface Core {
  readonly tree: JsonObject;
  readonly name?: string;
}

interface Gathered {
  readonly seen: Set<JsonObject>;
  readonly parts: JsonObject[];
  readonly unions: Union[];
  isNullable: boolean;
  readonly target: (ref: string) => unknown;
}

export function emptyView(core: JsonObject): View {
  return { core, parts: [], near: [], isNullable: false, unions: [] };
}

export function readView(schema: JsonObject, target: (ref: string) => unknown): View {
  const all: Gathered = { seen: new Set(), parts: [], unions: [], isNullable: false, target };
  const core = gather(schema, all) ?? { tree: schema };
  const { parts, unions, isNullable } = all;
  const near = parts.slice(Math.max(0, parts.indexOf(core.tree)));
  return { core: core.tree, ...(core.name && { name: core.name }), parts, near, isNullable, unions };
}

/** Adds what a schema refers to, then the schema. Tells what it is about: more than itself, if it only stands around it. */
function gather(schema: unknown, all: Gathered): Core | undefined {
  if (!isJsonObject(schema) || all.seen.has(schema) || all.seen.size >= mostParts) return undefined;
  all.seen.add(schema);
  const inner = [gatherReference(schema, all), gatherAllOf(schema, all), gatherUnions(schema, all)];
  all.parts.push(schema);
  if (isNullable(schema)) all.isNullable = true;
  const cores = inner.filter((each) => each !== undefined);
  const isAround = cores.length === 1 && own(schema, "properties") === undefined;
  return (isAround ? cores[0] : undefined) ?? { tree: schema };
}

function gatherReference(schema: JsonObject, all: Gathered): Core | undefined {
  const ref = own(schema, "$ref");
  if (typeof ref !== "string") return undefined;
  const found = gather(all.target(ref), all) ?? { tree: schema };
  const name = nameIn(ref) ?? found.name;
  return { tree: found.tree, ...(name && { name }) };
}

/** Of several that say what it is, none is what the schema is about. */
function gatherAllOf(schema: JsonObject, all: Gathered): Core | undefined {
  const parts = firstOf(own(schema, "allOf"), mostParts).filter(isJsonObject);
  const cores = parts.flatMap((part) => {
    const core = gather(part, all);
    return core !== undefined && isTelling(part) ? [core] : [];
  });
  return cores.length === 1 ? cores[0] : undefined;
}

/** Whether it says what a value is, rather than something about one. */
function isTelling(schema: JsonObject): boolean {
  return telling.some((key) => own(schema, key) !== undefined);
}

function gatherUnions(schema: JsonObject, all: Gathered): Core | undefined {
  let core: Core | undefined;
  for (const [key, word] of [
    ["oneOf", "one of"],
    ["anyOf", "any of"],
  ] as const) {
    const listed = firstOf(own(schema, key), mostVariants).filter(isJsonObject);
    const variants = listed.filter((variant) => own(variant, "type") !== "null");
    if (variants.length < listed.length) all.isNullable = true;
    const told = variants.filter(isTelling);
    // Many write so what may be null: that is no choice.
    if (variants.length === 1) core = gather(variants[0], all);
    else if (told.length > 1 && all.unions.length < mostUnions) all.unions.push({ word, variants: told });
  }
  return core;
}

function isNullable(schema: JsonObject): boolean {
  if (own(schema, "nullable") === true || own(schema, "x-nullable") === true) return true;
  return firstOf(own(schema, "type"), 10).includes("null");
}

/** What the schema says by this name, in the words nearest to it. */
export function said(view: View, key: string): unknown {
  return own(
    view.parts.findLast((part) => own(part, key) !== undefined),
    key,
  );
}

/** What is said by this name of the whole. */
export function saidOfWhole(view: View, key: string): unknown {
  return own(
    view.near.findLast((part) => own(part, key) !== undefined),
    key,
  );
}

/** The kinds of values that it may be, without null. */
export function typesOf(view: View): string[] {
  const type = said(view, "type");
  const types = typeof type === "string" ? [type] : firstOf(type, 10);
  return types.flatMap((each) => (typeof each === "string" && each !== "null" ? [each] : []));
}

/** What all its items are, or all its properties of any name. */
export function insideOf(
  view: View,
): { readonly word: "array" | "map"; readonly schema: JsonObject } | undefined {
  const items = said(view, "items");
  if (isJsonObject(items)) return { word: "array", schema: items };
  const others = said(view, "additionalProperties");
  return isJsonObject(others) && !hasProperties(view) ? { word: "map", schema: others } : undefined;
}

export function hasProperties(view: View): boolean {
  return view.parts.some((part) => isJsonObject(own(part, "properties")));
}
