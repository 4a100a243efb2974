import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../test/support/app.ts";

const markdown = `# Title

A paragraph with **bold** and [a link](https://a.b).

{% hint style="info" %}
In a hint

- one
- two
{% endhint %}

| Name | Size |
| --- | --- |
| a | 1 |

\`\`\`js
first();
second();
\`\`\`

${"long ".repeat(60)}
`;

describeOnEachDatabase("the target of a comment", (suite) => {
  test("is a page, a block or a table cell", async () => {
    const { app } = suite;
    const space = await app.space();
    const top = await app.page(space.path, "Top");
    const page = await app.page(space.path, "Page", { into: top, emoji: "📚", document: { markdown } });
    const request = await app.changeRequest(space);
    for (const { path } of [space, request]) {
      const { revision } = await app.ok(app.admin, `GET ${path}`);
      const current = await app.ok(app.admin, `GET ${path}/content/page/${page}?format=document`);
      const { nodes } = current.document;
      const { id, title, emoji, createdAt, updatedAt } = current;
      const postTarget = async (fields: object) => (await app.comment(path, { page, ...fields })).target;
      const target = await postTarget({});
      assert.deepEqual(target.page, {
        id,
        title,
        emoji,
        createdAt,
        updatedAt,
        path: "top/page",
        outdated: false,
      });
      assert.equal(target.revision, revision);
      const previews = [
        [nodes[0], "Title"],
        [nodes[1], "A paragraph with bold and a link."],
        [nodes[2], "In a hint\none\ntwo"],
        [nodes[2].nodes[1].nodes[1], "two"],
        [nodes[3], "Name\nSize\na\n1"],
        [nodes[4], "first();\nsecond();"],
        [nodes[5], "long ".repeat(20)],
      ] as const;
      for (const [{ key }, preview] of previews)
        assert.deepEqual((await postTarget({ node: key })).node, { id: key, preview });
      const { records, definition } = nodes[3].data;
      const tableCell = { record: Object.keys(records)[0], definition: Object.keys(definition)[1] };
      assert.deepEqual((await postTarget({ node: nodes[3].key, tableCell })).tableCell, tableCell);
      await app.refused(app.admin, `POST ${path}/comments`, 404, /^tableCell: Cell of the table not found/, {
        body: { body: { markdown: "x" }, page, node: nodes[0].key, tableCell },
      });
    }
  });

  test("follows the page, and is outdated when the primary content no longer has it", async () => {
    const { app } = suite;
    const space = await app.space();
    const [folder, page] = [await app.page(space.path, "Folder"), await app.page(space.path, "Page")];
    const request = await app.changeRequest(space);
    const comments = [await app.comment(space.path, { page }), await app.comment(request.path, { page })];
    const readComment = (i: number) =>
      app.ok(app.admin, `GET ${new URL(comments[i].urls.location).pathname.slice(3)}`);
    const assertPages = async (...expected: [title: string, path: string, outdated: boolean][]) => {
      for (const [i, expectedPage] of expected.entries()) {
        const { page: target, revision } = (await readComment(i)).target;
        assert.deepEqual([target.title, target.path, target.outdated], expectedPage);
        assert.equal(revision, comments[i].target.revision);
      }
    };
    await assertPages(["Page", "page", false], ["Page", "page", false]);
    await app.change(space.path, { operation: "update_page", page, title: "New", slug: "new", into: folder });
    await assertPages(["New", "folder/new", false], ["Page", "page", false]);
    await app.change(space.path, { operation: "delete_page", page });
    await assertPages(["Page", "page", true], ["Page", "page", true]);
    const { items } = await app.ok(app.admin, `GET ${space.path}/comments`, { query: { targetPage: page } });
    assert.equal(items[0].target.page.outdated, true);
    await app.refused(app.admin, `POST ${space.path}/comments`, 404, /^page: Page not found/, {
      body: { body: { markdown: "x" }, page },
    });
  });

  test("is outdated even if the change request still has the page", async () => {
    const { app } = suite;
    const space = await app.space();
    const page = await app.page(space.path, "Page");
    const request = await app.changeRequest(space);
    const { id } = await app.comment(request.path, { page });
    await app.change(request.path, { operation: "update_page", page, title: "Other" });
    await app.change(space.path, { operation: "delete_page", page });
    const { result } = await app.ok(app.admin, `POST ${request.path}/update`);
    assert.equal(result, "conflicts");
    const { page: target } = (await app.ok(app.admin, `GET ${request.path}/comments/${id}`)).target;
    assert.deepEqual([target.title, target.outdated], ["Other", true]);
  });

  test("is not outdated if only the change request has the page", async () => {
    const { app } = suite;
    const space = await app.space();
    const request = await app.changeRequest(space);
    await app.change(request.path, { operation: "insert_page", title: "New" });
    const { id: page } = await app.ok(app.admin, `GET ${request.path}/content/path/new`);
    const { id } = await app.comment(request.path, { page });
    const outdated = async () =>
      (await app.ok(app.admin, `GET ${request.path}/comments/${id}`)).target.page.outdated;
    assert.equal(await outdated(), false);
    await app.refused(app.admin, `POST ${space.path}/comments`, 404, /^page: Page not found/, {
      body: { body: { markdown: "x" }, page },
    });
    await app.ok(app.admin, `POST ${request.path}/merge`);
    assert.equal(await outdated(), false);
    await app.change(space.path, { operation: "delete_page", page });
    assert.equal(await outdated(), true);
  });

  test("has the review that the comment was submitted with", async () => {
    const { app } = suite;
    const request = await app.changeRequest(await app.space());
    const reviewer = await app.member("review");
    const { id, comment } = await app.ok(reviewer, `POST ${request.path}/reviews`, {
      body: { status: "approved", comment: { markdown: "Good" } },
    });
    assert.equal(comment.target.review, id);
    const commentPath = `${request.path}/comments/${comment.id}`;
    assert.equal(comment.urls.location, `http://127.0.0.1:4400/v1${commentPath}`);
    assert.deepEqual(await app.ok(reviewer, `GET ${commentPath}`), comment);
    assert.equal((await app.ok(reviewer, `GET ${request.path}`)).comments, 1);
    const edited = await app.ok(reviewer, `PUT ${commentPath}`, {
      body: { body: { markdown: "Very good" }, resolved: true, addedReactions: ["🎉"] },
    });
    assert.deepEqual((await app.ok(reviewer, `GET ${request.path}/reviews/${id}`)).comment, edited);
    assert.equal((await app.ok(reviewer, `GET ${request.path}`)).comments, 0);
    await app.ok(reviewer, `DELETE ${commentPath}`);
    assert.ok(!("comment" in (await app.ok(reviewer, `GET ${request.path}/reviews/${id}`))));
  });
});
