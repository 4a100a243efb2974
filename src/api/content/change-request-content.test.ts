import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../test/support/app.ts";

describeOnEachDatabase("the content of a change request", (suite) => {
  async function createChangeRequest() {
    const { app } = suite;
    const space = await app.space();
    const page = await app.page(space.path, "Page", { document: { markdown: "Text\n" } });
    return { app, space, page, request: await app.changeRequest(space) };
  }

  test("equals the primary content until it is changed", async () => {
    const { app, space, page, request } = await createChangeRequest();
    const primary = await app.ok(app.admin, `GET ${space.path}/content`);
    assert.deepEqual(await app.ok(app.admin, `GET ${request.path}/content`), primary);
    const changed = await app.change(
      request.path,
      { operation: "update_page", page, title: "Better", document: { markdown: "Better\n" } },
      { operation: "insert_page", title: "Child", into: page },
      { operation: "insert_files", files: [{ name: "a.txt", contentType: "text/plain", base64: "YQ==" }] },
      { operation: "insert_reusable_content", title: "Snippet", document: { markdown: "shared" } },
      { operation: "set_variables", variables: { a: "1" } },
    );
    assert.equal(changed.object, "change-request");
    assert.deepEqual(await app.ok(app.admin, `GET ${space.path}/content`), primary);
    const revision = await app.ok(app.admin, `GET ${request.path}/content`);
    assert.deepEqual(
      [revision.id, revision.parents, revision.type],
      [changed.revision, [primary.id], "edits"],
    );
    assert.deepEqual(await app.ok(app.admin, `GET ${request.path}/content/pages`), { pages: revision.pages });
    const read = (path: string) => app.ok(app.admin, `GET ${request.path}/content/${path}`);
    assert.equal((await read(`page/${page}`)).markdown, "Better\n");
    assert.equal((await read("path/page/child")).title, "Child");
    const files = await read("files");
    assert.deepEqual(files.items, [await read(`files/${files.items[0].id}`)]);
    assert.equal((await read(`reusable-contents/${revision.reusableContents[0].id}`)).markdown, "shared");
    assert.deepEqual((await read("reusable-contents")).items, revision.reusableContents);
    const listed = await app.ok(app.admin, `GET ${space.path}/revisions/${revision.id}/reusable-contents`);
    assert.deepEqual(listed.items, revision.reusableContents);
    assert.deepEqual((await app.ok(app.admin, `GET ${space.path}/content/reusable-contents`)).items, []);
    assert.deepEqual(revision.variables, { a: "1" });
    assert.deepEqual(await app.ok(app.admin, `GET ${space.path}/revisions/${revision.id}`), revision);
    await app.refused(app.admin, `GET ${space.path}/content/path/page/child`, 404, /Page not found/);
  });

  test("returns the outcome of a batch on request", async () => {
    const { app, page, request } = await createChangeRequest();
    const changes = [
      { operation: "insert_page", title: "New", ref: "new" },
      { operation: "delete_page", page },
      { operation: "insert_files", files: [{ name: "a.txt", contentType: "text/plain", base64: "YQ==" }] },
    ];
    const body = { changes };
    const outcome = await app.ok(app.admin, `POST ${request.path}/content`, {
      body,
      query: { compat: false },
    });
    assert.deepEqual(outcome.changeRequest, await app.ok(app.admin, `GET ${request.path}`));
    const [created, deleted] = outcome.changes;
    assert.deepEqual(
      [created.object, created.ref, deleted],
      ["created_page", "new", { object: "deleted_page", page }],
    );
    assert.ok(created.page.urls.location.endsWith(`${request.path}/content/page/${created.page.id}`));
    assert.equal(outcome.insertedFiles[0].name, "a.txt");
    for (const query of [undefined, { compat: true }]) {
      const changed = await app.ok(app.admin, `POST ${request.path}/content`, {
        body: { changes: [{ operation: "insert_page", title: "P" }] },
        ...(query && { query }),
      });
      assert.deepEqual(changed, await app.ok(app.admin, `GET ${request.path}`));
    }
    await app.refused(app.admin, `POST ${request.path}/content`, 400, /^compat/, {
      body,
      query: { compat: "maybe" },
    });
  });

  test("is changed atomically", async () => {
    const { app, page, request } = await createChangeRequest();
    const before = await app.ok(app.admin, `GET ${request.path}`);
    const changes = [
      { operation: "update_page", page, title: "Changed" },
      { operation: "delete_page", page: "unknown" },
    ];
    await app.refused(app.admin, `POST ${request.path}/content`, 404, /^changes\[1\]/, { body: { changes } });
    await app.refused(app.admin, `POST ${request.path}/content`, 400, /^changes/, { body: { changes: [] } });
    assert.deepEqual(await app.ok(app.admin, `GET ${request.path}`), before);
  });

  test("is reverted page by page to the primary content that was pulled last", async () => {
    const { app, space, page, request } = await createChangeRequest();
    await app.change(request.path, { operation: "update_page", page, document: { markdown: "One\n" } });
    await app.change(request.path, { operation: "update_page", page, document: { markdown: "Two\n" } });
    await app.change(request.path, { operation: "revert_page", page });
    const { markdown } = await app.ok(app.admin, `GET ${request.path}/content/page/${page}`);
    assert.equal(markdown, "Text\n");
    await app.change(space.path, { operation: "update_page", page, document: { markdown: "Primary\n" } });
    await app.ok(app.admin, `POST ${request.path}/update`);
    await app.change(request.path, { operation: "update_page", page, document: { markdown: "Three\n" } });
    await app.change(request.path, { operation: "revert_page", page });
    assert.equal((await app.ok(app.admin, `GET ${request.path}/content/page/${page}`)).markdown, "Primary\n");
  });

  test("has ETags, which If-Match is compared with", async () => {
    const { app, request } = await createChangeRequest();
    const byNumber = request.path.replace(request.id, "1");
    const { headers } = await app.call(app.admin, `GET ${byNumber}/content`);
    const tag = String(headers.etag);
    const notModified = await app.call(app.admin, `GET ${byNumber}/content`, {
      headers: { "if-none-match": tag },
    });
    assert.equal(notModified.status, 304);
    const body = { changes: [{ operation: "insert_page", title: "P" }] };
    const change = () =>
      app.call(app.admin, `POST ${byNumber}/content`, { body, headers: { "if-match": tag } });
    assert.equal((await change()).status, 200);
    assert.equal((await change()).status, 412);
  });

  test("lists its changes up to a limit, and the number of further changes", async () => {
    const { app, page, request } = await createChangeRequest();
    assert.deepEqual(await app.ok(app.admin, `GET ${request.path}/changes`), { changes: [] });
    const inserted = Array.from({ length: 12 }, (_, i) => ({ operation: "insert_page", title: `P${i}` }));
    await app.change(request.path, { operation: "update_page", page, title: "Renamed" }, ...inserted);
    const { changes, more } = await app.ok(app.admin, `GET ${request.path}/changes`);
    assert.deepEqual([changes.length, more], [10, 3]);
    const all = await app.ok(app.admin, `GET ${request.path}/changes`, { query: { limit: 100 } });
    const edited = all.changes.find(({ type }: { type: string }) => type === "page_edited");
    assert.deepEqual(edited.attributes, { title: { before: "Page", after: "Renamed" } });
  });

  test("loses no concurrent edit", async () => {
    const { app, request } = await createChangeRequest();
    await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        app.change(request.path, { operation: "insert_page", title: `P${i}` }),
      ),
    );
    const { pages } = await app.ok(app.admin, `GET ${request.path}/content/pages`);
    assert.equal(pages.length, 11);
    const { items } = await app.ok(app.admin, `GET ${request.path}/contributors`);
    assert.equal(items[0].count, 10);
  });
});
