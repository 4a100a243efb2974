import { limits } from "../content/index.ts";
import { badInput } from "../platform/index.ts";

/** What may be known of a visitor, and what it is. */
export type Claim =
  | {
      readonly type: "boolean" | "string" | "number";
      readonly description?: string;
      readonly enum?: readonly string[];
    }
  | { readonly type: "array"; readonly description?: string; readonly items: Claim }
  | AdaptiveSchema;

/** A claim with claims in it; the whole schema is one too. */
export interface AdaptiveSchema {
  readonly type: "object";
  readonly description?: string;
  readonly properties: Readonly<Record<string, Claim>>;
  readonly additionalProperties: false;
}

const draft = "http://json-schema.org/draft-07/schema#";
const maxDepth = 8;
const maxClaims = 500;
const maxValues = 250;
const maxNameLength = 256;
const maxTemplates = 1000;

type Json = Readonly<Record<string, unknown>>;

/** Refuses a body that is no schema of claims, and names the place where it is wrong. */
export function checkAdaptiveSchema(field: string, schema: unknown): asserts schema is AdaptiveSchema {
  const { $schema = draft, $id = "", ...whole } = requireObject(field, schema);
  if ($schema !== draft) throw badInput(`${field}.$schema`, `must be "${draft}"`);
  if (typeof $id !== "string") throw badInput(`${field}.$id`, "must be a string");
  new Check().object(field, whole, true);
}

class Check {
  #claims = 0;

  object(field: string, schema: Json, isWhole = false, depth = 0): void {
    if (depth > maxDepth) throw badInput(field, "is nested too deeply");
    allow(field, schema, ["type", "description", "properties", "additionalProperties"]);
    if (schema.type !== "object") throw badInput(`${field}.type`, 'must be "object"');
    checkText(`${field}.description`, schema.description);
    if (schema.additionalProperties !== false)
      throw badInput(`${field}.additionalProperties`, "must be false");
    const properties = requireObject(`${field}.properties`, schema.properties);
    for (const [name, claim] of Object.entries(properties)) {
      const place = `${field}.properties.${name}`;
      if (++this.#claims > maxClaims) throw badInput(field, `must not have more than ${maxClaims} claims`);
      if (name.length > maxNameLength) throw badInput(`${field}.properties`, "must not have names that long");
      const isUnsigned = isWhole && name === "unsigned";
      if (isUnsigned) this.object(place, requireObject(place, claim), false, depth + 1);
      else this.#claim(place, requireObject(place, claim), depth + 1);
    }
  }

  #claim(field: string, claim: Json, depth: number): void {
    if (claim.type === "object") this.object(field, claim, false, depth);
    else if (claim.type === "array") this.#array(field, claim);
    else this.#primitive(field, claim);
  }

  #array(field: string, claim: Json): void {
    allow(field, claim, ["type", "description", "items"]);
    checkText(`${field}.description`, claim.description);
    this.#primitive(`${field}.items`, requireObject(`${field}.items`, claim.items));
  }

  #primitive(field: string, claim: Json): void {
    if (claim.type !== "boolean" && claim.type !== "string" && claim.type !== "number")
      throw badInput(`${field}.type`, "must be boolean, string, number, array or object");
    allow(field, claim, ["type", "description", ...(claim.type === "string" ? ["enum"] : [])]);
    checkText(`${field}.description`, claim.description);
    const values = claim.enum ?? [];
    if (!Array.isArray(values) || !values.every((value) => typeof value === "string"))
      throw badInput(`${field}.enum`, "must be a list of strings");
    if (values.length > maxValues) throw badInput(`${field}.enum`, `must have at most ${maxValues} values`);
  }
}

function requireObject(field: string, value: unknown): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw badInput(field, "must be an object");
  return value as Json;
}

function checkText(field: string, value: unknown): void {
  if (value !== undefined && typeof value !== "string") throw badInput(field, "must be a string");
}

function allow(field: string, schema: Json, keys: readonly string[]): void {
  const other = Object.keys(schema).find((key) => !keys.includes(key));
  if (other !== undefined) throw badInput(`${field}.${other}`, `is not one of ${keys.join(", ")}`);
}

interface TemplateCondition {
  readonly description: string;
  readonly condition: string;
}

/** Ready conditions, one or more for each claim. */
export function templateConditions(schema: AdaptiveSchema): TemplateCondition[] {
  const all = Object.entries(schema.properties).flatMap(([name, claim]) =>
    conditionsOn(claim, `visitor.claims${member(name)}`, name),
  );
  return all.filter(({ condition }) => condition.length <= limits.condition).slice(0, maxTemplates);
}

function conditionsOn(claim: Claim, path: string, label: string): TemplateCondition[] {
  switch (claim.type) {
    case "boolean":
      return [
        { description: `${label} is true`, condition: `${path} == true` },
        { description: `${label} is not true`, condition: `${path} != true` },
      ];
    case "string":
      return (claim.enum ?? []).length > 0
        ? (claim.enum ?? []).map((value) => ({
            description: `${label} is ${value}`,
            condition: `${path} == ${quote(value)}`,
          }))
        : [{ description: `${label} is known`, condition: `${path} != null` }];
    case "number":
      return [{ description: `${label} is more than 0`, condition: `${path} > 0` }];
    case "array":
      return claim.items.type === "string" && claim.items.enum && claim.items.enum.length > 0
        ? claim.items.enum.map((value) => ({
            description: `${label} has ${value}`,
            condition: `${quote(value)} in ${path}`,
          }))
        : [{ description: `${label} is known`, condition: `${path} != null` }];
    case "object":
      return Object.entries(claim.properties).flatMap(([name, inner]) =>
        conditionsOn(inner, `${path}${member(name)}`, `${label}.${name}`),
      );
  }
}

/** How a member is written: by its name where the language takes it for one. */
function member(name: string): string {
  return /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(name) ? `.${name}` : `[${quote(name)}]`;
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
