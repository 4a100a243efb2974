import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Person } from "../../../test/support/app.ts";

describeOnEachDatabase("changing the content of a space", (suite) => {
  const read = (path: string, person: Person = suite.app.admin) => suite.app.ok(person, `GET ${path}`);

  test("stores links by id, so they follow pages that are moved or renamed", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const { changes } = await suite.app.change(
      path,
      {
        operation: "insert_page",
        title: "Start",
        document: { markdown: "[a](./target.md#top) [b](target2.md)" },
      },
      // A link can use the ref of an inserted page.
      { operation: "insert_page", title: "Elsewhere", ref: "target2" },
      { operation: "insert_page", title: "Target" },
    );
    const [start, parent, target] = changes.map(({ page }: { page: { id: string } }) => page.id);
    assert.ok(start && parent && target);
    const markdown = async (base = `${path}/content`) => (await read(`${base}/page/${start}`)).markdown;
    assert.equal(await markdown(), "[a](./target.md#top) [b](elsewhere.md)");
    const before = (await read(path)).revision;
    await suite.app.change(path, { operation: "update_page", page: target, slug: "moved", into: parent });
    assert.equal(await markdown(), "[a](elsewhere/moved.md#top) [b](elsewhere/README.md)");
    assert.equal(await markdown(`${path}/revisions/${before}`), "[a](./target.md#top) [b](elsewhere.md)");
    await suite.app.change(path, { operation: "delete_page", page: target });
    assert.equal(await markdown(), "[a](./target.md#top) [b](elsewhere.md)");
    await suite.app.change(path, { operation: "revert_page", page: target, revision: before });
    assert.equal(await markdown(), "[a](./target.md#top) [b](elsewhere.md)");
    assert.equal((await read(`${path}/content/page/${target}`)).path, "target");
  });

  test("applies a batch atomically and returns its outcome", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const updatedPage = await suite.app.page(path, "Kept");
    const deletedPage = await suite.app.page(path, "Gone");
    const before = await read(path);
    const changes = [
      { operation: "insert_page", title: "New", ref: "new" },
      { operation: "update_page", page: updatedPage, title: "Renamed" },
      { operation: "delete_page", page: deletedPage },
    ];
    const invalid = [
      [
        [...changes, { operation: "delete_page", page: "unknown" }],
        404,
        /^changes\[3\]: Page unknown not found/,
      ],
      [
        [...changes, { operation: "move_page", page: updatedPage }],
        400,
        /^changes\[3\]: operation must be one of insert_page/,
      ],
      [[...changes, {}], 400, /^changes\[3\]\.?:? ?operation/],
      [[...changes, { operation: "insert_page", title: "x", slug: "renamed/x" }], 400, /^changes\[3\]\.slug/],
      [[...changes, { operation: "insert_page", title: "x", slug: "kept" }], 409, /^changes\[3\]: .*slug/],
      [[...changes, { operation: "insert_page", title: "" }], 400, /^changes\[3\]\.title/],
      [[...changes, { operation: "insert_page", title: "x".repeat(513) }], 400, /^changes\[3\]\.title/],
      [[...changes, { operation: "insert_page", title: "x", at: -1 }], 400, /^changes\[3\]\.at/],
      [[...changes, { operation: "insert_page", title: "x", emoji: "nope!" }], 400, /^changes\[3\]\.emoji/],
      [[...changes, { operation: "update_page", page: updatedPage, into: updatedPage }], 409, /below itself/],
      [[...changes, { operation: "insert_page", title: "x", ref: "new" }], 400, /^changes\[3\]\.ref/],
      [
        [...changes, { operation: "revert_page", page: updatedPage, block: ["a"] }],
        400,
        /^changes\[3\]\.block/,
      ],
      [[], 400, /^changes: must have at least 1/],
      [Array.from({ length: 51 }, () => changes[0]), 400, /^changes: must have at most 50/],
    ] as const;
    for (const [sent, status, message] of invalid)
      await app.refused(app.admin, `POST ${path}/content`, status, message, { body: { changes: sent } });
    assert.deepEqual(await read(path), before);

    const outcome = await suite.app.change(path, ...changes);
    const [created, updated, deleted] = outcome.changes;
    assert.deepEqual([created?.object, created?.ref], ["created_page", "new"]);
    assert.deepEqual([updated?.object, updated?.page.id], ["updated_page", updatedPage]);
    assert.deepEqual(deleted, { object: "deleted_page", page: deletedPage });
    assert.notEqual(outcome.revision, before.revision);
    const { changes: presented } = await read(`${path}/revisions/${outcome.revision}/changes`);
    assert.deepEqual(
      presented.map(({ type }: { type: string }) => type),
      ["page_created", "page_edited", "page_deleted"],
    );
    assert.deepEqual(presented[1].attributes, { title: { before: "Kept", after: "Renamed" } });
  });

  test("creates a revision whose changes are listed up to a limit", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const [a, b] = [await suite.app.page(path, "A"), await suite.app.page(path, "B")];
    const file = { name: "a.txt", contentType: "text/plain", base64: "YQ==" };
    const { revision, insertedFiles } = await suite.app.change(
      path,
      { operation: "update_page", page: a, into: b, document: { markdown: "text" }, emoji: "🚀" },
      { operation: "insert_files", files: [file] },
      { operation: "set_variables", variables: { v: "1" } },
      { operation: "insert_reusable_content", title: "Note", document: { markdown: "note" } },
    );
    const { changes } = await read(`${path}/revisions/${revision}/changes`);
    const document = (await read(`${path}/content/page/${a}`)).documentId;
    const moved = { id: a, type: "document", title: "A", path: "b/a" };
    assert.deepEqual(changes.slice(0, 2), [
      {
        type: "page_edited",
        page: moved,
        attributes: { document: { after: document }, emoji: { after: "🚀" } },
      },
      {
        type: "page_moved",
        page: moved,
        parent: { after: { id: b, type: "document", title: "B", path: "b" } },
      },
    ]);
    assert.deepEqual(changes[2].file.id, insertedFiles[0]?.id);
    assert.deepEqual(changes[3], { type: "variables_edited", variables: { v: { after: "1" } } });
    assert.deepEqual(
      [changes[4].type, changes[4].reusableContent.title],
      ["reusable_content_created", "Note"],
    );
    const limited = await app.ok(app.admin, `GET ${path}/revisions/${revision}/changes`, {
      query: { limit: 2 },
    });
    assert.deepEqual([limited.changes.length, limited.more], [2, 3]);
    const last = await app.ok(app.admin, `GET ${path}/revisions/${revision}/changes`, {
      query: { limit: 2, skip: 3 },
    });
    const all = await app.ok(app.admin, `GET ${path}/revisions/${revision}/changes`);
    assert.deepEqual([last.changes, last.more], [all.changes.slice(3), undefined]);
    const { id } = changes[4].reusableContent;
    assert.equal((await read(`${path}/content/reusable-contents/${id}`)).markdown, "note");
  });

  test("needs the role edit and an unlocked space", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const body = { changes: [{ operation: "insert_page", title: "x" }] };
    const post = `POST ${path}/content`;
    await app.refused(await app.member("comment"), post, 403, /role edit/, { body });
    await app.refused(await app.stranger(), post, 404, /Space not found/, { body });
    await app.ok(await app.member("edit"), post, { body });
    await app.ok(app.admin, `PATCH ${path}`, { body: { editMode: "locked" } });
    await app.refused(app.admin, post, 409, /locked/, { body });
    await app.ok(app.admin, `PATCH ${path}`, { body: { editMode: "live" } });
    await app.ok(app.admin, `DELETE ${path}`);
    await app.refused(app.admin, post, 409, /restore it first/, { body });
    assert.equal((await read(`${path}/content`)).pages.length, 1);
    await app.refused(await app.member("edit"), `GET ${path}/content`, 404, /Space not found/);
  });

  test("does not affect a copy of the space", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const id = await suite.app.page(path, "A", { document: { markdown: "one" } });
    const copy = `/spaces/${(await app.ok(app.admin, `POST ${path}/duplicate`)).id}`;
    assert.equal((await read(`${copy}/content/page/${id}`)).markdown, "one");
    await suite.app.change(copy, { operation: "update_page", page: id, document: { markdown: "two" } });
    assert.equal((await read(`${path}/content/page/${id}`)).markdown, "one");
    assert.equal((await read(`${copy}/content/page/${id}`)).markdown, "two");
    const other = await app.organization();
    const invited = { emails: [app.admin.email], role: "admin" };
    await app.ok(other.admin, `POST /orgs/${other.id}/invites`, { body: invited });
    await app.ok(app.admin, `POST ${copy}/transfer`, { body: { organization: other.id } });
    assert.equal((await read(`${copy}/content/page/${id}`, other.admin)).markdown, "two");
    await suite.app.change(copy, { operation: "update_page", page: id, document: { markdown: "three" } });
    await suite.app.change(path, { operation: "update_page", page: id, document: { markdown: "four" } });
    assert.equal((await read(`${copy}/content/page/${id}`)).markdown, "three");
    assert.equal((await read(`${path}/content/page/${id}`)).markdown, "four");
  });

  test("loses none of 200 concurrent edits", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const shared = await suite.app.page(path, "Shared");
    await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        i % 4 === 0
          ? suite.app.change(path, { operation: "update_page", page: shared, title: `Shared ${i}` })
          : suite.app.page(path, `Page ${i}`, { into: i % 2 === 0 ? shared : undefined }),
      ),
    );
    const { pages } = await read(`${path}/content/pages`);
    const childCount = pages.find(({ id }: { id: string }) => id === shared).pages.length;
    assert.equal(pages.length - 1 + childCount, 150);
    let revisions = 0;
    for (let { revision } = await read(path); revision; revisions++)
      [revision] = (await read(`${path}/revisions/${revision}`)).parents;
    assert.equal(revisions, 202);
  });

  test("is refused if If-Match does not match the current revision", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const body = { changes: [{ operation: "insert_page", title: "Page" }] };
    const post = `POST ${path}/content`;
    const { headers } = await app.call(app.admin, `GET ${path}/content`);
    const seen = { "if-match": String(headers.etag) };
    const replies = await Promise.all(
      [1, 2, 3].map(() => app.call(app.admin, post, { body, headers: seen })),
    );
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 412, 412]);
    await app.refused(app.admin, post, 412, /changed since it was read/, { body, headers: seen });
    await app.ok(app.admin, post, { body, headers: { "if-match": "*" } });
    assert.equal((await app.ok(app.admin, `GET ${path}/content/pages`)).pages.length, 2);
  });

  test("takes its tag also as a compressing proxy has changed it", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const body = { changes: [{ operation: "insert_page", title: "Page" }] };
    for (const change of [(tag: string) => `W/${tag}`, (tag: string) => tag.replace(/"$/, '-gzip"')]) {
      const { headers } = await app.call(app.admin, `GET ${path}/content`);
      const tag = change(String(headers.etag));
      const again = await app.call(app.admin, `GET ${path}/content`, { headers: { "if-none-match": tag } });
      assert.equal(again.status, 304);
      await app.ok(app.admin, `POST ${path}/content`, { body, headers: { "if-match": tag } });
      const seen = { body, headers: { "if-match": tag } };
      await app.refused(app.admin, `POST ${path}/content`, 412, /changed/, seen);
    }
  });
});
