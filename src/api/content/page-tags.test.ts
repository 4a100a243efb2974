import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../test/support/app.ts";

describeOnEachDatabase("link titles and tags of pages", (suite) => {
  const names = (tags: { tag: { tag: string }; primary?: boolean }[]) =>
    tags.map(({ tag: { tag }, primary }) => (primary ? `${tag}!` : tag));

  test("are set and removed by changes", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const tags = [{ tag: "beta", primary: true }, { tag: "api v2" }];
    const page = await app.page(path, "A", { linkTitle: "Short", tags });
    const read = () => app.ok(app.admin, `GET ${path}/content/page/${page}`);
    const created = await read();
    assert.deepEqual([created.linkTitle, names(created.tags)], ["Short", ["beta!", "api v2"]]);
    assert.deepEqual((await app.ok(app.admin, `GET ${path}/content`)).tags, [
      { slug: "api v2", label: "api v2", color: "default" },
      { slug: "beta", label: "beta", color: "default" },
    ]);
    await app.change(path, { operation: "update_page", page, title: "B" });
    assert.equal((await read()).linkTitle, "Short");
    await app.change(path, { operation: "update_page", page, linkTitle: "", tags: null });
    const removed = await read();
    assert.deepEqual([removed.linkTitle, removed.tags], [undefined, []]);
  });

  test("are read from front matter, where anything else than tags is ignored", async () => {
    const { app } = suite;
    const { path } = await app.space();
    for (const [yaml, expected] of [
      ["[a, b, a]", ["a", "b"]],
      ["one, two", ["one", "two"]],
      ["\n  - release\n  - tag: preview\n    primary: true", ["release", "preview!"]],
      ["[1, null, [x], {y: z}, 'a,b', '']", ["1"]],
      ["{a: b}", []],
      ["12", []],
    ] as const) {
      const markdown = `---\ntags: ${yaml}\n---\n\nText`;
      const page = await app.page(path, "A", { document: { markdown } });
      const read = await app.ok(app.admin, `GET ${path}/content/page/${page}`);
      assert.deepEqual(names(read.tags), expected, yaml);
      assert.equal(read.markdown, markdown);
    }
  });

  test("replace those of the front matter", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const document = { markdown: "---\nicon: bolt\ntags: [a]\n---\n\nText" };
    const page = await app.page(path, "A", { document });
    await app.change(path, { operation: "update_page", page, tags: [{ tag: "b" }] });
    const { tags, markdown } = await app.ok(app.admin, `GET ${path}/content/page/${page}`);
    assert.deepEqual([names(tags), markdown], [["b"], "---\nicon: bolt\n---\n\nText"]);
  });

  test("are refused if they are invalid", async () => {
    const { app } = suite;
    const { path } = await app.space();
    for (const [fields, message] of [
      [{ linkTitle: "x".repeat(101) }, /^changes\[0\]\.linkTitle: /],
      [{ tags: [{ tag: "a,b" }] }, /^changes\[0\]\.tags\[0\]\.tag: must be the name of a tag/],
      [{ tags: ["a"] }, /^changes\[0\]\.tags\[0\]: /],
    ] as const)
      await app.refused(app.admin, `POST ${path}/content`, 400, message, {
        body: { changes: [{ operation: "insert_page", title: "A", ...fields }] },
      });
  });
});
