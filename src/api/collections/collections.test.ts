import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../test/support/app.ts";

describeOnEachDatabase("collections", (suite) => {
  const list = () => `/orgs/${suite.app.organizationId}/collections`;
  const titles = async (path: string, query = {}, person = suite.app.admin): Promise<string[]> =>
    (await suite.app.ok(person, `GET ${path}`, { query: { limit: 1000, ...query } })).items.map(
      ({ title }: { title: string }) => title,
    );

  test("have every field of the specification", async () => {
    const { app } = suite;
    const { id: parent } = await app.collection();
    const reply = await app.call(app.admin, `POST ${list()}`, { body: { title: "Guides", parent } });
    assert.equal(reply.status, 201);
    const { id, ...collection } = reply.body;
    const base = app.context.config.baseUrl;
    assert.deepEqual(collection, {
      object: "collection",
      title: "Guides",
      organization: app.organizationId,
      parent,
      position: "a0",
      defaultLevel: null,
      urls: { location: `${base}/v1/collections/${id}`, app: `${base}/app/collections/${id}` },
      permissions: { view: true, admin: true, viewInviteLinks: true, create: true },
    });
    assert.equal(reply.headers.location, collection.urls.location);
    assert.deepEqual(await app.ok(app.admin, `GET /collections/${id}`), reply.body);
    assert.equal((await app.call(app.admin, `POST ${list()}`)).status, 201);
    for (const [body, status, message] of [
      [{ title: "x".repeat(51) }, 400, /^title/],
      [{ parent: "unknown" }, 404, /parent/],
      [{ parent: (await app.space()).id }, 404, /parent/],
    ] as const)
      await app.refused(app.admin, `POST ${list()}`, status, message, { body });
    await app.refused(await app.member("review"), `POST ${list()}`, 403, /role create/, { body: {} });
  });

  test("keep the fields that an update does not contain", async () => {
    const { app } = suite;
    const { path } = await app.collection({ title: "Before" });
    const before = await app.ok(app.admin, `GET ${path}`);
    const description = "d".repeat(100);
    const changed = await app.ok(app.admin, `PATCH ${path}`, { body: { description, defaultLevel: "edit" } });
    assert.deepEqual(changed, { ...before, description, defaultLevel: "edit" });
    const reset = await app.ok(app.admin, `PATCH ${path}`, { body: { description: "", defaultLevel: null } });
    assert.deepEqual(reset, before);
    for (const [body, message] of [
      [{ description: "x".repeat(101) }, /^description/],
      [{ title: null }, /^title/],
      [{ defaultLevel: "x" }, /^defaultLevel/],
    ] as const)
      await app.refused(app.admin, `PATCH ${path}`, 400, message, { body });
    await app.refused(await app.member("create"), `PATCH ${path}`, 403, /role admin/, {
      body: { title: "x" },
    });
    await app.refused(await app.stranger(), `GET ${path}`, 404, /Collection not found/);
  });

  test("nest to any depth without cycles, and are listed with or without nested ones", async () => {
    const { app } = suite;
    const { id: organization, admin } = await app.organization();
    let parent: string | undefined;
    const made: { id: string; path: string }[] = [];
    for (let depth = 0; depth < 30; depth++) {
      const collection = await app.collection(
        { title: `C${depth}`, ...(parent && { parent }) },
        organization,
        admin,
      );
      made.push(collection);
      parent = collection.id;
    }
    const path = `/orgs/${organization}/collections`;
    assert.equal((await titles(path, {}, admin)).length, 30);
    assert.deepEqual(await titles(path, { nested: false }, admin), ["C0"]);
    await app.refused(admin, `GET ${path}`, 400, /^nested: must be boolean/, { query: { nested: "maybe" } });
    const [top, second, last] = [made[0], made[1], made.at(-1)];
    assert.ok(top && second && last);
    for (const target of [top.id, second.id, last.id])
      await app.refused(admin, `POST ${top.path}/move`, 409, /below itself/, { body: { parent: target } });
    await app.ok(admin, `POST ${last.path}/move`, { body: { parent: null } });
    assert.deepEqual(await titles(path, { nested: false }, admin), ["C0", "C29"]);
    const position = { before: { type: "collection", collection: top.id } };
    await app.ok(admin, `POST ${last.path}/move`, { body: { position } });
    assert.deepEqual(await titles(path, { nested: false }, admin), ["C29", "C0"]);
    const reader = await app.member("read", organization, admin);
    const space = await app.space({ parent: made[20]?.id }, organization, admin);
    await app.ok(admin, `PATCH ${top.path}`, { body: { defaultLevel: "comment" } });
    assert.equal((await app.ok(reader, `GET ${space.path}`)).permissions.comment, true);
  });

  test("move their children to their parent, in order, when deleted", async () => {
    const { app } = suite;
    const { id: parent, path } = await app.collection({ title: "Outer" });
    await app.space({ title: "First", parent });
    const inner = await app.collection({ title: "Inner", parent });
    await app.space({ title: "Last", parent });
    for (const title of ["A", "B"]) await app.space({ title, parent: inner.id });
    const deep = await app.collection({ title: "Deep", parent: inner.id });
    await app.space({ title: "C", parent: deep.id });
    await app.refused(await app.member("create"), `DELETE ${inner.path}`, 403, /role admin/);
    assert.equal((await app.call(app.admin, `DELETE ${inner.path}`)).status, 205);
    assert.deepEqual(await titles(`${path}/spaces`), ["First", "A", "B", "Last"]);
    assert.equal((await app.ok(app.admin, `GET ${deep.path}`)).parent, parent);
    assert.deepEqual(await titles(`${deep.path}/spaces`), ["C"]);
    await app.refused(app.admin, `GET ${inner.path}`, 404, /Collection not found/);
    await app.refused(app.admin, `DELETE ${inner.path}`, 404, /Collection not found/);
    await app.ok(app.admin, `DELETE ${path}`);
    assert.equal((await app.ok(app.admin, `GET ${deep.path}`)).parent, undefined);
  });

  test("are transferred with everything in them", async () => {
    const { app } = suite;
    const other = await app.organization();
    const invited = { emails: [app.admin.email], role: "create" };
    await app.ok(other.admin, `POST /orgs/${other.id}/invites`, { body: invited });
    const outer = await app.collection({ title: "Stays" });
    const moved = await app.collection({ title: "Goes", parent: outer.id });
    const inner = await app.collection({ title: "Too", parent: moved.id });
    const space = await app.space({ title: "Me", parent: inner.id });
    const trashed = await app.space({ parent: moved.id });
    await app.ok(app.admin, `DELETE ${trashed.path}`);
    await app.give(inner.path, "edit", { users: [await app.member("read")], teams: [await app.team()] });
    const body = { organization: other.id };
    const reply = await app.ok(app.admin, `POST ${moved.path}/transfer`, { body });
    assert.deepEqual([reply.organization, reply.parent], [other.id, undefined]);
    for (const path of [inner.path, space.path, trashed.path])
      assert.equal((await app.ok(other.admin, `GET ${path}`)).organization, other.id);
    assert.equal((await app.ok(other.admin, `GET ${inner.path}`)).parent, moved.id);
    const people = await app.ok(other.admin, `GET ${inner.path}/permissions/users`);
    assert.equal(people.count, 0);
    assert.equal((await app.ok(app.admin, `GET ${outer.path}`)).organization, app.organizationId);
    await app.ok(other.admin, `POST ${trashed.path}/restore`);
  });

  test("are visible to guests with a permission on them or on a parent", async () => {
    const { app } = suite;
    const guest = await app.member(null);
    const outer = await app.collection({ title: "Hidden" });
    const given = await app.collection({ title: "Given", parent: outer.id });
    await app.collection({ title: "Inside", parent: given.id });
    await app.give(given.path, "create", { users: [guest] });
    assert.deepEqual((await titles(list(), {}, guest)).sort(), ["Given", "Inside"]);
    await app.refused(guest, `GET ${outer.path}`, 404, /Collection not found/);
    const made = await app.ok(guest, `POST ${list()}`, { body: { title: "New", parent: given.id } });
    assert.deepEqual(made.permissions, { view: true, admin: false, viewInviteLinks: false, create: true });
    await app.refused(guest, `POST ${list()}`, 404, /parent/, { body: { parent: outer.id } });
    await app.refused(guest, `POST ${list()}`, 403, /yours is guest/, { body: {} });
  });
});
