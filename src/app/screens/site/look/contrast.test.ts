import assert from "node:assert/strict";
import { test } from "node:test";
import { contrastOf, isColor, longColor } from "./contrast.ts";

test("the contrast of colors is that of WCAG 2", () => {
  assert.equal(contrastOf("#000", "#ffffff"), 21);
  assert.equal(contrastOf("#777777", "#777"), 1);
  assert.ok(Math.abs(contrastOf("#767676", "#fff") - 4.54) < 0.01);
});

test("colors have three or six hexadecimal digits", () => {
  assert.deepEqual(["#abc", "#aabbcc", "#abcd", "red", "", null].map(isColor), [
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
  assert.equal(longColor("#aBc"), "#aaBBcc");
});
