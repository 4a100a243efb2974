import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { TestContent } from "../../../test/support/content.ts";
import type { Change } from "./change.ts";

const markdown = (text: string) => ({ document: { markdown: text } });
const duplicate = (page: string, fields: object = {}): Change => ({
  operation: "duplicate_page",
  page,
  ...fields,
});

/** Pages A with B and its child C, which link to each other, and D beside A. */
async function createPages() {
  const content = new TestContent();
  const a = await content.page("A");
  const b = await content.page("B", { into: a });
  const c = await content.page("C", { into: b, ...markdown("[b](README.md#x)") });
  const d = await content.page("D", markdown("[a](a/README.md)"));
  const text = "---\ntitle: A\n---\n\n[b](b/README.md) [d](../d.md)";
  await content.apply({ operation: "update_page", page: a, ...markdown(text) });
  await content.apply({ operation: "update_page", page: b, ...markdown("[up](../README.md) [c](c.md)") });
  return { content, a, b, c, d };
}

describe("a duplicated page", () => {
  test("has the subtree of the page, and is placed after it", async () => {
    const { content, a } = await createPages();
    const { pages } = await content.apply(duplicate(a));
    assert.deepEqual(
      pages.map(({ outcome }) => outcome),
      ["created", "created", "created"],
    );
    assert.equal(await content.outline(), "a(b(c)) a-1(b(c)) d");
    const copy = await content.record(pages[0]?.id ?? "");
    const original = await content.record(a);
    assert.deepEqual([copy.title, copy.createdAt === copy.updatedAt], ["A", true]);
    assert.notEqual(copy.createdAt, original.createdAt);
  });

  test("has links to the copies of the pages below it, and to the same pages elsewhere", async () => {
    const { content, a, b, d } = await createPages();
    const target = { kind: "page", page: b } as const;
    await content.apply({ operation: "insert_page", type: "link", title: "L", target, into: a });
    const { pages } = await content.apply(duplicate(a));
    const [copy = "", copyOfB = ""] = pages.map(({ id }) => id);
    assert.match(await content.markdown(copy), /\[b\]\(b\/README\.md\)/);
    await content.apply({ operation: "update_page", page: copyOfB, slug: "renamed" });
    assert.match(await content.markdown(copy), /renamed/);
    assert.doesNotMatch(await content.markdown(a), /renamed/);
    await content.apply({ operation: "update_page", page: d, slug: "moved" });
    assert.match(await content.markdown(copy), /\[d\]\(\.\.\/moved\.md\)/);
    const copies = await Promise.all(pages.map(({ id }) => content.record(id)));
    const link = copies.find(({ type }) => type === "link");
    assert.deepEqual(link?.target, { kind: "page", page: copyOfB });
  });

  test("can have another title and another place, also with the changes of the same batch", async () => {
    const { content, a, b, d } = await createPages();
    await content.apply(
      { operation: "update_page", page: b, ...markdown("New text") },
      duplicate(b, { title: "Copy of B", into: d, ref: "copy" }),
      { operation: "insert_page", title: "Linking", ...markdown("[x](copy)") },
    );
    assert.equal(await content.outline(), "a(b(c)) d(copy-of-b(c)) linking");
    const copy = (await content.pageAt("d/copy-of-b")) ?? "";
    assert.equal(await content.markdown(copy), "New text");
    assert.match(await content.markdown((await content.pageAt("linking")) ?? ""), /d\/copy-of-b/);
    const { pages } = await content.apply(duplicate(a, { title: "Z", into: null, at: 0 }));
    assert.match(await content.markdown(pages[0]?.id ?? ""), /^---\ntitle: Z\n---/);
    assert.match(await content.outline(), /^z\(/);
  });

  test("may be copied into itself, but not without end", async () => {
    const { content, a, b } = await createPages();
    await content.apply(duplicate(a, { into: b }));
    assert.equal(await content.outline(), "a(b(c a(b(c)))) d");
    const many = Array.from({ length: 50 }, () => duplicate(a, { into: a }));
    await assert.rejects(
      content.apply(...many),
      /^Error: changes\[\d+\]\.page: at most 5000 pages can be copied/,
    );
    await assert.rejects(content.apply(duplicate("gone")), /Page gone not found/);
  });

  test("of 1,000 pages is copied by one change in a second", async () => {
    const content = new TestContent();
    const top = await content.page("Top");
    for (let i = 0; i < 20; i++)
      await content.apply(
        ...Array.from({ length: 50 }, (_, j) => ({
          operation: "insert_page" as const,
          title: `P${i}-${j}`,
          into: top,
          ...markdown(`[a](/pages/${top}) text`),
        })),
      );
    const started = performance.now();
    const { pages } = await content.apply(duplicate(top));
    assert.equal(pages.length, 1001);
    assert.ok(performance.now() - started < 5000);
  });
});
