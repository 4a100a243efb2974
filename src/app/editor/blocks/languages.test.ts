import assert from "node:assert/strict";
import { test } from "node:test";
import highlighter from "highlight.js";
import { languages } from "./languages.ts";

test("the languages of code are those that readers' pages highlight", () => {
  const known = highlighter.listLanguages().filter((name) => name !== "plaintext");
  assert.deepEqual(Object.keys(languages).sort(), known.sort());
});
