import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Reply } from "../../../test/support/app.ts";
import { paragraphBlock } from "../../../test/support/blocks.ts";

const markdown = (text: string) => ({ document: { markdown: text } });
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

describeOnEachDatabase("restoring an earlier state", (suite) => {
  async function openSpace(fields: object = {}) {
    const { app } = suite;
    const space = await app.space(fields);
    const head = async () => (await app.ok(app.admin, `GET ${space.path}`)).revision as string;
    const read = (path: string) => app.ok(app.admin, `GET ${space.path}/content/${path}`);
    const restore = async (revision: string, body: object = {}) =>
      (await app.ok(app.admin, `POST ${space.path}/revisions/${revision}/restore`, {
        body,
      })) as Reply["body"];
    const refused = (revision: string, status: number, message: RegExp, body: object = {}) =>
      app.refused(app.admin, `POST ${space.path}/revisions/${revision}/restore`, status, message, { body });
    const changesSince = async (since: string) =>
      (await app.ok(app.admin, `GET ${space.path}/revisions/${await head()}/changes`, { query: { since } }))
        .changes as Reply["body"][];
    return { app, space, head, read, restore, refused, changesSince };
  }

  test("of a whole space restores pages, files, variables and reusable contents, and can be undone", async () => {
    const { app, space, head, restore, refused, changesSince } = await openSpace();
    const parent = await app.page(space.path, "Parent");
    const page = await app.page(space.path, "A", { ...markdown("One"), into: parent });
    const files = {
      operation: "insert_files",
      files: [{ name: "a.png", base64: pixel, contentType: "image/png" }],
    };
    const [file] = (await app.change(space.path, files)).insertedFiles;
    await app.change(space.path, { operation: "set_variables", variables: { x: "1" } });
    const reusable = { operation: "insert_reusable_content", title: "R", ...markdown("text") };
    const [reusableContent] = (await app.change(space.path, reusable)).insertedReusableContents;
    const earlier = await head();
    await app.change(space.path, { operation: "delete_page", page: parent });
    await app.change(
      space.path,
      { operation: "delete_file", file: file.id },
      { operation: "set_variables", variables: { x: null, y: "2" } },
      { operation: "update_reusable_content", reusableContent, ...markdown("other") },
      { operation: "insert_page", title: "New" },
    );
    const later = await head();
    const restored = await restore(earlier);
    assert.equal(restored.previousRevision, later);
    assert.equal(restored.revision, await head());
    assert.deepEqual(await changesSince(earlier), []);
    const [entry] = (await app.ok(app.admin, `GET ${space.path}/revisions`)).items;
    assert.deepEqual([entry.kind, entry.type, entry.restored.revision], ["restore", "rollback", earlier]);
    assert.deepEqual(entry.changes.pages, { created: 2, deleted: 1 });
    assert.equal((await app.ok(app.admin, `GET ${space.path}/content/page/${page}`)).path, "parent/a");
    await refused(earlier, 409, /nothing to restore/);
    await refused(later, 412, /currentRevision/, { currentRevision: later });
    await restore(later, { currentRevision: restored.revision });
    assert.deepEqual(await changesSince(later), []);
  });

  test("brings a deleted page back to its place, with the files and reusable contents that it needs", async () => {
    const { app, space, head, read, restore, refused } = await openSpace();
    const group = await app.page(space.path, "Group", { type: "group" });
    const files = {
      operation: "insert_files",
      files: [{ name: "a.png", base64: pixel, contentType: "image/png" }],
    };
    const [file] = (await app.change(space.path, files)).insertedFiles;
    const reusable = { operation: "insert_reusable_content", title: "R", ...markdown("text") };
    const [reusableId] = (await app.change(space.path, reusable)).insertedReusableContents;
    const text = `![](/files/${file.id})\n\n{% include "/reusable-contents/${reusableId}" %}`;
    const first = await app.page(space.path, "First", { into: group });
    const page = await app.page(space.path, "Page", { into: group, ...markdown(text) });
    const below = await app.page(space.path, "Below", { into: page, ...markdown("deep") });
    const earlier = await head();
    await app.change(
      space.path,
      { operation: "delete_page", page },
      { operation: "delete_file", file: file.id },
      { operation: "delete_reusable_content", reusableContent: reusableId },
    );
    await app.change(space.path, { operation: "insert_page", title: "Last", into: group });
    const deleted = async (query = {}) =>
      (await app.ok(app.admin, `GET ${space.path}/content/deleted-pages`, { query })) as Reply["body"];
    const { items } = await deleted();
    assert.deepEqual(
      items.map(({ id, title, path, pages, revision, deletedBy }: Reply["body"]) => [
        ...[id, title, path, pages, revision, deletedBy.id],
      ]),
      [[page, "Page", "group/page", 1, earlier, app.admin.id]],
    );
    assert.deepEqual((await deleted({ search: "BELO" })).items[0].id, below);
    assert.deepEqual((await deleted({ search: "%" })).items, []);
    const before = await app.ok(app.admin, `GET ${space.path}/revisions/${earlier}/page/${page}`);
    await restore(items[0].revision, { page });
    assert.deepEqual((await deleted()).items, []);
    const { markdown: restoredText, path } = await read(`page/${page}`);
    assert.deepEqual([restoredText, path], [before.markdown, "group/page"]);
    assert.equal((await read(`page/${below}`)).path, "group/page/below");
    assert.equal((await read(`files/${file.id}`)).name, "a.png");
    assert.equal((await read(`reusable-contents/${reusableId}`)).markdown, "text");
    const titles = (await read(`page/${group}`)).pages.map(({ title }: Reply["body"]) => title);
    assert.deepEqual(titles, ["First", "Page", "Last"]);

    await app.change(space.path, { operation: "delete_page", page: group });
    await restore(earlier, { page: first });
    assert.equal((await read(`page/${first}`)).path, "first");
    assert.deepEqual(
      (await deleted()).items.map(({ title }: Reply["body"]) => title),
      ["Group"],
    );
    await refused(earlier, 400, /^page: does not exist/, { page: "none" });
    await refused(earlier, 400, /^blocks: requires a page/, { blocks: ["x"] });
    await refused(earlier, 400, /^blocks/, { page, blocks: ["x"] });
    await refused("none", 404, /Revision/);
  });

  test("of some blocks leaves the others, also if a block was rewritten or moved", async () => {
    const { app, space, head, read, restore, refused } = await openSpace();
    const page = await app.page(
      space.path,
      "A",
      markdown("One fish swims in the blue sea.\n\nTwo.\n\nThree.\n\nFour four.\n"),
    );
    const earlier = await head();
    await app.change(space.path, {
      ...{ operation: "update_page", page },
      ...markdown("New start.\n\nOne red fish swims in the blue sea.\n\nThree.\n"),
    });
    const keysIn = async (revision: string) => {
      const path = `GET ${space.path}/revisions/${revision}/page/${page}`;
      const { document } = await app.ok(app.admin, path, { query: { format: "document" } });
      return document.nodes.map(({ key }: Reply["body"]) => key) as string[];
    };
    const before = await keysIn(earlier);
    const text = async () => (await read(`page/${page}`)).markdown as string;
    const [one, two, three, four] = before as [string, string, string, string];
    await restore(earlier, { page, blocks: [two] });
    assert.equal(await text(), "New start.\n\nOne red fish swims in the blue sea.\n\nTwo.\n\nThree.\n");
    await restore(earlier, { page, blocks: [one, four] });
    const restored = "One fish swims in the blue sea.\n\nTwo.\n\nThree.\n\nFour four.\n";
    assert.equal(await text(), `New start.\n\n${restored}`);
    const [added = ""] = await keysIn(await head());
    await restore(earlier, { page, blocks: [added] });
    assert.equal(await text(), restored);
    const moved = "Three.\n\nOne fish swims in the blue sea.\n\nTwo.\n\nFour four.\n";
    await app.change(space.path, { operation: "update_page", page, ...markdown(moved) });
    await restore(earlier, { page, blocks: [three] });
    assert.equal(await text(), restored);
    await refused(earlier, 409, /nothing to restore/, { page });
    const rewritten = "Two.\n\nThree.\n\nFour four.\n\nOne red fish swims in the blue sea.\n";
    await app.change(space.path, { operation: "update_page", page, ...markdown(rewritten) });
    await restore(earlier, { page, blocks: [one] });
    assert.equal(await text(), restored);
    await refused(earlier, 400, /^blocks\[0\]: is not the key/, { page, blocks: ["none"] });
  });

  test("opens a change request with it, also in a locked space", async () => {
    const { app, space, head, read, restore, refused } = await openSpace();
    const page = await app.page(space.path, "A", markdown("One"));
    const earlier = await head();
    await app.change(space.path, { operation: "update_page", page, ...markdown("Two") });
    await app.ok(app.admin, `PATCH ${space.path}`, { body: { editMode: "locked" } });
    await refused(earlier, 409, /locked/);
    const current = await head();
    const { changeRequest, revision, previousRevision } = await restore(earlier, {
      page,
      changeRequest: { subject: "Back to one" },
    });
    assert.deepEqual([changeRequest.subject, changeRequest.status], ["Back to one", "draft"]);
    assert.deepEqual([changeRequest.revision, previousRevision, await head()], [revision, current, current]);
    assert.equal((await read(`page/${page}`)).markdown, "Two");
    const path = `${space.path}/change-requests/${changeRequest.id}`;
    const { changes } = await app.ok(app.admin, `GET ${path}/changes`);
    assert.deepEqual(
      changes.map(({ type }: Reply["body"]) => type),
      ["page_edited"],
    );
    await app.ok(app.admin, `POST ${path}/merge`);
    assert.equal((await read(`page/${page}`)).markdown, "One");
    const reader = await app.member("comment");
    await app.refused(reader, `POST ${space.path}/revisions/${earlier}/restore`, 403, /edit/, { body: {} });
  });

  test("is refused for a state that a later save of its author replaced", async () => {
    const { app, space, head, refused } = await openSpace();
    const page = await app.page(space.path, "A", markdown("One"));
    const save = async (text: string) => {
      const changes = [{ operation: "insert_blocks", blocks: [paragraphBlock(text)] }];
      const body = { revision: await head(), changes };
      return (await app.ok(app.admin, `POST ${space.path}/content/page/${page}/blocks`, { body })).revision;
    };
    const replaced = await save("1");
    await save("2");
    await refused(replaced, 404, /Revision/);
  });
});
