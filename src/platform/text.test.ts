import assert from "node:assert/strict";
import { test } from "node:test";
import { countText, normalizeSpace, sizeText } from "./text.ts";

test("sizes are rounded to two or three digits", () => {
  const sizes = [0, 1, 999, 1000, 1250, 9_949, 9_950, 56_400, 999_499, 999_500, 7_800_000];
  assert.deepEqual(
    sizes.map(sizeText),
    "0 B, 1 B, 999 B, 1.0 KB, 1.3 KB, 9.9 KB, 10 KB, 56 KB, 999 KB, 1.0 MB, 7.8 MB".split(", "),
  );
});

test("counts have separators", () => {
  const counts = [0, 999, 1_000, 123_456, 1_234_567];
  assert.equal(counts.map(countText).join(" "), "0 999 1,000 123,456 1,234,567");
});

test("white space is normalized to single spaces between words", () => {
  assert.equal(normalizeSpace(" \n one\t\ttwo\u00a0three \r\n"), "one two three");
  assert.equal(normalizeSpace(" \n"), "");
});
