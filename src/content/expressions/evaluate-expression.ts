import type { Expression, Operator } from "./parse-expression.ts";

export type Scope = Readonly<Record<string, unknown>>;

/** Evaluates an expression. Missing variables and members are undefined. */
export function evaluateExpression(expression: Expression, scope: Scope): unknown {
  const evaluate = (inner: Expression) => evaluateExpression(inner, scope);
  switch (expression.kind) {
    case "value":
      return expression.value;
    case "list":
      return expression.items.map(evaluate);
    case "name":
      return memberOf(scope, expression.name);
    case "member":
      return memberOf(evaluate(expression.object), evaluate(expression.property));
    case "not":
      return !evaluate(expression.operand);
    case "binary":
      return evaluateBinary(
        expression.operator,
        () => evaluate(expression.left),
        () => evaluate(expression.right),
      );
  }
}

/** The root names that an expression reads, such as `space` in `space.vars.x`. */
export function rootsOf(expression: Expression): Set<string> {
  switch (expression.kind) {
    case "value":
      return new Set();
    case "name":
      return new Set([expression.name]);
    case "list":
      return new Set(expression.items.flatMap((item) => [...rootsOf(item)]));
    case "not":
      return rootsOf(expression.operand);
    case "member":
      return rootsOf(expression.object).union(rootsOf(expression.property));
    case "binary":
      return rootsOf(expression.left).union(rootsOf(expression.right));
  }
}

/** The names that an expression reads of an object, such as `x` of `space.vars` in `space.vars.x`. */
export function membersRead(expression: Expression, owner: string, scope: Scope): Set<string> {
  const readBy = (...parts: Expression[]) =>
    new Set(parts.flatMap((part) => [...membersRead(part, owner, scope)]));
  switch (expression.kind) {
    case "value":
    case "name":
      return new Set();
    case "list":
      return readBy(...expression.items);
    case "not":
      return readBy(expression.operand);
    case "binary":
      return readBy(expression.left, expression.right);
    case "member": {
      const { object, property } = expression;
      const names = readBy(object, property);
      const name = pathOf(object) === owner ? evaluateExpression(property, scope) : undefined;
      return typeof name === "string" || typeof name === "number" ? names.add(String(name)) : names;
    }
  }
}

/** The path of a chain of names, such as `space.vars`; undefined for other expressions. */
function pathOf(expression: Expression): string | undefined {
  if (expression.kind === "name") return expression.name;
  if (expression.kind !== "member" || expression.property.kind !== "value") return undefined;
  const owner = pathOf(expression.object);
  return owner && `${owner}.${expression.property.value}`;
}

function evaluateBinary(operator: Operator, left: () => unknown, right: () => unknown): unknown {
  switch (operator) {
    case "||":
      return left() || right();
    case "&&":
      return left() && right();
    case "==":
    case "===":
      return isSame(left(), right());
    case "!=":
    case "!==":
      return !isSame(left(), right());
    case "in":
      return isIn(left(), right());
    default:
      return compare(operator, left(), right());
  }
}

/** Undefined equals null. */
function isSame(left: unknown, right: unknown): boolean {
  return (left ?? null) === (right ?? null);
}

function compare(operator: "<" | "<=" | ">" | ">=", left: unknown, right: unknown): boolean {
  const areNumbers = typeof left === "number" && typeof right === "number";
  const areTexts = typeof left === "string" && typeof right === "string";
  if (!areNumbers && !areTexts) return false;
  if (operator === "<") return left < right;
  if (operator === "<=") return left <= right;
  return operator === ">" ? left > right : left >= right;
}

function isIn(item: unknown, container: unknown): boolean {
  if (Array.isArray(container)) return container.includes(item);
  const isName = typeof item === "string" || typeof item === "number";
  return isName && typeof container === "object" && container !== null && Object.hasOwn(container, item);
}

function memberOf(object: unknown, name: unknown): unknown {
  const isName = typeof name === "string" || typeof name === "number";
  if (typeof object !== "object" || object === null || !isName) return undefined;
  return Object.hasOwn(object, name) ? (object as Record<string | number, unknown>)[name] : undefined;
}
