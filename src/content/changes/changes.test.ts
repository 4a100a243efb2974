import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { TestContent } from "../../../test/support/content.ts";

describe("a batch of changes", () => {
  test("inserts pages at their positions, with slugs derived from their titles", async () => {
    const content = new TestContent();
    const guides = await content.page("Guides");
    await content.page("Über uns & Größe", { into: guides });
    await content.page("Привет мир", { into: guides, at: 0 });
    await content.page("你好", { into: guides, at: 1 });
    await content.page("🎉", { into: guides });
    await content.page("Guides");
    await content.page("Guides", { at: 0 });
    assert.equal(
      await content.outline(),
      "guides-2 guides(privet-mir ni-hao uber-uns-and-grosse page) guides-1",
    );
    assert.equal((await content.record((await content.pageAt("guides/ni-hao")) ?? "")).title, "你好");
  });

  test("is atomic: an invalid change is reported with its index, and nothing is changed", async () => {
    const content = new TestContent();
    const a = await content.page("A");
    const before = content.root;
    const good = { operation: "insert_page", title: "B" } as const;
    const refused = [
      [{ operation: "update_page", page: "unknown", title: "x" }, /^changes\[1\]: Page unknown not found/],
      [{ operation: "update_page", page: a, into: a }, /^changes\[1\]: A page cannot be moved below itself/],
      [{ operation: "insert_page", title: "x", into: "unknown" }, /^changes\[1\]: Page not found/],
      [{ operation: "insert_page", title: "x", slug: "a" }, /^changes\[1\]: Another page .* slug a already/],
      [{ operation: "insert_page", title: "x", slug: "a/b" }, /^changes\[1\]\.slug: must consist of/],
      [{ operation: "insert_page", type: "link", title: "x" }, /^changes\[1\]\.target: is required/],
      [{ operation: "delete_file", file: "unknown" }, /^changes\[1\]: File unknown not found/],
      [
        { operation: "revert_page", page: a, revision: "unknown" },
        /^changes\[1\]\.revision: is not a revision/,
      ],
      [
        { operation: "update_page", page: a, document: { markdown: "---\nhidden: maybe\n---\n" } },
        /^changes\[1\]\.document\.markdown: the front matter's hidden must be true or false/,
      ],
    ] as const;
    for (const [change, message] of refused) await assert.rejects(content.apply(good, change), { message });
    assert.equal(content.root, before);
  });

  test("moves pages among their siblings and below others", async () => {
    const content = new TestContent();
    const [a, b, c] = [await content.page("A"), await content.page("B"), await content.page("C")];
    await content.apply({ operation: "update_page", page: c, at: 0 });
    assert.equal(await content.outline(), "c a b");
    await content.apply({ operation: "update_page", page: c, into: a });
    await content.apply({ operation: "update_page", page: b, into: a, at: 0 });
    assert.equal(await content.outline(), "a(b c)");
    await assert.rejects(content.apply({ operation: "update_page", page: a, into: c }), /below itself/);
    await content.apply({ operation: "update_page", page: c, into: null, at: 0 });
    assert.equal(await content.outline(), "c a(b)");
    await content.apply({ operation: "delete_page", page: a });
    assert.equal(await content.outline(), "c");
    assert.equal(await content.pageAt("a/b"), undefined);
  });

  test("changes the title without the slug, and the slug without the title", async () => {
    const content = new TestContent();
    const page = await content.page("First title");
    await content.apply({ operation: "update_page", page, title: "Second title" });
    assert.equal(await content.pageAt("first-title"), page);
    await content.apply({ operation: "update_page", page, slug: "third" });
    assert.equal(await content.pageAt("third"), page);
    assert.equal(await content.pageAt("first-title"), undefined);
    assert.equal((await content.record(page)).title, "Second title");
  });

  test("allows groups only at the top level, and no pages below links", async () => {
    const content = new TestContent();
    const page = await content.page("Page");
    const group = await content.page("Group", { type: "group" });
    const target = { kind: "url", url: "https://example.com" };
    const link = await content.page("Link", { type: "link", target, into: group });
    await assert.rejects(content.page("x", { type: "group", into: page }), /at the top/);
    await assert.rejects(content.apply({ operation: "update_page", page: group, into: page }), /at the top/);
    await assert.rejects(content.page("x", { into: link }), /cannot have pages below/);
    assert.equal((await content.record(link)).slug, "");
    assert.equal(await content.outline(({ record }) => record.type), "document group(link)");
  });

  test("keeps the order of a thousand pages that are inserted at the same position", async () => {
    const content = new TestContent();
    const [first, last] = [await content.page("First"), await content.page("Last")];
    const expected: string[] = [];
    for (let i = 0; i < 20; i++) {
      const batch = Array.from({ length: 50 }, (_, n) => ({
        operation: "insert_page" as const,
        title: `${i * 50 + n}`,
        at: 1,
      }));
      const { pages } = await content.apply(...batch);
      expected.unshift(...pages.map(({ id }) => id).reverse());
    }
    assert.equal(await content.outline(({ id }) => id), [first, ...expected, last].join(" "));
    const orders = (await content.outline(({ record }) => record.order)).split(" ");
    assert.ok(Math.max(...orders.map(({ length }) => length)) <= 48);
  });

  test("reports the outcome for each page once", async () => {
    const content = new TestContent();
    const old = await content.page("Old");
    const child = await content.page("Child", { into: old });
    const other = await content.page("Other");
    const { pages } = await content.apply(
      { operation: "insert_page", title: "New", ref: "new" },
      { operation: "update_page", page: "new", title: "Newer" },
      { operation: "update_page", page: other, title: "Changed" },
      { operation: "insert_page", title: "Brief", ref: "brief" },
      { operation: "delete_page", page: "brief" },
      { operation: "delete_page", page: old },
    );
    assert.deepEqual(
      pages.map(({ id, outcome, ref }) => [id === other || id === old || id === child ? id : ref, outcome]),
      [
        ["new", "created"],
        [other, "updated"],
        [old, "deleted"],
        [child, "deleted"],
      ],
    );
  });

  test("inserts, changes and deletes variables, files and reusable contents", async () => {
    const content = new TestContent();
    const file = { name: "a.png", contentType: "image/png", size: 3, blob: "hash" };
    const { insertedFiles, insertedReusableContents } = await content.apply(
      { operation: "set_variables", variables: { version: "1", removed: "x" } },
      { operation: "insert_files", files: [{ ...file, ref: "pic" }] },
      { operation: "insert_reusable_content", title: "Note", document: { markdown: "![x](./pic)" } },
    );
    const [id = "", snippet = ""] = [insertedFiles[0], insertedReusableContents[0]];
    await content.apply(
      { operation: "set_variables", variables: { version: "2", removed: null } },
      { operation: "update_file", file: id, name: "b.png" },
      { operation: "update_reusable_content", reusableContent: snippet, title: "Notes" },
    );
    await content.apply({ operation: "delete_file", file: id });
    await content.apply({ operation: "delete_reusable_content", reusableContent: snippet });
    await assert.rejects(content.apply({ operation: "delete_file", file: id }), /not found/);
  });
});

