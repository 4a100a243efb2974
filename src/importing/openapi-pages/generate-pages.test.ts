import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { outlineLines } from "../../../test/support/importing.ts";
import { generatePages } from "./generate-pages.ts";

const operation = (...tags: string[]) => ({ summary: `Of ${tags[0] ?? "none"}`, tags });

const document = {
  openapi: "3.1.0",
  info: { title: "Pet shop", version: "1" },
  tags: [
    { name: "pets", description: "All *pets*.", "x-page-title": "Our pets", "x-page-icon": "paw" },
    { name: "cats", "x-parent": "pets" },
    { name: "empty" },
    ...[
      { name: "a", "x-parent": "b" },
      { name: "b", "x-parent": "a" },
    ],
  ],
  paths: {
    "/pets": { get: operation("pets"), post: operation("pets", "cats") },
    "/cats": { $ref: "#/components/pathItems/cats" },
    "/health": { get: operation() },
    "/a": { get: operation("a") },
    "/extra": { get: operation("extra") },
  },
  components: { pathItems: { cats: { get: operation("cats") } }, schemas: { Pet: {}, Cat: {} } },
};

function treeOf(generator: Readonly<Record<string, unknown>>) {
  const parent = { address: "SUMMARY.md#0", type: "group", title: "API" } as const;
  const entry = { address: "SUMMARY.md#1", parent: parent.address, type: "generated", generator } as const;
  const last = { address: "a.md", type: "document", title: "A", markdown: "" } as const;
  return { pages: [parent, entry, last], files: [], total: 3 };
}

const source = (props: object, spec = "shop") => ({
  type: "builtin:openapi",
  props,
  dependencies: { spec: { ref: { kind: "openapi", spec } } },
});

const loadSpec = async (slug: string) => (slug === "shop" ? document : undefined);

describe("pages of an OpenAPI spec", () => {
  test("are one for each tag, with its operations, and one of the schemas", async () => {
    const tree = await generatePages(treeOf(source({ models: true })), loadSpec);
    assert.deepEqual(
      outlineLines(tree, () => ""),
      ["API", "  Our pets", "    cats", "  extra", "  a", "  Pet shop", "  Models", "A"],
    );
    const [, pets, cats] = tree.pages;
    assert.equal(
      pets?.markdown,
      'All *pets*.\n\n{% openapi-operation spec="shop" path="/pets" method="get" %}\n\n{% openapi-operation spec="shop" path="/pets" method="post" %}\n',
    );
    assert.deepEqual([pets?.slug, pets?.attributes], ["our-pets", { icon: "paw" }]);
    assert.equal(cats?.markdown, '{% openapi-operation spec="shop" path="/cats" method="get" %}\n');
    assert.equal(
      tree.pages.at(-2)?.markdown,
      '{% openapi-schemas spec="shop" schemas="Pet,Cat" grouped="true" %}\n',
    );
    assert.deepEqual([tree.total, tree.warnings], [8, []]);
  });

  test("can be one for each operation", async () => {
    const tree = await generatePages(treeOf(source({ models: false, grouping: "by-operation" })), loadSpec);
    assert.deepEqual(
      outlineLines(tree, () => ""),
      [
        ...["API", "  Our pets", "    Of pets", "    Of pets", "    cats", "      Of cats"],
        ...["  extra", "    Of extra", "  a", "    Of a", "  Of none", "A"],
      ],
    );
    assert.equal(tree.pages[1]?.markdown, "All *pets*.\n");
  });

  test("are skipped with a warning if they cannot be generated", async () => {
    for (const [generator, warning] of [
      [source({}, "other"), /^SUMMARY\.md: the pages of the OpenAPI spec other are skipped/],
      [{ type: "builtin:translation" }, /^SUMMARY\.md: entries of type builtin:translation are skipped/],
      [{ type: "builtin:openapi", dependencies: 1 }, /without a spec is skipped/],
      [{}, /entries of type undefined are skipped/],
    ] as const) {
      const tree = await generatePages(treeOf(generator), loadSpec);
      assert.equal(tree.pages.length, 2);
      assert.match(tree.warnings?.[0] ?? "", warning);
      assert.equal(tree.total, 3);
    }
  });
});
