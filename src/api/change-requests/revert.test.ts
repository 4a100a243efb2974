import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../test/support/app.ts";

describeOnEachDatabase("reverts", (suite) => {
  /** A merged change request that changed a page from "One" to "Two", and added a page. */
  async function createMerged() {
    const { app } = suite;
    const space = await app.space();
    const page = await app.page(space.path, "Page", { document: { markdown: "One\n\nEnd\n" } });
    const request = await app.changeRequest(space, { subject: "Better" });
    const write = (markdown: string, path = space.path) =>
      app.change(path, { operation: "update_page", page, document: { markdown } });
    await write("Two\n\nEnd\n", request.path);
    await app.change(request.path, { operation: "insert_page", title: "Added" });
    await app.ok(app.admin, `POST ${request.path}/merge`);
    const read = async (path = space.path) => {
      const { pages } = await app.ok(app.admin, `GET ${path}/content`);
      const { markdown } = await app.ok(app.admin, `GET ${path}/content/page/${page}`);
      return [markdown, pages.map(({ title }: { title: string }) => title)];
    };
    const revert = (body?: object, person = app.admin) =>
      app.call(person, `POST ${request.path}/revert`, body && { body });
    return { app, space, request, write, read, revert };
  }

  test("open a change request that keeps what was changed since", async () => {
    const { app, space, request, write, read, revert } = await createMerged();
    await write("Two\n\nThe end\n");
    const { status, body, headers } = await revert();
    const { changeRequest, result } = body;
    assert.deepEqual([status, headers.location, result], [201, changeRequest.urls.location, "update"]);
    const original = await app.ok(app.admin, `GET ${request.path}`);
    assert.deepEqual(
      [changeRequest.subject, changeRequest.status, changeRequest.reverts, changeRequest.outdated],
      ["Revert: Better", "open", request.id, false],
    );
    assert.equal(changeRequest.description, `Undoes the change request #1: ${original.urls.app}`);
    const path = `${space.path}/change-requests/${changeRequest.id}`;
    assert.deepEqual(await read(path), ["One\n\nThe end\n", ["Page"]]);
    const { changes } = await app.ok(app.admin, `GET ${path}/changes`);
    assert.deepEqual(
      changes.map(({ type }: { type: string }) => type),
      ["page_edited", "page_deleted"],
    );
    assert.deepEqual(await read(), ["Two\n\nThe end\n", ["Page", "Added"]]);
    await app.ok(app.admin, `POST ${path}/merge`);
    assert.deepEqual(await read(), ["One\n\nThe end\n", ["Page"]]);
    // A revert is reverted in the same way.
    const again = await app.ok(app.admin, `POST ${path}/revert`, { body: { merge: true } });
    assert.deepEqual([again.changeRequest.status, again.result], ["merged", "merge"]);
    assert.deepEqual(await read(), ["Two\n\nThe end\n", ["Page", "Added"]]);
  });

  test("have conflicts with later changes of the same text, and are not merged then", async () => {
    const { app, space, write, read, revert } = await createMerged();
    await write("Three\n\nEnd\n");
    const { body } = await revert({ merge: true });
    assert.deepEqual([body.result, body.changeRequest.status], ["conflicts", "open"]);
    const [markdown] = await read(`${space.path}/change-requests/${body.changeRequest.id}`);
    assert.match(String(markdown), /<<<<<<< change request\nOne\n=======\nThree\n>>>>>>> primary content/);
    await app.refused(app.admin, `POST ${space.path}/change-requests/2/merge`, 409, /conflict markers/);
  });

  test("are merged at once by those who may merge, if the rules of the space allow it", async () => {
    const { app, space, request, read, revert } = await createMerged();
    const writer = await app.member("edit");
    assert.equal((await revert({ merge: true }, writer)).status, 403);
    assert.equal((await revert({}, await app.member("comment"))).status, 403);
    const setRules = (mergeRules: object) =>
      app.ok(app.admin, `PATCH ${space.path}`, { body: { mergeRules } });
    await setRules({ type: "rules", rules: [{ rule: "require_at_least_one_approved_review" }] });
    const refused = (await revert({ merge: true })).body;
    assert.deepEqual(
      [refused.result, refused.changeRequest.status, refused.changeRequest.mergeability.missing.length],
      ["update", "open", 1],
    );
    await setRules({ type: "none" });
    const { result } = (await revert({ merge: true })).body;
    assert.deepEqual([result, await read()], ["merge", ["One\n\nEnd\n", ["Page"]]]);
    await app.refused(
      app.admin,
      `POST ${space.path}/change-requests/${refused.changeRequest.id}/revert`,
      409,
      /not merged/,
    );
    const empty = await app.changeRequest(space);
    await app.ok(app.admin, `POST ${empty.path}/merge`);
    await app.refused(app.admin, `POST ${empty.path}/revert`, 409, /changed nothing/);
    assert.equal((await app.ok(app.admin, `GET ${request.path}`)).status, "merged");
  });
});
