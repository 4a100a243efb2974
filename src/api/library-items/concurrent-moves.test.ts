import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Reply } from "../../../test/support/app.ts";

describeOnEachDatabase("concurrent changes of library items", (suite) => {
  test("leave every space complete and in one organization, and fail only with 404 or 409", async () => {
    const { app } = suite;
    const other = await app.organization();
    const invited = { emails: [app.admin.email], role: "admin" };
    await app.ok(other.admin, `POST /orgs/${other.id}/invites`, { body: invited });
    const spaces = new Set<string>();
    for (let round = 0; round < 12; round++) {
      const { id: parent, path: collection } = await app.collection();
      const { path } = await app.space({ parent });
      const page = { operation: "insert_page", title: "Page", document: { markdown: "text" } };
      await app.ok(app.admin, `POST ${path}/content`, { body: { changes: [page] } });
      const organization = { organization: other.id };
      const replies = await Promise.all([
        app.call(app.admin, `POST ${collection}/transfer`, { body: organization }),
        app.call(app.admin, `POST ${path}/transfer`, { body: organization }),
        app.call(app.admin, `POST ${path}/duplicate`),
        app.call(app.admin, `POST ${path}/duplicate`),
        app.call(app.admin, `POST ${path}/move`, { body: { parent: null } }),
        app.call(app.admin, `POST /orgs/${app.organizationId}/spaces`, { body: { parent } }),
        app.call(app.admin, `POST /orgs/${app.organizationId}/collections`, { body: { parent } }),
        app.call(app.admin, `POST ${path}/content`, { body: { changes: [page] } }),
      ]);
      for (const { status, body } of replies)
        assert.ok([200, 201, 404, 409].includes(status), `${status}: ${JSON.stringify(body)}`);
      for (const { status, body } of replies.filter(({ status }: Reply) => status < 300))
        if (status < 300 && body.object === "space") spaces.add(body.id);
    }
    for (const id of spaces) {
      const space = await app.ok(app.admin, `GET /spaces/${id}`);
      if (space.parent !== undefined) {
        const { organization } = await app.ok(app.admin, `GET /collections/${space.parent}`);
        assert.equal(organization, space.organization);
      }
      await app.ok(app.admin, `GET /spaces/${id}/content`);
    }
  });

  test("delete and restore a space once", async () => {
    const { app } = suite;
    const { path } = await app.space();
    for (const [operation, success] of [
      [`DELETE ${path}`, 205],
      [`POST ${path}/restore`, 200],
    ] as const) {
      const replies = await Promise.all(Array.from({ length: 6 }, () => app.call(app.admin, operation)));
      assert.deepEqual(replies.map(({ status }) => status).sort(), [success, 409, 409, 409, 409, 409]);
    }
  });

  test("cannot create a cycle of collections", async () => {
    const { app } = suite;
    for (let round = 0; round < 10; round++) {
      const [a, b] = [await app.collection(), await app.collection()];
      const replies = await Promise.all([
        app.call(app.admin, `POST ${a.path}/move`, { body: { parent: b.id } }),
        app.call(app.admin, `POST ${b.path}/move`, { body: { parent: a.id } }),
      ]);
      assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
    }
  });

  test("give every new item a distinct position", async () => {
    const { app } = suite;
    const { id: parent, path } = await app.collection();
    await Promise.all(Array.from({ length: 30 }, () => app.space({ parent })));
    const rows = await app.context.database.read
      .selectFrom("contents")
      .where("parent_id", "=", parent)
      .select("position")
      .execute();
    assert.equal(new Set(rows.map(({ position }) => position)).size, 30);
    assert.equal((await app.ok(app.admin, `GET ${path}/spaces`)).count, 30);
  });
});

describeOnEachDatabase("a collection with nested items", (suite) => {
  test("is transferred only by an admin of all items", async () => {
    const { app } = suite;
    const person = await app.member("read");
    const { id: organization } = await app.ok(person, "POST /orgs", { body: { title: "Theirs" } });
    const collection = await app.collection();
    const space = await app.space({ parent: collection.id });
    await app.give(collection.path, "admin", { users: [person] });
    await app.give(space.path, "read", { users: [person] });
    const body = { organization };
    await app.refused(person, `POST ${collection.path}/transfer`, 403, /all items in the collection/, {
      body,
    });
    assert.equal((await app.ok(app.admin, `GET ${space.path}`)).organization, app.organizationId);
    await app.give(space.path, "admin", { users: [person] });
    await app.ok(person, `POST ${collection.path}/transfer`, { body });
  });

  test("passes roles on to items at any depth", async () => {
    const { app } = suite;
    const member = await app.member("read");
    const rows = Array.from({ length: 500 }, (_, depth) => ({
      id: `deep-${depth}`,
      organization_id: app.organizationId,
      kind: "collection" as const,
      parent_id: depth === 0 ? null : `deep-${depth - 1}`,
      default_level: depth === 0 ? ("comment" as const) : null,
      title: `Depth ${depth}`,
      position: "a0",
    }));
    await app.context.database.write((trx) => trx.insertInto("contents").values(rows).execute());
    const { path } = await app.space({ parent: "deep-499" });
    assert.equal((await app.ok(member, `GET ${path}`)).permissions.comment, true);
    const { items } = await app.ok(app.admin, `GET ${path}/permissions/aggregate`);
    const found = items.find(({ user }: { user: { id: string } }) => user.id === member.id);
    assert.equal(found.permission, "comment");
    await app.ok(app.admin, "DELETE /collections/deep-250");
    assert.equal((await app.ok(app.admin, "GET /collections/deep-251")).parent, "deep-249");
  });
});
