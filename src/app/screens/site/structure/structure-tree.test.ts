import assert from "node:assert/strict";
import { test } from "node:test";
import type { SiteSection, SiteSectionGroup, SiteSpace } from "../../../data/api-types.ts";
import { movedByMove } from "./move-addresses.ts";
import { addressChanges, defaultChanges, pathsOf } from "./site-addresses.ts";
import { isOpenAtFirst, rowsOf } from "./structure-rows.ts";
import {
  anchorOf,
  buildTree,
  childrenOf,
  currentDestination,
  isPossibleMove,
  stepDestination,
  withMove,
} from "./structure-tree.ts";

function variant(id: string, isDefault = false): SiteSpace {
  return { object: "site-space", id, path: id, title: id.toUpperCase(), default: isDefault } as SiteSpace;
}

function section(id: string, variants: readonly SiteSpace[], isDefault = false): SiteSection {
  const [first, ...others] = variants;
  const siteSpaces = first === undefined ? [] : [{ ...first, default: true }, ...others];
  return { object: "site-section", id, path: id, title: id, default: isDefault, siteSpaces } as SiteSection;
}

function group(id: string, children: readonly (SiteSection | SiteSectionGroup)[]): SiteSectionGroup {
  return { object: "site-section-group", id, title: id, children } as unknown as SiteSectionGroup;
}

/** Guides with two variants, then a group with a section and an empty group, then a section. */
const tree = buildTree({
  type: "sections",
  structure: [
    section("guides", [variant("v2"), variant("v1")], true),
    group("more", [section("api", [variant("rest")]), group("inner", [])]),
    section("blog", [variant("posts")]),
  ],
});
const variants = buildTree({
  type: "siteSpaces",
  structure: [variant("en", true), variant("fr"), variant("de")],
});

test("the parts of a site are shown as rows, all or those that match", () => {
  const shown = (isOpen: (id: string) => boolean, filter = "") =>
    rowsOf(tree, isOpen, filter).map(({ id, level, isOpen: open }) => `${level} ${id} ${open ?? ""}`.trim());
  assert.deepEqual(
    shown((id) => isOpenAtFirst(tree, id)),
    ["1 guides true", "2 v2", "2 v1", "1 more true", "2 api false", "2 inner", "1 blog false"],
  );
  assert.deepEqual(
    shown(() => false),
    ["1 guides false", "1 more false", "1 blog false"],
  );
  assert.deepEqual(
    shown(() => false, "REST"),
    ["1 more true", "2 api true", "3 rest"],
  );
  assert.deepEqual(
    shown(() => false, "nothing"),
    [],
  );
});

test("parts are moved only where the server allows them", () => {
  const possible = (id: string, parent: string, beside: object = {}) =>
    isPossibleMove(tree, id, { parent, ...beside });
  assert.ok(possible("v1", "api"));
  assert.ok(possible("v1", "guides", { before: "v2" }));
  assert.ok(!possible("v1", "guides", { after: "v2" }), "it is there");
  assert.ok(!possible("v1", ""), "a variant is in a section");
  assert.ok(!possible("v1", "more"));
  assert.ok(possible("blog", "inner"));
  assert.ok(!possible("blog", "guides"));
  assert.ok(!possible("more", "inner") && !possible("more", "more"));
  assert.ok(possible("inner", ""));
  assert.ok(possible("blog", "", { before: "guides" }) && !possible("blog", "", { after: "more" }));
  assert.ok(isPossibleMove(variants, "de", { parent: "", before: "en" }));
});

test("a step with a key moves a part past others, into a group and out of it", () => {
  assert.deepEqual(stepDestination(tree, "blog", "up"), { parent: "", before: "more" });
  assert.deepEqual(stepDestination(tree, "blog", "in"), { parent: "more" });
  assert.deepEqual(stepDestination(tree, "api", "out"), { parent: "", after: "more" });
  assert.deepEqual(stepDestination(tree, "v1", "down"), { parent: "api", before: "rest" });
  assert.deepEqual(stepDestination(tree, "rest", "up"), { parent: "guides" });
  assert.equal(stepDestination(tree, "v2", "up"), undefined);
  assert.equal(stepDestination(tree, "v2", "in"), undefined);
  assert.equal(stepDestination(tree, "guides", "out"), undefined);
  assert.equal(stepDestination(variants, "de", "down"), undefined);
});

test("a move changes the tree, and its origin undoes it", () => {
  const moves = [
    ["blog", { parent: "more", before: "api" }],
    ["v1", { parent: "api" }],
    ["inner", { parent: "", before: "guides" }],
    ["guides", { parent: "" }],
  ] as const;
  for (const [id, destination] of moves) {
    const moved = withMove(tree, id, destination);
    assert.notDeepEqual(moved.children, tree.children, id);
    const back = withMove(moved, id, currentDestination(tree, id));
    for (const parent of ["", "guides", "more", "api"])
      assert.deepEqual(childrenOf(back, parent), childrenOf(tree, parent), `${id} in ${parent}`);
  }
  assert.deepEqual(anchorOf(tree, "blog", { parent: "more" }), {
    after: { type: "site-section-group", id: "inner" },
  });
  assert.deepEqual(anchorOf(tree, "v1", { parent: "api", before: "rest" }), {
    before: { type: "site-space", id: "rest" },
  });
  assert.equal(anchorOf(tree, "blog", { parent: "inner" }), undefined);
});

test("addresses are those of the server, and their changes are found before they are made", () => {
  const before = pathsOf(tree);
  assert.deepEqual(Object.fromEntries(before), { v2: "", v1: "v1", rest: "api", posts: "blog" });
  const changes = (after: typeof before) =>
    addressChanges(tree, before, after).map(({ id, from, to, takenBy }) => [id, from, to, takenBy]);
  assert.deepEqual(changes(pathsOf(tree, new Map([["api", { path: "reference" }]]))), [
    ["rest", "api", "reference", undefined],
  ]);
  assert.deepEqual(changes(pathsOf(tree, defaultChanges(tree, "blog"))), [
    ["v2", "", "guides", "POSTS"],
    ["v1", "v1", "guides/v1", undefined],
    ["posts", "blog", "", undefined],
  ]);
  assert.deepEqual(changes(pathsOf(tree, defaultChanges(tree, "v1"))), [
    ["v2", "", "v2", "V1"],
    ["v1", "v1", "", undefined],
  ]);
  // A variant of the default section whose path is that of a section has both segments.
  assert.deepEqual(changes(pathsOf(tree, new Map([["v1", { path: "api" }]]))), [
    ["v1", "v1", "guides/api", undefined],
  ]);
  // In another section, a variant is not the default, and its section is gone if it has no other.
  const moves = (id: string, parent: string) =>
    movedByMove(tree, id, { parent }).map(({ id, from, to }) => [id, from, to]);
  assert.deepEqual(moves("v2", "api"), [
    ["v2", "", "api/v2"],
    ["v1", "v1", ""],
  ]);
  assert.deepEqual(moves("posts", "guides"), [["posts", "blog", "posts"]]);
  assert.deepEqual(moves("v1", "blog"), [["v1", "v1", "blog/v1"]]);
  assert.deepEqual(Object.fromEntries(pathsOf(variants)), { en: "", fr: "fr", de: "de" });
});
