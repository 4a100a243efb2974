import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { workOf } from "../support/linear.ts";
import { type Attack, attacksOn } from "./attack-strings.ts";
import { composedInSource, type Expression, literalsInSource } from "./expressions.ts";

/** Those that do take the square of a length, and why that is never a long one. */
const bounded: Readonly<Record<string, string>> = {
  "config/config.ts": "what the operator sets",
  "content/markdown/heading.ts": "the first 2,048 characters of a text",
  "exporting/titles.ts": "a title",
  "importing/docx/prepare-xml.ts": "1,000 characters behind each beginning",
  "importing/html/page/head.ts": "the first 1,000 characters of a title",
  "importing/markdown-tree/heading-anchors.ts": "a line of an import, with 300 characters for each tag",
  "importing/markdown-tree/summary.ts": "a line of at most so many characters",
  "importing/website/descriptions.ts": "2,048 characters behind each beginning",
  "api/sign-in/pages.ts": "the first 2,000 characters of a mistake",
  "identity/saml/xml-tags.ts": "what was found to be attributes, each of which matches at once",
};

function textOf({ prefix, pump, suffix }: Attack, length: number): string {
  return prefix + pump.repeat(Math.ceil(length / pump.length)) + suffix;
}

function timeOf(expression: RegExp, text: string): number {
  expression.lastIndex = 0;
  const isEach = expression.global && !expression.sticky;
  return workOf(() => (isEach ? text.replace(expression, "") : expression.test(text)));
}

/** How many times longer a text of one length takes than one of another; the shortest of three times for each. */
function growth(expression: RegExp, attack: Attack, lengths: readonly [number, number]): number {
  const [little = 0, much = 0] = lengths.map((length) => {
    const text = textOf(attack, length);
    return Math.min(...Array.from({ length: 3 }, () => timeOf(expression, text)));
  });
  return much / little;
}

/** Whatever else the machine does, what is slow is slow each time. */
function isSlow(expression: RegExp, attack: Attack): boolean {
  // What doubles with every sign must not be tried with many.
  if (timeOf(expression, textOf(attack, 22)) > 10 && growth(expression, attack, [11, 22]) > 200) return true;
  if (timeOf(expression, textOf(attack, 4000)) < 3) return false;
  return [1, 2].every(() => growth(expression, attack, [500, 4000]) > 20);
}

function slowOnes(expressions: readonly Expression[]): string[] {
  return expressions.flatMap(({ file, pattern, flags }) => {
    if (Object.hasOwn(bounded, file)) return [];
    const expression = new RegExp(pattern, flags);
    const attack = attacksOn(pattern, flags).find((one) => isSlow(expression, one));
    return attack === undefined ? [] : [`${file}: ${expression} for ${JSON.stringify(attack)}`];
  });
}

/** All patterns that are in a schema, at any depth. */
function patternsIn(schema: unknown, found = new Set<string>()): Set<string> {
  if (typeof schema !== "object" || schema === null) return found;
  if ("pattern" in schema && typeof schema.pattern === "string") found.add(schema.pattern);
  for (const inner of Object.values(schema)) patternsIn(inner, found);
  return found;
}

describe("no text takes a regular expression longer than its length", () => {
  test("of those that are written in the code", () => {
    const literals = literalsInSource();
    assert.ok(literals.length > 500, `${literals.length} were found`);
    assert.deepEqual(slowOnes(literals), []);
  });

  test("of those that are put together there", async () => {
    const composed = await composedInSource();
    assert.ok(composed.length > 10, `${composed.length} were found`);
    assert.deepEqual(slowOnes(composed), []);
  });

  test("of those that requests are held against", async () => {
    // Loaded here, so that the test above sees the modules of the API for the first time.
    const { chapters } = await import("../../src/api/chapters.ts");
    const schemas = chapters.flatMap(({ operations }) => operations.map(({ body, query }) => [body, query]));
    const patterns = [...patternsIn(schemas)];
    assert.ok(patterns.length > 5, `${patterns.length} were found`);
    assert.deepEqual(slowOnes(patterns.map((pattern) => ({ file: "schema", pattern, flags: "u" }))), []);
  });

  test("and one that is slow would be found", () => {
    for (const pattern of [
      "\\s+$",
      "^(a|a)*b$",
      "^(\\w+\\s?)*!$",
      "<!--.*?-->",
      "^[ \\t]*x?[ \\t]*>",
      "^~+.*$",
    ])
      assert.equal(slowOnes([{ file: "", pattern, flags: "g" }]).length, 1, pattern);
  });
});
