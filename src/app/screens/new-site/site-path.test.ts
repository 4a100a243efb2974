import assert from "node:assert/strict";
import { test } from "node:test";
import { isPath, pathFrom } from "./site-path.ts";

test("the path of a site is made from its title", () => {
  assert.equal(pathFrom("Acme Docs"), "acme-docs");
  assert.equal(pathFrom("  Größe & Gewicht: v2.0 "), "größe-gewicht-v2-0");
  assert.equal(pathFrom("!?"), "");
  assert.equal(pathFrom("日本語 ガイド"), "日本語-ガイド");
  assert.ok(isPath(pathFrom(`${"a".repeat(99)} and more`)));
});

test("a path has no characters that mean something in addresses", () => {
  for (const path of ["docs", "größe", "v1.0_~-"]) assert.ok(isPath(path), path);
  for (const path of ["", ".", "..", "a b", "a/b", "a?b", "a#b", "x".repeat(101)])
    assert.ok(!isPath(path), path);
});
