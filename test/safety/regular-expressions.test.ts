import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { cpuTimeOf } from "../support/linear.ts";
import { type Attack, attacksOn } from "./attack-strings.ts";
import { composedInSource, type Expression, literalsInSource } from "./expressions.ts";

/** Modules with quadratic expressions, with the input of these expressions, which is short or trusted. */
const excludedModules: Readonly<Record<string, string>> = {
  "config/config.ts": "settings of the operator",
  "content/markdown/heading.ts": "the first 2,048 characters of a text",
  "content/markdown/title-heading.ts": "a title",
  "importing/docx/prepare-xml.ts": "1,000 characters after each start",
  "importing/html/page/head.ts": "the first 1,000 characters of a title",
  "importing/markdown-tree/heading-anchors.ts": "a line of an import, with 300 characters for each tag",
  "importing/markdown-tree/summary.ts": "a line of limited length",
  "importing/website/descriptions.ts": "2,048 characters after each start",
  "api/sign-in/pages.ts": "the first 2,000 characters of an error",
  "identity/saml/xml-tags.ts": "attributes that are already validated",
};

function textOf({ prefix, pump, suffix }: Attack, length: number): string {
  return prefix + pump.repeat(Math.ceil(length / pump.length)) + suffix;
}

function timeOf(expression: RegExp, text: string): number {
  expression.lastIndex = 0;
  const isReplaced = expression.global && !expression.sticky;
  return cpuTimeOf(() => (isReplaced ? text.replace(expression, "") : expression.test(text)));
}

/** The ratio of the times for two lengths, each the shortest of three measurements. */
function growth(expression: RegExp, attack: Attack, lengths: readonly [number, number]): number {
  const [short = 0, long = 0] = lengths.map((length) => {
    const text = textOf(attack, length);
    return Math.min(...Array.from({ length: 3 }, () => timeOf(expression, text)));
  });
  return long / short;
}

/** Repeats the measurement, since other load may slow down a single one. */
function isSlow(expression: RegExp, attack: Attack): boolean {
  // Exponential expressions are detected with short texts first, since long ones would take forever.
  if (timeOf(expression, textOf(attack, 22)) > 10 && growth(expression, attack, [11, 22]) > 200) return true;
  if (timeOf(expression, textOf(attack, 4000)) < 3) return false;
  return [1, 2].every(() => growth(expression, attack, [500, 4000]) > 20);
}

function slowExpressions(expressions: readonly Expression[]): string[] {
  return expressions.flatMap(({ file, pattern, flags }) => {
    if (Object.hasOwn(excludedModules, file)) return [];
    const expression = new RegExp(pattern, flags);
    const attack = attacksOn(pattern, flags).find((candidate) => isSlow(expression, candidate));
    return attack === undefined ? [] : [`${file}: ${expression} for ${JSON.stringify(attack)}`];
  });
}

function patternsIn(schema: unknown, found = new Set<string>()): Set<string> {
  if (typeof schema !== "object" || schema === null) return found;
  if ("pattern" in schema && typeof schema.pattern === "string") found.add(schema.pattern);
  for (const inner of Object.values(schema)) patternsIn(inner, found);
  return found;
}

describe("a regular expression", () => {
  test("matches in linear time if it is a literal in the code", () => {
    const literals = literalsInSource();
    assert.ok(literals.length > 500, `only ${literals.length} were found`);
    assert.deepEqual(slowExpressions(literals), []);
  });

  test("matches in linear time if it is built from strings", async () => {
    const composed = await composedInSource();
    assert.ok(composed.length > 10, `only ${composed.length} were found`);
    assert.deepEqual(slowExpressions(composed), []);
  });

  test("matches in linear time if it is a pattern in a request schema", async () => {
    // Loaded here, so that the test above is the first to load the modules.
    const { operationGroups } = await import("../../src/workspace/operation-groups.ts");
    const schemas = operationGroups.flatMap(({ operations }) =>
      operations.map(({ body, query }) => [body, query]),
    );
    const patterns = [...patternsIn(schemas)];
    assert.ok(patterns.length > 5, `only ${patterns.length} were found`);
    const slow = slowExpressions(patterns.map((pattern) => ({ file: "schema", pattern, flags: "u" })));
    assert.deepEqual(slow, []);
  });

  test("is reported by this test if it is slow", () => {
    for (const pattern of [
      "\\s+$",
      "^(a|a)*b$",
      "^(\\w+\\s?)*!$",
      "<!--.*?-->",
      "^[ \\t]*x?[ \\t]*>",
      "^~+.*$",
      "^[hpst]*t[hpst]*p[hpst]*:",
    ])
      assert.equal(slowExpressions([{ file: "", pattern, flags: "g" }]).length, 1, pattern);
  });
});
