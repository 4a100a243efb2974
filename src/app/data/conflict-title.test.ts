import assert from "node:assert/strict";
import { test } from "node:test";
import { withoutMarkers } from "./conflict-title.ts";

test("a title in conflict is shown without its markers", () => {
  for (const [title, shown] of [
    ["Plain", "Plain"],
    ["<<<<<<< Ours ======= Theirs >>>>>>>", "Ours"],
    ["<<<<<<< ======= Theirs >>>>>>>", "Theirs"],
    ["<<<<<<< Ours ======= >>>>>>>", "Ours"],
    ["Group <<<<<<< slug: a ======= slug: b >>>>>>>", "Group"],
    ["<<<<<<< not a conflict", "<<<<<<< not a conflict"],
  ] as const)
    assert.equal(withoutMarkers(title), shown);
});
