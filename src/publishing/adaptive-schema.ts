import { type Expression, ExpressionError, parseExpression } from "../content/expressions/index.ts";
import { limits } from "../content/index.ts";
import { badInput } from "../platform/index.ts";

export type Claim =
  | {
      readonly type: "boolean" | "string" | "number";
      readonly description?: string;
      readonly enum?: readonly string[];
    }
  | { readonly type: "array"; readonly description?: string; readonly items: Claim }
  | AdaptiveSchema;

/** An object of claims: the whole schema, or a nested claim. */
export interface AdaptiveSchema {
  readonly type: "object";
  readonly description?: string;
  readonly properties: Readonly<Record<string, Claim>>;
  readonly additionalProperties: false;
}

const draftUri = "http://json-schema.org/draft-07/schema#";
const maxDepth = 8;
const maxClaims = 500;
const maxValues = 250;
const maxNameLength = 256;
const maxTemplates = 1000;

type Json = Readonly<Record<string, unknown>>;

/** Throws an error about the invalid field if the value is not a schema of claims. */
export function checkAdaptiveSchema(field: string, schema: unknown): asserts schema is AdaptiveSchema {
  const { $schema = draftUri, $id = "", ...root } = requireObject(field, schema);
  if ($schema !== draftUri) throw badInput(`${field}.$schema`, `must be "${draftUri}"`);
  if (typeof $id !== "string") throw badInput(`${field}.$id`, "must be a string");
  checkObject(field, root, { claims: 0 });
  const { unsigned } = requireObject(`${field}.properties`, root.properties);
  if (unsigned !== undefined && requireObject(field, unsigned).type !== "object")
    throw badInput(`${field}.properties.unsigned.type`, 'must be "object"');
}

function checkObject(field: string, schema: Json, total: { claims: number }, depth = 0): void {
  if (depth > maxDepth) throw badInput(field, "is nested too deeply");
  checkKeys(field, schema, ["properties", "additionalProperties"]);
  if (schema.type !== "object") throw badInput(`${field}.type`, 'must be "object"');
  if (schema.additionalProperties !== false) throw badInput(`${field}.additionalProperties`, "must be false");
  const properties = requireObject(`${field}.properties`, schema.properties);
  for (const [name, value] of Object.entries(properties)) {
    const claimField = `${field}.properties.${name}`;
    if (++total.claims > maxClaims) throw badInput(field, `must not have more than ${maxClaims} claims`);
    if (name.length > maxNameLength) throw badInput(`${field}.properties`, "has a name that is too long");
    const claim = requireObject(claimField, value);
    if (claim.type === "object") checkObject(claimField, claim, total, depth + 1);
    else if (claim.type === "array") {
      checkKeys(claimField, claim, ["items"]);
      checkPrimitive(`${claimField}.items`, requireObject(`${claimField}.items`, claim.items));
    } else checkPrimitive(claimField, claim);
  }
}

function checkPrimitive(field: string, claim: Json): void {
  if (claim.type !== "boolean" && claim.type !== "string" && claim.type !== "number")
    throw badInput(`${field}.type`, "must be boolean, string, number, array or object");
  checkKeys(field, claim, claim.type === "string" ? ["enum"] : []);
  const values = claim.enum ?? [];
  if (!Array.isArray(values) || !values.every((value) => typeof value === "string"))
    throw badInput(`${field}.enum`, "must be a list of strings");
  if (values.length > maxValues) throw badInput(`${field}.enum`, `must have at most ${maxValues} values`);
}

function requireObject(field: string, value: unknown): Json {
  if (!isObject(value)) throw badInput(field, "must be an object");
  return value as Json;
}

function checkKeys(field: string, schema: Json, extraKeys: readonly string[]): void {
  const keys = ["type", "description", ...extraKeys];
  const unknownKey = Object.keys(schema).find((key) => !keys.includes(key));
  if (unknownKey !== undefined) throw badInput(`${field}.${unknownKey}`, `is not one of ${keys.join(", ")}`);
  if (schema.description !== undefined && typeof schema.description !== "string")
    throw badInput(`${field}.description`, "must be a string");
}

export interface ClaimProblem {
  /** The path of the claim, such as `unsigned.plan`. */
  readonly claim: string;
  readonly problem: "unknown" | "type" | "value";
  /** The type that the schema has, or its first values. */
  readonly expected?: string;
}

/** The claims that every JWT may have. A schema need not declare them. */
const registeredClaims = new Set(["iss", "sub", "aud", "exp", "nbf", "iat", "jti"]);
const maxProblems = 100;

/** How claims differ from a schema. Conditions on these claims do not work as their authors expect. */
export function findClaimProblems(schema: AdaptiveSchema, claims: Readonly<Record<string, unknown>>) {
  const problems: ClaimProblem[] = [];
  const check = (owner: AdaptiveSchema, values: object, prefix: string) => {
    for (const [name, value] of Object.entries(values)) {
      if (problems.length >= maxProblems) return;
      if (prefix === "" && registeredClaims.has(name) && !Object.hasOwn(owner.properties, name)) continue;
      const claim = prefix + name;
      const declared = Object.hasOwn(owner.properties, name) ? owner.properties[name] : undefined;
      if (declared === undefined) problems.push({ claim, problem: "unknown" });
      else if (declared.type === "object" && isObject(value)) check(declared, value, `${claim}.`);
      else problems.push(...findValueProblems(declared, claim, value));
    }
  };
  check(schema, claims, "");
  return problems.slice(0, maxProblems);
}

