import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Person, type Reply } from "../../../test/support/app.ts";

const markdown = (text: string) => ({ document: { markdown: text } });

describeOnEachDatabase("the authors of blocks", (suite) => {
  async function openPage(text: string) {
    const { app } = suite;
    const space = await app.space();
    const editor = await app.member("edit");
    const page = await app.page(space.path, "A", markdown(text));
    const write = (person: Person, after: string, path = space.path) =>
      app.ok(person, `POST ${path}/content`, {
        body: { changes: [{ operation: "update_page", page, ...markdown(after) }] },
      });
    const authors = async (path = space.path) => {
      const reply = await app.ok(app.admin, `GET ${path}/content/page/${page}/authors`);
      return { ...reply, ids: reply.blocks.map(({ createdBy }: Reply["body"]) => createdBy?.id) };
    };
    return { app, space, editor, page, write, authors };
  }

  test("are those who wrote them last, wherever the blocks and the page were moved", async () => {
    const { app, space, editor, page, write, authors } = await openPage("One\n\n* a\n* b\n\nThree");
    const { id: admin } = app.admin;
    await write(editor, "One\n\n* a\n* c\n\nThree");
    assert.deepEqual((await authors()).ids, [admin, editor.id, admin]);
    await write(app.admin, "Three\n\nNew\n\nOne\n\n* a\n* c");
    await app.ok(editor, `POST ${space.path}/content`, {
      body: { changes: [{ operation: "update_page", page, title: "B", slug: "b" }] },
    });
    const { ids, blocks, revision, since } = await authors();
    assert.deepEqual(ids, [admin, admin, admin, editor.id]);
    assert.equal(since, undefined);
    assert.equal(revision, (await app.ok(app.admin, `GET ${space.path}`)).revision);
    const { items } = await app.ok(app.admin, `GET ${space.path}/content/page/${page}/revisions`);
    const revisions = items.map((item: Reply["body"]) => item.revision);
    assert.deepEqual(
      blocks.map((block: Reply["body"]) => revisions.indexOf(block.revision)),
      [3, 1, 3, 2],
    );
    const { document } = await app.ok(app.admin, `GET ${space.path}/content/page/${page}`, {
      query: { format: "document" },
    });
    assert.deepEqual(
      blocks.map(({ key }: Reply["body"]) => key),
      document.nodes.map(({ key }: Reply["body"]) => key),
    );
    const copy = await app.ok(app.admin, `POST ${space.path}/duplicate`);
    assert.deepEqual((await authors(`/spaces/${copy.id}`)).ids, [admin, admin, admin, admin]);
    await app.refused(app.admin, `GET ${space.path}/content/page/none/authors`, 404, /Page/);
  });

  test("of a merge are those who wrote in the change request", async () => {
    const { app, space, editor, write, authors } = await openPage("One\n\nTwo");
    const request = await app.changeRequest(space, { subject: "More" });
    await write(editor, "One\n\nTwo\n\nThree", request.path);
    await write(app.admin, "One\n\nTwo\n\nThree\n\nFour", request.path);
    await app.ok(app.admin, `POST ${request.path}/merge`);
    const { ids, blocks } = await authors();
    assert.deepEqual(ids, [app.admin.id, app.admin.id, editor.id, app.admin.id]);
    assert.deepEqual(blocks[2].changeRequest, { id: request.id, number: 1, subject: "More" });
    assert.equal(blocks[0].changeRequest, undefined);
  });

  test("are found in a limited number of versions", async () => {
    const { app, write, authors } = await openPage("First");
    for (let i = 0; i < 201; i++) await write(app.admin, `First\n\n${i}`);
    const { ids, since } = await authors();
    assert.deepEqual(ids, [undefined, app.admin.id]);
    assert.match(since, /^20/);
  });
});
