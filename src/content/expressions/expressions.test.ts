import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { evaluateExpression, rootsOf } from "./evaluate-expression.ts";
import { ExpressionError, parseExpression } from "./parse-expression.ts";

const scope = {
  visitor: { claims: { plan: "pro", seats: 5, groups: ["a", "b"], unsigned: { beta: true }, "odd name": 1 } },
  space: { vars: { version: "1.2", "my-name": "Ada" } },
};
const evaluate = (source: string) => evaluateExpression(parseExpression(source), scope);

describe("expressions", () => {
  test("read and compare values", () => {
    const cases: Record<string, unknown> = {
      "visitor.claims.plan": "pro",
      'visitor.claims["odd name"]': 1,
      "space.vars.my-name": "Ada",
      'visitor.claims.plan == "pro"': true,
      "visitor.claims.plan === 'free'": false,
      "visitor.claims.plan != 'free' && visitor.claims.seats >= 5": true,
      "visitor.claims.seats > 4 == true": true,
      "!visitor.claims.unsigned.beta || visitor.claims.none": undefined,
      "!!visitor.claims.unsigned.beta": true,
      '"a" in visitor.claims.groups': true,
      'visitor.claims.plan in ["free", "pro"]': true,
      '"plan" in visitor.claims': true,
      "(false || true) && !false": true,
      "true || false && false": true,
      "visitor.claims.none.deeper.still": undefined,
      "visitor.claims.none == null": true,
      "-1.5 < 0": true,
      '"b" > "a"': true,
      '1 < "2"': false,
      '"a\\"b"': 'a"b',
    };
    for (const [source, expected] of Object.entries(cases))
      assert.deepEqual(evaluate(source), expected, source);
  });

  test("do not read inherited properties", () => {
    for (const source of [
      "constructor",
      "visitor.constructor",
      "visitor.claims.__proto__",
      "space.vars.toString",
    ])
      assert.equal(evaluate(source), undefined, source);
    assert.equal(evaluate('"length" in visitor.claims.groups'), false);
    assert.equal(evaluate("visitor.claims.plan.length"), undefined);
  });

  test("are rejected with the position of a syntax error", () => {
    const invalid: Record<string, RegExp> = {
      "": /expected a value at position 1/,
      "a ==": /expected a value at position 5/,
      "a = b": /unexpected character at position 3/,
      "a b": /unexpected token b/,
      "(a": /expected \) at position 3/,
      "a.": /expected a property name/,
      "f(x)": /unexpected token \(/,
      "a + b": /unexpected character at position 3/,
      "a; b": /unexpected/,
      "`x`": /unexpected/,
      "[1, 2": /expected ,/,
    };
    for (const [source, message] of Object.entries(invalid)) {
      assert.throws(
        () => parseExpression(source),
        (error: unknown) => {
          assert.ok(error instanceof ExpressionError, source);
          assert.match(error.message, message, source);
          return true;
        },
      );
    }
    assert.throws(() => parseExpression("(".repeat(500)), /nested too deeply/);
    assert.throws(() => parseExpression("[".repeat(500)), /nested too deeply/);
    for (const long of [`${"!".repeat(60_000)}a`, `a${".b".repeat(30_000)}`, `a${"==a".repeat(20_000)}`])
      assert.throws(() => parseExpression(long), /too many tokens/);
  });

  test("list the root names that they read", () => {
    assert.deepEqual(
      rootsOf(parseExpression('space.vars[page.vars.x] == "a" || !(visitor in [b])')),
      new Set(["space", "page", "visitor", "b"]),
    );
  });

  test("are parsed or rejected for any text", () => {
    const piece = fc.constantFrom(
      "a",
      ".",
      "b",
      "[",
      "]",
      "(",
      ")",
      "!",
      "==",
      "in",
      " ",
      "&&",
      "||",
      '"x"',
      "1",
      "<",
      ",",
      "'",
      "\\",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12, size: "max" }), (pieces) => {
        try {
          evaluate(pieces.join(""));
        } catch (error) {
          assert.ok(error instanceof ExpressionError);
        }
      }),
      { numRuns: 3000 },
    );
  });
});
