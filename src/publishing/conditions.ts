import { LRUCache } from "lru-cache";
import {
  type Expression,
  ExpressionError,
  evaluateExpression,
  parseExpression,
  type Scope,
} from "../content/expressions/index.ts";
import { badInput } from "../platform/index.ts";
import type { AdaptiveSchema, Claim } from "./adaptive-schema.ts";

/** What is known of a visitor: what their site vouches for, and under `unsigned` what they say themselves. */
export type Claims = Readonly<Record<string, unknown>>;

/** Conditions that were read before; null for those that cannot be read. */
const known = new LRUCache<string, { readonly expression: Expression | null }>({ max: 1000 });

/** Whether a visitor with these claims sees what has this condition, which may look at other things too. */
export function isMet(condition: string | null | undefined, claims: Claims, others: Scope = {}): boolean {
  if (condition === null || condition === undefined) return true;
  const found = known.get(condition) ?? { expression: read(condition) };
  known.set(condition, found);
  // One that was saved by other rules than today's hides: showing is what cannot be taken back.
  return (
    found.expression !== null &&
    Boolean(evaluateExpression(found.expression, { ...others, visitor: { claims } }))
  );
}

function read(condition: string): Expression | null {
  try {
    return parseExpression(condition);
  } catch (error) {
    if (error instanceof ExpressionError) return null;
    throw error;
  }
}

/** Refuses a condition that cannot be read, or looks at what no visitor of the site has. */
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
      checkKnown(expression, schema);
  }
}

type Known = Claim | "visitor" | undefined;

/** What an expression stands for, as far as that is known; refused where it cannot be anything. */
function checkKnown(expression: Expression, schema: AdaptiveSchema | undefined): Known {
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
  const of = checkKnown(expression.of, schema);
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
