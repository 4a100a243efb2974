import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Reply } from "../../../test/support/app.ts";

describeOnEachDatabase("the pages of a space", (suite) => {
  const markdown = (text: string) => ({ document: { markdown: text } });

  test("are listed in the order of the tree, in pages of any length", async () => {
    const { app } = suite;
    const space = await app.space();
    const group = await app.page(space.path, "Group", { type: "group" });
    const a = await app.page(space.path, "A", { into: group, linkTitle: "Short", hidden: true });
    await app.page(space.path, "Deep", { into: a });
    await app.page(space.path, "Z", { condition: "visitor.claims.x" });
    await app.page(space.path, "Web", { type: "link", target: { kind: "url", url: "https://x.example" } });
    const seen: Reply["body"][] = [];
    for (let next: string | undefined = ""; next !== undefined; ) {
      const reply: Reply["body"] = await app.ok(app.admin, `GET ${space.path}/content/page-titles`, {
        query: { limit: 2, ...(next && { page: next }) },
      });
      assert.equal(reply.count, 5);
      seen.push(...reply.items);
      next = reply.next?.page;
    }
    assert.deepEqual(
      seen.map(({ title, depth, hidden, type, condition, href }) => [
        title,
        depth,
        hidden,
        type,
        condition,
        href,
      ]),
      [
        ["Group", 0, undefined, "group", undefined, undefined],
        ["Short", 1, true, "document", undefined, undefined],
        ["Deep", 2, undefined, "document", undefined, undefined],
        ["Z", 0, undefined, "document", "visitor.claims.x", undefined],
        ["Web", 0, undefined, "link", undefined, "https://x.example"],
      ],
    );
    const request = await app.changeRequest(space);
    await app.change(request.path, { operation: "insert_page", title: "New" });
    assert.equal((await app.ok(app.admin, `GET ${request.path}/content/page-titles`)).count, 6);
    const { revision } = await app.ok(app.admin, `GET ${space.path}`);
    assert.equal((await app.ok(app.admin, `GET ${space.path}/revisions/${revision}/page-titles`)).count, 5);
  });

  test("have reusable contents, with where they are included, and variables", async () => {
    const { app } = suite;
    const space = await app.space();
    const insert = async (title: string) =>
      (await app.change(space.path, { operation: "insert_reusable_content", title, ...markdown("text") }))
        .insertedReusableContents[0];
    const ids = [await insert("One"), await insert("Two")];
    await app.change(space.path, { operation: "set_variables", variables: { a: "1", b: "2" } });
    const page = await app.page(space.path, "A", markdown(`{% include "/reusable-contents/${ids[0]}" %}`));
    const first = await app.ok(app.admin, `GET ${space.path}/content/reusable-contents`, {
      query: { limit: 1 },
    });
    const second = await app.ok(app.admin, `GET ${space.path}/content/reusable-contents`, {
      query: { limit: 1, page: first.next.page },
    });
    assert.deepEqual([first.count, second.next], [2, undefined]);
    assert.deepEqual([...first.items, ...second.items].map(({ title }) => title).sort(), ["One", "Two"]);
    const backlinks = (id: string) =>
      app.ok(app.admin, `GET ${space.path}/content/reusable-contents/${id}/backlinks`);
    assert.deepEqual(
      (await backlinks(ids[0])).items.map((item: Reply["body"]) => item.page.id),
      [page],
    );
    assert.equal((await backlinks(ids[1])).count, 0);
    const { variables } = await app.ok(app.admin, `GET ${space.path}/content/variables`);
    assert.deepEqual(variables, { a: "1", b: "2" });
  });
});
