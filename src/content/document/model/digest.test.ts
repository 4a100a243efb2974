import assert from "node:assert/strict";
import { test } from "node:test";
import { digest } from "./digest.ts";

test("digests have two numbers of 32 bits with seven digits each, and stay the same", () => {
  // The ids of the rows and columns of stored documents are made of these.
  assert.equal(digest(""), "07h0j2b0k4n83c");
  assert.equal(digest("column Name"), "1sfk5yh1l7xxh5");
  for (let i = 0; i < 2_000; i++) assert.match(digest(`row ${i}`), /^[01][0-9a-z]{6}[01][0-9a-z]{6}$/);
});
