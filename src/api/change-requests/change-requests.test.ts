import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../test/support/app.ts";

describeOnEachDatabase("change requests", (suite) => {
  test("are opened as drafts, and found by id and by number", async () => {
    const { app } = suite;
    const space = await app.space();
    await app.page(space.path, "A");
    const { revision } = await app.ok(app.admin, `GET ${space.path}`);
    const reply = await app.call(app.admin, `POST ${space.path}/change-requests`, {
      body: { subject: "Better" },
    });
    assert.equal(reply.status, 201);
    const { id, number, createdBy, urls, ...rest } = reply.body;
    assert.equal(reply.headers.location, urls.location);
    assert.equal(number, 1);
    assert.equal(createdBy.id, app.admin.id);
    const { createdAt, updatedAt, ...fields } = rest;
    assert.equal(createdAt, updatedAt);
    assert.deepEqual(fields, {
      object: "change-request",
      status: "draft",
      subject: "Better",
      space: space.id,
      revision,
      revisionInitial: revision,
      comments: 0,
      outdated: false,
      reviewers: [],
      mergeability: { missing: [] },
    });
    for (const idOrNumber of [id, "1"])
      assert.deepEqual(
        await app.ok(app.admin, `GET ${space.path}/change-requests/${idOrNumber}`),
        reply.body,
      );
    for (const idOrNumber of ["2", "0", "01", "99999999999999999999", "unknown"])
      await app.refused(
        app.admin,
        `GET ${space.path}/change-requests/${idOrNumber}`,
        404,
        /Change request not found/,
      );
    const other = await app.space();
    await app.refused(app.admin, `GET ${other.path}/change-requests/${id}`, 404, /not found/);
    assert.equal((await app.ok(app.admin, `POST ${space.path}/change-requests`)).subject, "");
  });

  test("have a description, and start with the content of another one if asked", async () => {
    const { app } = suite;
    const space = await app.space();
    const path = `${space.path}/change-requests`;
    const body = { subject: "First", description: "Line one\nline two" };
    const first = await app.ok(app.admin, `POST ${path}`, { body });
    assert.equal(first.description, body.description);
    const insertion = { changes: [{ operation: "insert_page", title: "Only there" }] };
    const inserted = await app.ok(app.admin, `POST ${path}/${first.id}/content`, {
      query: { compat: "false" },
      body: insertion,
    });
    const page = inserted.changes[0].page.id;
    const copy = await app.ok(app.admin, `POST ${path}`, { body: { source: String(first.number) } });
    assert.deepEqual([copy.subject, copy.description], [body.subject, body.description]);
    assert.notEqual(copy.revision, first.revision);
    const changes = async (id: string) => (await app.ok(app.admin, `GET ${path}/${id}/changes`)).changes;
    assert.deepEqual(await changes(copy.id), await changes(first.id));
    const update = [{ operation: "update_page", page, title: "Changed in the copy" }];
    await app.ok(app.admin, `POST ${path}/${copy.id}/content`, { body: { changes: update } });
    const titleIn = async (id: string) =>
      (await app.ok(app.admin, `GET ${path}/${id}/content/page/${page}`)).title;
    assert.deepEqual(
      [await titleIn(first.id), await titleIn(copy.id)],
      ["Only there", "Changed in the copy"],
    );
    await app.ok(app.admin, `POST ${path}/${copy.id}/merge`);
    const again = await app.ok(app.admin, `POST ${path}`, { body: { source: copy.id, subject: "Again" } });
    assert.deepEqual([again.subject, again.status, again.outdated], ["Again", "draft", true]);
    const cleared = await app.ok(app.admin, `PATCH ${path}/${again.id}`, { body: { description: "" } });
    assert.equal("description" in cleared, false);
    await app.refused(app.admin, `POST ${path}`, 404, /source not found/i, { body: { source: "unknown" } });
    const other = await app.space();
    await app.refused(app.admin, `POST ${other.path}/change-requests`, 404, /source/i, {
      body: { source: first.id },
    });
  });

  test("refuse a subject that is too long, and the status merged", async () => {
    const { app } = suite;
    const space = await app.space();
    const path = `${space.path}/change-requests`;
    await app.refused(app.admin, `POST ${path}`, 400, /^subject: must be at most 100/, {
      body: { subject: "x".repeat(101) },
    });
    const request = await app.changeRequest(space);
    for (const [body, message] of [
      [{ subject: "x".repeat(101) }, /^subject/],
      [{ subject: 7 }, /^subject/],
      [{ status: "merged" }, /^status: must be one of draft, open, archived/],
      [{ status: "closed" }, /^status/],
    ] as const)
      await app.refused(app.admin, `PATCH ${request.path}`, 400, message, { body });
    await app.refused(app.admin, `GET ${path}`, 400, /^status/, { query: { status: "closed" } });
  });

  test("change between draft, open and archived, and the space counts them", async () => {
    const { app } = suite;
    const space = await app.space();
    const request = await app.changeRequest(space);
    await app.changeRequest(space);
    const counts = async () => {
      const { changeRequests, changeRequestsOpen, changeRequestsDraft } = await app.ok(
        app.admin,
        `GET ${space.path}`,
      );
      return [changeRequests, changeRequestsOpen, changeRequestsDraft];
    };
    assert.deepEqual(await counts(), [2, 0, 2]);
    for (const [status, expected] of [
      ["open", [2, 1, 1]],
      ["open", [2, 1, 1]],
      ["archived", [2, 0, 1]],
      ["draft", [2, 0, 2]],
      ["archived", [2, 0, 1]],
      ["open", [2, 1, 1]],
    ] as const) {
      const changed = await app.ok(app.admin, `PATCH ${request.path}`, { body: { status } });
      assert.equal(changed.status, status);
      assert.deepEqual(await counts(), expected);
    }
    const renamed = await app.ok(app.admin, `PATCH ${request.path}`, { body: { subject: "New" } });
    assert.deepEqual([renamed.subject, renamed.status], ["New", "open"]);
    assert.equal((await app.ok(app.admin, `POST ${request.path}/merge`)).result, "merge");
    assert.deepEqual(await counts(), [2, 0, 1]);
  });

  test("cannot be changed after the merge, nor edited while archived", async () => {
    const { app } = suite;
    const space = await app.space();
    const merged = await app.changeRequest(space);
    await app.ok(app.admin, `POST ${merged.path}/merge`);
    for (const body of [{ status: "open" }, { status: "archived" }, { subject: "x" }])
      await app.refused(app.admin, `PATCH ${merged.path}`, 409, /is merged/, { body });
    const archived = await app.changeRequest(space);
    await app.ok(app.admin, `PATCH ${archived.path}`, { body: { status: "archived" } });
    const changes = { body: { changes: [{ operation: "insert_page", title: "A" }] } };
    for (const [path, message] of [
      [merged.path, /is merged/],
      [archived.path, /is archived/],
    ] as const) {
      await app.refused(app.admin, `POST ${path}/content`, 409, message, changes);
      await app.refused(app.admin, `POST ${path}/merge`, 409, message);
      await app.refused(app.admin, `POST ${path}/update`, 409, message);
      await app.refused(app.admin, `DELETE ${path}/requested-reviewers/${app.admin.id}`, 409, message);
      await app.refused(app.admin, `POST ${path}/reviews`, 409, message, { body: { status: "approved" } });
      await app.refused(app.admin, `POST ${path}/requested-reviewers`, 409, message, { body: { users: [] } });
    }
    await app.ok(app.admin, `PATCH ${archived.path}`, { body: { status: "draft" } });
    await app.ok(app.admin, `POST ${archived.path}/content`, changes);
  });

  test("need the role read to read, edit to edit, and review to merge", async () => {
    const { app } = suite;
    const space = await app.space();
    const request = await app.changeRequest(space);
    const [reader, editor, reviewer, outsider] = [
      await app.member("read"),
      await app.member("edit"),
      await app.member("review"),
      await app.stranger(),
    ];
    const changes = { body: { changes: [{ operation: "insert_page", title: "A" }] } };
    const editing: [string, object?][] = [
      [`POST ${space.path}/change-requests`, { body: {} }],
      [`PATCH ${request.path}`, { body: { subject: "x" } }],
      [`POST ${request.path}/content`, changes],
      [`POST ${request.path}/update`],
      [`POST ${request.path}/requested-reviewers`, { body: { users: [] } }],
    ];
    for (const path of [
      "",
      "/content",
      "/content/pages",
      "/content/files",
      "/changes",
      "/reviews",
      "/contributors",
    ]) {
      await app.ok(reader, `GET ${request.path}${path}`);
      await app.refused(outsider, `GET ${request.path}${path}`, 404, /Space not found/);
    }
    for (const [operation, body] of editing) {
      await app.refused(reader, operation, 403, /needs the role edit/, body);
      await app.ok(editor, operation, body);
    }
    for (const [operation, body] of [
      [`POST ${request.path}/reviews`, { body: { status: "approved" } }],
      [`POST ${request.path}/merge`, {}],
    ] as const) {
      await app.refused(editor, operation, 403, /needs the role review/, body);
      await app.ok(reviewer, operation, body);
    }
  });

  test("of a deleted space are read-only, for admins", async () => {
    const { app } = suite;
    const space = await app.space();
    const request = await app.changeRequest(space);
    await app.ok(app.admin, `DELETE ${space.path}`);
    await app.ok(app.admin, `GET ${request.path}`);
    await app.refused(app.admin, `POST ${request.path}/merge`, 409, /restore it first/);
    await app.refused(app.admin, `PATCH ${request.path}`, 409, /restore it first/, {
      body: { subject: "x" },
    });
    const { items } = await app.ok(app.admin, `GET /orgs/${app.organizationId}/change-requests`, {
      query: { status: "draft", space: space.id },
    });
    assert.deepEqual(items, []);
  });

  test("are numbered without gaps or duplicates when opened concurrently", async () => {
    const { app } = suite;
    const space = await app.space();
    await Promise.all(Array.from({ length: 20 }, () => app.changeRequest(space)));
    await app.refused(app.admin, `POST ${space.path}/change-requests`, 400, /subject/, {
      body: { subject: 1 },
    });
    await app.changeRequest(space);
    const { items, count } = await app.ok(app.admin, `GET ${space.path}/change-requests`, {
      query: { status: "draft" },
    });
    const numbers = items
      .map(({ number }: { number: number }) => number)
      .sort((a: number, b: number) => a - b);
    assert.deepEqual(
      numbers,
      Array.from({ length: 21 }, (_, i) => i + 1),
    );
    assert.equal(count, 21);
    assert.equal((await app.ok(app.admin, `GET ${space.path}`)).changeRequests, 21);
  });

  test("are transferred with their space, without reviewers of the previous organization", async () => {
    const { app } = suite;
    const space = await app.space();
    const request = await app.changeRequest(space, { subject: "Moving" });
    const member = await app.member("review");
    await app.ok(app.admin, `POST ${request.path}/requested-reviewers`, {
      body: { users: [member.id, app.admin.id] },
    });
    await app.ok(member, `POST ${request.path}/reviews`, { body: { status: "approved" } });
    const { id: organization } = await app.ok(app.admin, "POST /orgs", { body: { title: "Other" } });
    await app.ok(app.admin, `POST ${space.path}/transfer`, { body: { organization } });
    assert.equal((await app.ok(app.admin, `GET ${request.path}`)).subject, "Moving");
    const requested = await app.ok(app.admin, `GET ${request.path}/requested-reviewers`);
    assert.deepEqual(
      requested.items.map(({ user }: { user: { id: string } }) => user.id),
      [app.admin.id],
    );
    assert.equal((await app.ok(app.admin, `GET ${request.path}/reviews`)).items[0].reviewer.id, member.id);
    const list = await app.ok(app.admin, `GET /orgs/${organization}/change-requests`, {
      query: { status: "draft" },
    });
    assert.equal(list.count, 1);
    await app.change(request.path, { operation: "insert_page", title: "There" });
    assert.equal((await app.ok(app.admin, `POST ${request.path}/merge`)).result, "merge");
    await app.refused(member, `GET ${request.path}`, 404, /not found/);
  });

  test("lose a requested reviewer who leaves the organization", async () => {
    const { app } = suite;
    const space = await app.space();
    const request = await app.changeRequest(space);
    const member = await app.member("review");
    await app.ok(app.admin, `POST ${request.path}/requested-reviewers`, { body: { users: [member.id] } });
    await app.ok(app.admin, `DELETE /orgs/${app.organizationId}/members/${member.id}`);
    assert.equal((await app.ok(app.admin, `GET ${request.path}/requested-reviewers`)).count, 0);
  });
});
