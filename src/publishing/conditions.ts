import { LRUCache } from "lru-cache";
import {
  type Expression,
  ExpressionError,
  evaluateExpression,
  parseExpression,
  type Scope,
} from "../content/expressions/index.ts";
import type { Reader } from "../storage/database/index.ts";
import { type AdaptiveSchema, checkCondition } from "./adaptive-schema.ts";
import { readLargeColumn } from "./site-store.ts";
import type { SiteRef } from "./structure-store.ts";

/** The claims about a visitor: signed by the site, except those under `unsigned`. */
export type Claims = Readonly<Record<string, unknown>>;

const parsedConditions = new LRUCache<string, { readonly expression: Expression | undefined }>({ max: 1000 });

/** Whether a visitor meets a condition. `scope` has further variables that the condition may use. */
export function isMet(condition: string | null | undefined, claims: Claims, scope: Scope = {}): boolean {
  if (condition === null || condition === undefined) return true;
  const expression = parseCondition(condition);
  // A stored condition that no longer parses hides its content.
  return (
    expression !== undefined && Boolean(evaluateExpression(expression, { ...scope, visitor: { claims } }))
  );
}

/** Parses a condition or another expression, with a cache; undefined if it cannot be parsed. */
export function parseCondition(condition: string): Expression | undefined {
  const cached = parsedConditions.get(condition);
  if (cached !== undefined) return cached.expression;
  const expression = parse(condition);
  parsedConditions.set(condition, { expression });
  return expression;
}

function parse(condition: string): Expression | undefined {
  try {
    return parseExpression(condition);
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}

/** The schema of the claims about a site's visitors, if it has one. */
export async function readAdaptiveSchema(db: Reader, site: SiteRef): Promise<AdaptiveSchema | undefined> {
  const schema = await readLargeColumn(db, site, "adaptive_schema");
  return schema === null ? undefined : (JSON.parse(schema) as AdaptiveSchema);
}

/** Throws if a condition does not parse, or uses claims that the site's schema does not have. */
export async function validateCondition(db: Reader, site: SiteRef, condition: string | null | undefined) {
  if (condition) await validateConditions(db, site, [{ field: "condition", condition }]);
}

export async function validateConditions(
  db: Reader,
  site: SiteRef,
  conditions: readonly { readonly field: string; readonly condition: string }[],
): Promise<void> {
  if (conditions.length === 0) return;
  const schema = await readAdaptiveSchema(db, site);
  for (const { field, condition } of conditions) checkCondition(field, condition, schema);
}
