import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Person } from "../../../test/support/app.ts";

describeOnEachDatabase("recent changes", (suite) => {
  const list = async (organizationId: string, person: Person, query: Record<string, string> = {}) =>
    suite.app.ok(person, `GET /orgs/${organizationId}/recent-changes`, { query });
  const pause = () => new Promise((resolve) => setTimeout(resolve, 5));

  test("show the last change of each space that the caller may see, newest first", async () => {
    const { app } = suite;
    const { id, admin } = await app.organization();
    const [first, second, deleted] = [
      await app.space({ title: "First" }, id, admin),
      await app.space({ title: "Second" }, id, admin),
      await app.space({ title: "Deleted" }, id, admin),
    ];
    await app.ok(admin, `DELETE ${deleted.path}`);
    const editor = await app.member("edit", id, admin);
    const insert = { changes: [{ operation: "insert_page", title: "Page" }] };
    await pause();
    await app.ok(editor, `POST ${first.path}/content`, { body: insert });
    await pause();
    const request = await app.ok(admin, `POST ${second.path}/change-requests`, { body: { subject: "More" } });
    const requestPath = `${second.path}/change-requests/${request.id}`;
    await app.ok(editor, `POST ${requestPath}/content`, { body: insert });
    const before = await list(id, admin);
    assert.deepEqual(
      before.items.map(({ space }: { space: { title: string } }) => space.title),
      ["First", "Second"],
      "a change request does not change the space",
    );
    const { revision } = await app.ok(admin, `POST ${requestPath}/merge`);
    const { items, count } = await list(id, admin);
    assert.equal(count, 2);
    const [merged, edited] = items;
    assert.deepEqual(
      [merged.space.title, merged.revision, merged.type, merged.changedBy.id, merged.changeRequest],
      ["Second", revision, "merge", admin.id, { id: request.id, number: 1, subject: "More" }],
    );
    assert.deepEqual(
      [edited.space.id, edited.type, edited.changedBy.id, edited.changeRequest],
      [first.id, "edits", editor.id, undefined],
    );
    assert.equal(edited.space.urls.app, app.context.urls.app(first.path));
    const page = await list(id, admin, { limit: "1" });
    const next = await list(id, admin, { limit: "1", page: page.next.page });
    assert.deepEqual([...page.items, ...next.items], items);

    const guest = await app.member(null, id, admin);
    assert.equal((await list(id, guest)).count, 0);
    await app.ok(admin, `POST ${first.path}/permissions`, { body: { role: "read", users: [guest.id] } });
    assert.deepEqual((await list(id, guest)).items, [edited]);
    const stranger = await app.stranger();
    await app.refused(stranger, `GET /orgs/${id}/recent-changes`, 404, /Organization not found/);
  });
});