describe("reverting a page", () => {
  test("undoes an edit, a move, a rename, and a deletion with its subtree", async () => {
    const content = new TestContent();
    const [a, b] = [await content.page("A", { document: { markdown: "one" } }), await content.page("B")];
    const child = await content.page("Child", { into: a, document: { markdown: "inner" } });
    const revision = content.root;
    await content.apply(
      { operation: "update_page", page: a, title: "Z", slug: "z", document: { markdown: "two" }, into: b },
      { operation: "insert_page", title: "New", into: b },
    );
    await content.apply({ operation: "revert_page", page: a, revision });
    assert.equal(await content.outline(), "a(child) b(new)");
    assert.equal(await content.markdown(a), "one");

    await content.apply({ operation: "delete_page", page: a });
    await content.apply({ operation: "revert_page", page: a });
    assert.equal(await content.outline(), "a(child) b(new)");
    assert.equal(await content.markdown(child), "inner");
    assert.equal((await content.record(a)).title, "A");
  });

  test("removes an added page, and restores a page whose parent is deleted at the top level", async () => {
    const content = new TestContent();
    const a = await content.page("A");
    const child = await content.page("Child", { into: a });
    const revision = content.root;
    const added = await content.page("Added");
    await content.apply({ operation: "revert_page", page: added, revision });
    assert.equal(await content.outline(), "a(child)");
    await content.apply({ operation: "delete_page", page: a });
    await content.apply({ operation: "revert_page", page: child, revision });
    assert.equal(await content.outline(), "child");
  });
});
