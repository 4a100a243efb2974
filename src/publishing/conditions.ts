import { LRUCache } from "lru-cache";
import {
  type Expression,
  ExpressionError,
  evaluateExpression,
  parseExpression,
  type Scope,
} from "../content/expressions/index.ts";
import { badInput } from "../platform/index.ts";
import type { Reader } from "../storage/database/index.ts";
import type { AdaptiveSchema, Claim } from "./adaptive-schema.ts";
import { readLargeColumn } from "./site-store.ts";
import type { SiteRef } from "./structure-store.ts";

/** The claims about a visitor: signed by the site, except those under `unsigned`. */
export type Claims = Readonly<Record<string, unknown>>;

/** Parsed conditions; null for those that cannot be parsed. */
const parsed = new LRUCache<string, { readonly expression: Expression | null }>({ max: 1000 });

/** Whether a visitor meets a condition. `others` are further variables that the condition may use. */
export function isMet(condition: string | null | undefined, claims: Claims, others: Scope = {}): boolean {
  if (condition === null || condition === undefined) return true;
  const { expression } = parsed.get(condition) ?? { expression: parse(condition) };
  parsed.set(condition, { expression });
  // A stored condition that no longer parses hides its content.
  return expression !== null && Boolean(evaluateExpression(expression, { ...others, visitor: { claims } }));
}

function parse(condition: string): Expression | null {
  try {
    return parseExpression(condition);
  } catch (error) {
    if (error instanceof ExpressionError) return null;
    throw error;
  }
}

/** The schema of the claims about a site's visitors, if it has one. */
export async function readAdaptiveSchema(db: Reader, site: SiteRef): Promise<AdaptiveSchema | undefined> {
  const schema = await readLargeColumn(db, site, "adaptive_schema");
  return schema === null ? undefined : (JSON.parse(schema) as AdaptiveSchema);
}

/** Refuses a condition that does not parse, or uses claims that the site's schema does not have. */
export async function requireCondition(db: Reader, site: SiteRef, condition: string | null | undefined) {
  if (condition) await requireConditions(db, site, [{ field: "condition", condition }]);
}

export async function requireConditions(
  db: Reader,
  site: SiteRef,
  conditions: readonly { readonly field: string; readonly condition: string }[],
): Promise<void> {
  if (conditions.length === 0) return;
  const schema = await readAdaptiveSchema(db, site);
  for (const { field, condition } of conditions) checkCondition(field, condition, schema);
}

export function checkCondition(field: string, condition: string, schema: AdaptiveSchema | undefined): void {
  try {
    checkMembers(parseExpression(condition), schema);
  } catch (error) {
    if (error instanceof ExpressionError) throw badInput(field, `is no condition: ${error.message}`);
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
      checkMembers(expression.of, schema);
      return;
    case "operation":
      checkMembers(expression.left, schema);
      checkMembers(expression.right, schema);
      return;
    case "name":
    case "member":
      resolveClaim(expression, schema);
  }
}

type Resolved = Claim | "visitor" | undefined;

/** The claim that an expression refers to, if the schema tells; throws if it refers to nothing. */
function resolveClaim(expression: Expression, schema: AdaptiveSchema | undefined): Resolved {
  if (expression.kind === "name") {
    if (expression.name === "visitor") return "visitor";
    throw new ExpressionError(
      `${expression.name} is unknown: it may only look at visitor.claims`,
      expression.at,
    );
  }
  if (expression.kind !== "member") {
    checkMembers(expression, schema);
    return undefined;
  }
  const of = resolveClaim(expression.of, schema);
  if (expression.name.kind !== "value") {
    checkMembers(expression.name, schema);
    return undefined;
  }
  const name = String(expression.name.value);
  if (of === "visitor") {
    if (name === "claims") return schema;
    throw new ExpressionError(`visitor.${name} is unknown: there are only visitor.claims`, expression.at);
  }
  if (of === undefined || of.type === "array") return undefined;
  if (of.type !== "object")
    throw new ExpressionError(`there is no ${name} in what is a ${of.type}`, expression.at);
  const claim = Object.hasOwn(of.properties, name) ? of.properties[name] : undefined;
  if (claim === undefined)
    throw new ExpressionError(`the claim ${name} is not in the site's schema of visitors`, expression.at);
  return claim;
}
