import assert from "node:assert/strict";
import { test } from "node:test";
import type { SiteSection, SiteSpace } from "../../../data/api-types.ts";
import { movedByRemoval, nextDefault, possibleTargets, redirectsFor, removedVariants } from "./removal.ts";
import { pathsOf } from "./site-addresses.ts";
import { buildTree, type StructurePart } from "./structure-tree.ts";

function variant(id: string, isDefault: boolean): SiteSpace {
  const space = { id: `space-${id}`, title: id };
  return { object: "site-space", id, path: id, title: id, default: isDefault, space } as SiteSpace;
}

function section(id: string, isDefault: boolean, ...siteSpaces: SiteSpace[]): SiteSection {
  return { object: "site-section", id, path: id, title: id, default: isDefault, siteSpaces } as SiteSection;
}

const tree = buildTree({
  type: "sections",
  structure: [
    section("guides", true, variant("v2", true), variant("v1", false)),
    section("blog", false, variant("posts", true)),
  ],
});
const part = (id: string) => tree.parts.get(id) as StructurePart;
const ids = (parts: readonly { readonly id: string }[]) => parts.map(({ id }) => id);

test("the addresses of all variants end that a removal takes out of the site", () => {
  assert.deepEqual(ids(removedVariants(tree, part("guides"))), ["v2", "v1"]);
  assert.deepEqual(ids(removedVariants(tree, part("v1"))), ["v1"]);
  const last = buildTree({ type: "sections", structure: [section("only", true, variant("one", true))] });
  assert.deepEqual(removedVariants(last, last.parts.get("only") as StructurePart), []);
});

test("another part becomes the default, and its addresses change", () => {
  const changes = (id: string) => movedByRemoval(tree, part(id)).map(({ from, to }) => `/${from} → /${to}`);
  assert.equal(nextDefault(tree, part("v2"))?.id, "v1");
  assert.deepEqual(changes("v2"), ["/v1 → /"]);
  assert.equal(nextDefault(tree, part("guides"))?.id, "blog");
  assert.deepEqual(changes("guides"), ["/blog → /"]);
  assert.equal(nextDefault(tree, part("blog")), undefined);
  assert.deepEqual([...changes("posts"), ...changes("v1")], []);
});

test("readers are led to variants that stay, those beside the removed one first", () => {
  const labels = (id: string) =>
    possibleTargets(tree, removedVariants(tree, part(id))).map(({ label }) => label);
  assert.deepEqual(labels("v1"), ["guides: v2", "blog: posts"]);
  assert.deepEqual(labels("guides"), ["blog: posts"]);
});

test("redirects lead each page to the one with the same path, or else to the start", () => {
  const paths = pathsOf(tree);
  const ended = [
    { id: "v2", pages: ["start", "install"] },
    { id: "v1", pages: ["install", "old/page"] },
  ];
  const target = { id: "posts", pages: ["install"] };
  assert.deepEqual(
    redirectsFor({ ended, hasStarts: true, target, paths }).map(
      ({ source, destination }) => `${source} → ${destination}`,
    ),
    [
      "/start → /blog",
      "/install → /blog/install",
      "/v1 → /blog",
      "/v1/install → /blog/install",
      "/v1/old/page → /blog",
    ],
  );
  const [first] = redirectsFor({ hasStarts: true, ended: [target], target: { id: "v2", pages: [] }, paths });
  assert.deepEqual(first, { source: "/blog", destination: "/" });
});
