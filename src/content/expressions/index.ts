// The expressions of conditions and variables.
export { evaluateExpression, membersRead, rootsOf, type Scope } from "./evaluate-expression.ts";
export { type Expression, ExpressionError, parseExpression, tryParseExpression } from "./parse-expression.ts";
