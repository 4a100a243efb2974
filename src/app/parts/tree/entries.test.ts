import assert from "node:assert/strict";
import { test } from "node:test";
import { type TreeEntry, targetOf } from "./entries.ts";

const entry = (id: string, parent = "", isOpen?: boolean): TreeEntry => ({ id, title: id, parent, isOpen });

test("the rows of a tree are moved through by keys", () => {
  const entries = [
    entry("Apple", "", true),
    entry("Berry", "Apple", false),
    entry("Ähre", "Apple"),
    entry("Cherry"),
  ];
  const target = (key: string, from: number) => targetOf(key, from, entries);
  assert.equal(target("ArrowDown", 0), "Berry");
  assert.equal(target("ArrowDown", 3), "Cherry");
  assert.equal(target("ArrowUp", 0), "Apple");
  assert.equal(target("ArrowRight", 0), "Berry");
  assert.equal(target("ArrowRight", 1), "Berry");
  assert.equal(target("ArrowLeft", 2), "Apple");
  assert.equal(target("ArrowLeft", 3), "Cherry");
  assert.equal(target("End", 1), "Cherry");
  assert.equal(target("PageDown", 0), "Cherry");
  assert.equal(target("PageUp", 3), "Apple");
  assert.equal(target("a", 0), "Ähre");
  assert.equal(target("a", 2), "Apple");
  assert.equal(target("x", 0), undefined);
  assert.equal(target("Tab", 0), undefined);
  assert.equal(targetOf("End", 5, entries), undefined);
});
