import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { isJsonDeeperThan, JsonLimitError, parseJson } from "./json.ts";
import { finish } from "./steps.ts";

const unlimited = { depth: 1000, values: 1_000_000 };

describe("parseJson", () => {
  /** The value, or undefined if the text is not valid. */
  const attempt = (parse: () => unknown) => {
    try {
      return { value: parse() };
    } catch (error) {
      assert.ok(error instanceof SyntaxError, String(error));
      return undefined;
    }
  };
  const inPieces = (text: string, length: number) =>
    attempt(() => finish(parseJson(text, unlimited, length)));
  const json = fc.json({ maxDepth: 5, stringUnit: "binary" });
  const pieceLength = fc.nat(40);

  test("equals JSON.parse, whatever the length of the pieces", () => {
    fc.assert(
      fc.property(json, pieceLength, fc.constantFrom(undefined, 1, "\t"), (text, length, indent) => {
        const indented = JSON.stringify(JSON.parse(text), null, indent);
        assert.deepEqual(inPieces(indented, length), { value: JSON.parse(indented) });
      }),
      { numRuns: 500 },
    );
  });

  test("accepts the same texts as JSON.parse", () => {
    const tokens = ["[", "]", "{", "}", ",", ":", '"', '"a"', "\\", "1", "-", "null", " ", "\n", "\u00a0"];
    const edit = fc.record({ at: fc.nat(), length: fc.nat(2), token: fc.constantFrom("", ...tokens) });
    fc.assert(
      fc.property(json, pieceLength, fc.array(edit, { maxLength: 3 }), (text, pieceLength, edits) => {
        for (const { at, length, token } of edits) {
          const start = at % (text.length + 1);
          text = text.slice(0, start) + token + text.slice(start + length);
        }
        assert.deepEqual(
          inPieces(text, pieceLength),
          attempt(() => JSON.parse(text)),
        );
      }),
      { numRuns: 3000 },
    );
  });

  test("keeps repeated fields, __proto__ and the order of fields like JSON.parse", () => {
    for (const text of [
      '{"a":[1,2,3],"b":2,"a":{"c":[4,5,6]}}',
      '{"__proto__":{"a":[1,2]},"b":1}',
      '{"2":"two","1":"one","x":[]}',
    ]) {
      const { value } = inPieces(text, 5) ?? {};
      assert.equal(JSON.stringify(value), JSON.stringify(JSON.parse(text)));
      assert.equal(Object.getPrototypeOf(value), Object.prototype);
    }
  });

  test("is divided into many steps for a long text", () => {
    const count = (text: string) => [...parseJson(text, unlimited)].length;
    const items = Array.from({ length: 100_000 }, (_, i) => ({ id: i, children: [[i]] }));
    const text = JSON.stringify({ items });
    assert.ok(count(text) > text.length / (512 * 1024), `${count(text)} steps`);
    assert.equal(count('{"items":[]}'), 0);
  });

  test("refuses too many levels and too many values", () => {
    const refused = (text: string, limits: { depth: number; values: number }, message: RegExp) =>
      assert.throws(
        () => finish(parseJson(text, limits)),
        (error) => error instanceof JsonLimitError && message.test(error.message),
      );
    refused("[[[1]]]", { depth: 2, values: 10 }, /nested more than 2 levels/);
    refused(`[${"{},".repeat(2000)}{}]`, { depth: 9, values: 2000 }, /more than 2,000 values/);
    assert.deepEqual(finish(parseJson('[[["[[,,"]]]', { depth: 3, values: 3 })), [[["[[,,"]]]);
  });
});

test("isJsonDeeperThan counts brackets outside strings", () => {
  assert.equal(isJsonDeeperThan(2, '[["[[["]]'), false);
  assert.equal(isJsonDeeperThan(2, '[[{"a":"\\"]"}]]'), true);
});
