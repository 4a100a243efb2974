import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { differenceOf, lineSeparatorOf } from "./line-ends.ts";

test("a text has one separator of lines, or keeps its carriage returns as characters", () => {
  assert.equal(lineSeparatorOf(""), "\n");
  assert.equal(lineSeparatorOf("a\nb"), "\n");
  assert.equal(lineSeparatorOf("a\r\nb\r\n"), "\r\n");
  assert.equal(lineSeparatorOf("a\r\nb\nc"), "\n");
  assert.equal(lineSeparatorOf("a\rb"), "\n");
});

test("a text becomes another one by replacing one part of it", () => {
  assert.deepEqual(differenceOf("one two three", "one 2 three"), { from: 4, to: 7, insert: "2" });
  assert.deepEqual(differenceOf("aa", "aaa"), { from: 2, to: 2, insert: "a" });
  const text = fc.string({ unit: fc.constantFrom("a", "b", "\n") });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { from, to, insert } = differenceOf(before, after);
      assert.ok(from <= to);
      assert.equal(before.slice(0, from) + insert + before.slice(to), after);
    }),
  );
});