function findValueProblems(declared: Claim, claim: string, value: unknown): ClaimProblem[] {
  if (declared.type === "array" && Array.isArray(value))
    return value.flatMap((item) => findValueProblems(declared.items, claim, item)).slice(0, 1);
  if (typeof value !== declared.type || Array.isArray(value) || value === null)
    return [{ claim, problem: "type", expected: declared.type }];
  const values = "enum" in declared ? (declared.enum ?? []) : [];
  return values.length === 0 || values.includes(String(value))
    ? []
    : [{ claim, problem: "value", expected: values.slice(0, 10).join(", ") }];
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

interface TemplateCondition {
  readonly description: string;
  readonly condition: string;
}

/** Example conditions, one or more for each claim. */
export function templateConditions(schema: AdaptiveSchema): TemplateCondition[] {
  const conditions = Object.entries(schema.properties).flatMap(([name, claim]) =>
    conditionsOn(claim, `visitor.claims${memberAccess(name)}`, name),
  );
  return conditions.filter(({ condition }) => condition.length <= limits.condition).slice(0, maxTemplates);
}

function conditionsOn(claim: Claim, path: string, label: string): TemplateCondition[] {
  switch (claim.type) {
    case "boolean":
      return [
        { description: `${label} is true`, condition: `${path} == true` },
        { description: `${label} is not true`, condition: `${path} != true` },
      ];
    case "string":
      return claim.enum?.length
        ? claim.enum.map((value) => ({
            description: `${label} is ${value}`,
            condition: `${path} == ${quote(value)}`,
          }))
        : [{ description: `${label} is known`, condition: `${path} != null` }];
    case "number":
      return [{ description: `${label} is more than 0`, condition: `${path} > 0` }];
    case "array":
      return claim.items.type === "string" && claim.items.enum?.length
        ? claim.items.enum.map((value) => ({
            description: `${label} has ${value}`,
            condition: `${quote(value)} in ${path}`,
          }))
        : [{ description: `${label} is known`, condition: `${path} != null` }];
    case "object":
      return Object.entries(claim.properties).flatMap(([name, inner]) =>
        conditionsOn(inner, `${path}${memberAccess(name)}`, `${label}.${name}`),
      );
  }
}

/** Writes a member access: by dot if the name is an identifier, otherwise by brackets. */
function memberAccess(name: string): string {
  return /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(name) ? `.${name}` : `[${quote(name)}]`;
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

/** Throws if a condition does not parse, or uses claims that the schema does not have. */
export function checkCondition(field: string, condition: string, schema: AdaptiveSchema | undefined): void {
  try {
    checkMembers(parseExpression(condition), schema);
  } catch (error) {
    if (error instanceof ExpressionError) throw badInput(field, `is not a valid condition: ${error.message}`);
    throw error;
  }
}

function checkMembers(expression: Expression, schema: AdaptiveSchema | undefined): void {
  switch (expression.kind) {
    case "value":
      return;
    case "list":
      for (const item of expression.items) checkMembers(item, schema);
      return;
    case "not":
      checkMembers(expression.operand, schema);
      return;
    case "binary":
      checkMembers(expression.left, schema);
      checkMembers(expression.right, schema);
      return;
    case "name":
    case "member":
      resolveClaim(expression, schema);
  }
}

type Resolved = Claim | "visitor" | undefined;

/** The claim that an expression refers to; undefined if it is not known. Throws if it uses an unknown name. */
function resolveClaim(expression: Expression, schema: AdaptiveSchema | undefined): Resolved {
  if (expression.kind === "name") {
    if (expression.name === "visitor") return "visitor";
    throw new ExpressionError(
      `${expression.name} is unknown: conditions can only use visitor.claims`,
      expression.position,
    );
  }
  if (expression.kind !== "member") {
    checkMembers(expression, schema);
    return undefined;
  }
  const owner = resolveClaim(expression.object, schema);
  if (expression.property.kind !== "value") {
    checkMembers(expression.property, schema);
    return undefined;
  }
  const name = String(expression.property.value);
  if (owner === "visitor") {
    if (name === "claims") return schema;
    throw new ExpressionError(`visitor.${name} is unknown: only visitor.claims exists`, expression.position);
  }
  if (owner === undefined || owner.type === "array") return undefined;
  if (owner.type !== "object")
    throw new ExpressionError(`a claim of type ${owner.type} has no member ${name}`, expression.position);
  const claim = Object.hasOwn(owner.properties, name) ? owner.properties[name] : undefined;
  if (claim === undefined)
    throw new ExpressionError(`the claim ${name} is not in the site's adaptive schema`, expression.position);
  return claim;
}
