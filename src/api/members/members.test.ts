import assert from "node:assert/strict";
import { test } from "node:test";
import { jwtVerify } from "jose";
import { describeOnEachDatabase, type Person } from "../../../test/support/app.ts";

describeOnEachDatabase("members", (suite) => {
  const members = () => `/orgs/${suite.app.organizationId}/members`;

  test("a member shows every field", async () => {
    const { app } = suite;
    const person = await app.member("edit");
    const member = await app.ok(app.admin, `GET ${members()}/${person.id}`);
    assert.deepEqual(member, {
      object: "member",
      id: person.id,
      role: "edit",
      user: {
        object: "user",
        id: person.id,
        displayName: person.email.split("@")[0],
        email: person.email,
        urls: { location: `http://127.0.0.1:4400/v1/users/${person.id}` },
      },
      disabled: false,
      joinedAt: member.joinedAt,
      sso: false,
      spaces: 0,
      teams: 0,
      sites: 0,
    });
    assert.match(member.joinedAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  test("members are sorted by joinedAt or lastSeenAt, in either order", async () => {
    const { app } = suite;
    const { id, admin } = await app.organization();
    const joined: Person[] = [admin];
    for (const role of ["read", "edit", null] as const) joined.push(await app.member(role, id, admin));
    const ids = joined.map((person) => person.id);
    assert.deepEqual(await listIds(id, admin, {}), ids.toReversed());
    assert.deepEqual(await listIds(id, admin, { order: "asc" }), ids);

    const [, second, third] = joined as [Person, Person, Person];
    for (const person of [third, second]) {
      await app.ok(person, `POST /orgs/${id}/ping`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    assert.deepEqual(await listIds(id, admin, { sort: "lastSeenAt" }), [second.id, third.id]);
    assert.deepEqual(await listIds(id, admin, { sort: "lastSeenAt", order: "asc" }), [third.id, second.id]);
  });

  test("members are filtered by role and by a part of their name or email address", async () => {
    const { app } = suite;
    const { id, admin } = await app.organization();
    const [reader, guest] = [await app.member("read", id, admin), await app.member(null, id, admin)];
    await app.ok(reader, `PATCH /users/${reader.id}`, { body: { displayName: "Zoë O'Brien_100%" } });
    assert.deepEqual(await listIds(id, admin, { role: "read" }), [reader.id]);
    assert.deepEqual(await listIds(id, admin, { role: "guest" }), [guest.id]);
    assert.deepEqual(await listIds(id, admin, { role: "review" }), []);
    for (const search of ["zoë", "ZOE o'b", "100%", "en_1", reader.email.toUpperCase()]) {
      assert.deepEqual(await listIds(id, admin, { search }), [reader.id], search);
    }
    assert.deepEqual(await listIds(id, admin, { search: "Brien%100" }), []);
    assert.deepEqual(await listIds(id, admin, { search: guest.email, role: "read" }), []);
    const longestSearch = "\u{FDFA}".repeat(512);
    assert.deepEqual(await listIds(id, admin, { search: longestSearch }), []);
    const tooLong = { query: { search: `${longestSearch}x` } };
    await app.refused(admin, `GET /orgs/${id}/members`, 400, /search: must be at most 512/, tooLong);
    await app.refused(admin, `GET /orgs/${id}/members`, 400, /role: must be one of/, {
      query: { role: "king" },
    });
    await app.refused(admin, `GET /orgs/${id}/members`, 400, /sort: must be one of/, {
      query: { sort: "age" },
    });
    await app.refused(admin, `GET /orgs/${id}/members`, 400, /order: must be one of asc, desc/, {
      query: { order: "up" },
    });
  });

  test("members are listed by name, whatever its case and marks, also after it has changed", async () => {
    const { app } = suite;
    const { id, admin } = await app.organization();
    const people = [admin, await app.member("read", id, admin), await app.member(null, id, admin)] as const;
    const rename = (i: 0 | 1 | 2, displayName: string) =>
      app.ok(people[i], `PATCH /users/${people[i].id}`, { body: { displayName } });
    await Promise.all([rename(0, "émile"), rename(1, "Ada"), rename(2, "Zoe")]);
    const byName = (query: Record<string, string | number> = {}) =>
      listIds(id, admin, { sort: "name", ...query });
    const [emile, ada, zoe] = people.map((person) => person.id);
    assert.deepEqual(await byName({ order: "asc" }), [ada, emile, zoe]);
    assert.deepEqual(await byName({ order: "desc" }), [zoe, emile, ada]);
    await rename(1, "Yvonne");
    assert.deepEqual(await byName({ order: "asc" }), [emile, ada, zoe]);
    assert.deepEqual(await byName({ order: "asc", role: "guest" }), [zoe]);
    const first = await app.ok(admin, `GET /orgs/${id}/members`, {
      query: { sort: "name", order: "asc", limit: 2 },
    });
    assert.equal(first.count, 3);
    const next = await app.ok(admin, `GET /orgs/${id}/members`, {
      query: { sort: "name", order: "asc", limit: 2, page: first.next.page },
    });
    assert.deepEqual(
      next.items.map((item: { id: string }) => item.id),
      [zoe],
    );
  });

  test("an admin changes the role of a member, including to guest", async () => {
    const { app } = suite;
    const [person, editor] = [await app.member("read"), await app.member("edit")];
    assert.equal(
      (await app.ok(app.admin, `PATCH ${members()}/${person.id}`, { body: { role: "review" } })).role,
      "review",
    );
    assert.equal(
      (await app.ok(app.admin, `PATCH ${members()}/${person.id}`, { body: { role: null } })).role,
      null,
    );
    assert.equal((await app.ok(app.admin, `PATCH ${members()}/${person.id}`, { body: {} })).role, null);
    await app.refused(app.admin, `PATCH ${members()}/${person.id}`, 400, /role: must be one of/, {
      body: { role: "owner" },
    });
    await app.refused(app.admin, `PATCH ${members()}/${person.id}`, 400, /body/, { body: [] });
    await app.refused(app.admin, `PATCH ${members()}/nobody`, 404, /Member not found/, {
      body: { role: "read" },
    });
    await app.refused(editor, `PATCH ${members()}/${editor.id}`, 403, /role admin.*yours is edit/, {
      body: { role: "admin" },
    });
  });

  test("the last admin cannot be removed or demoted, even with concurrent requests", async () => {
    const { app } = suite;
    const { id, admin } = await app.organization();
    await app.refused(admin, `PATCH /orgs/${id}/members/${admin.id}`, 409, /last admin/, {
      body: { role: "create" },
    });
    await app.refused(admin, `DELETE /orgs/${id}/members/${admin.id}`, 409, /last admin/);
    await app.ok(admin, `PATCH /orgs/${id}/members/${admin.id}`, { body: { role: "admin" } });

    const second = await app.member("admin", id, admin);
    const statuses = await Promise.all([
      app.call(admin, `PATCH /orgs/${id}/members/${admin.id}`, { body: { role: "read" } }),
      app.call(second, `DELETE /orgs/${id}/members/${second.id}`),
    ]);
    assert.equal(statuses.filter(({ status }) => status < 300).length, 1, JSON.stringify(statuses));
    assert.equal(statuses.filter(({ status }) => status === 409).length, 1, JSON.stringify(statuses));
  });

  test("removing a member deletes their team memberships and permissions", async () => {
    const { app } = suite;
    const person = await app.member("edit");
    const { path } = await app.team("Left", [person]);
    const space = await app.space();
    await app.give(space.path, "admin", { users: [person] });
    const before = await app.ok(app.admin, `GET ${members()}/${person.id}`);
    assert.deepEqual([before.teams, before.spaces], [1, 1]);
    const { count, items } = await app.ok(person, `GET ${members()}/${person.id}/spaces`);
    assert.deepEqual([count, items[0].permission, items[0].space.id], [1, "admin", space.id]);
    assert.deepEqual(items[0].space, await app.ok(person, `GET ${space.path}`));

    const reply = await app.call(app.admin, `DELETE ${members()}/${person.id}`);
    assert.equal(reply.status, 204);
    await app.refused(app.admin, `GET ${members()}/${person.id}`, 404, /Member not found/);
    await app.refused(person, `GET /orgs/${app.organizationId}`, 404, /Organization not found/);
    assert.equal((await app.ok(app.admin, `GET ${path}`)).members, 0);
    const grants = await app.context.database.read
      .selectFrom("content_user_grants")
      .where("user_id", "=", person.id)
      .selectAll()
      .execute();
    assert.equal(grants.length, 0);
  });

  test("a ping sets lastSeenAt and returns claims signed for the member", async () => {
    const { app } = suite;
    const guest = await app.member(null);
    const claims = await app.ok(guest, `POST /orgs/${app.organizationId}/ping`);
    assert.equal(claims.gitbookVisitorClaims, claims.serviceVisitorClaims);
    const key = Buffer.from(app.context.secrets.claims, "base64url");
    const { payload } = await jwtVerify(claims.serviceVisitorClaims, key, { subject: guest.id });
    assert.equal(payload.organization, app.organizationId);
    assert.equal(payload.role, null);
    assert.equal((payload.exp ?? 0) - (payload.iat ?? 0), 3600);
    const member = await app.ok(guest, `GET ${members()}/${guest.id}`);
    assert.ok(Math.abs(Date.now() - Date.parse(member.lastSeenAt)) < 60_000);
  });

  test("a member is marked as an SSO member", async () => {
    const { app } = suite;
    const person = await app.member("read");
    assert.equal((await app.ok(app.admin, `POST ${members()}/${person.id}/sso`)).sso, true);
    assert.equal((await app.ok(app.admin, `GET ${members()}/${person.id}`)).sso, true);
    await app.refused(person, `POST ${members()}/${person.id}/sso`, 403, /role admin/);
  });

  test("the teams of a member are listed with their role in each", async () => {
    const { app } = suite;
    const person = await app.member(null);
    const { id, path } = await app.team("Alpha Writers", [person]);
    await app.team("Beta", [person]);
    await app.ok(app.admin, `PUT ${path}/members/${person.id}`, { body: { role: "owner" } });
    const all = await app.ok(person, `GET ${members()}/${person.id}/teams`);
    assert.equal(all.count, 2);
    const found = await app.ok(person, `GET ${members()}/${person.id}/teams`, { query: { title: "WRIT" } });
    assert.equal(found.count, 1);
    assert.equal(found.items[0].team.id, id);
    assert.deepEqual(found.items[0].member, { role: "owner" });
    assert.deepEqual(found.items[0].team.permissions, { admin: true, view: true });
  });

  test("a guest sees themselves but not the others; an outsider sees no members", async () => {
    const { app } = suite;
    const [guest, reader] = [await app.member(null), await app.member("read")];
    await app.ok(guest, `GET ${members()}/${guest.id}`);
    await app.refused(guest, `GET ${members()}`, 403, /yours is guest/);
    await app.refused(guest, `GET ${members()}/${reader.id}`, 404, /Member not found/);
    await app.refused(guest, `DELETE ${members()}/${reader.id}`, 404, /Member not found/);
    await app.refused(reader, `GET ${members()}/${guest.id}/spaces`, 403, /role admin/);
    await app.refused(reader, `DELETE ${members()}/${guest.id}`, 403, /role admin/);
    const { admin: outsider } = await app.organization();
    for (const path of ["", `/${guest.id}`, `/${guest.id}/teams`, `/${guest.id}/spaces`]) {
      await app.refused(outsider, `GET ${members()}${path}`, 404, /Organization not found/);
    }
  });

  test("a disabled member has no access until they are enabled, and the last admin cannot be disabled", async () => {
    const { app } = suite;
    const person = await app.member("admin");
    const path = `PATCH ${members()}/${person.id}`;
    assert.equal((await app.ok(app.admin, path, { body: { disabled: true } })).disabled, true);
    await app.refused(app.admin, path, 400, /^disabled: must be boolean/, { body: { disabled: "no" } });
    const { id, admin } = await app.organization();
    const last = `PATCH /orgs/${id}/members/${admin.id}`;
    await app.refused(admin, last, 409, /last admin/, { body: { disabled: true } });
    await app.ok(admin, last, { body: { disabled: false } });
    await app.refused(person, `GET /orgs/${app.organizationId}`, 404, /Organization not found/);
    assert.equal((await app.ok(person, "GET /orgs")).count, 0);
    assert.equal((await app.ok(app.admin, `GET ${members()}/${person.id}`)).disabled, true);
    const enabled = await app.ok(app.admin, path, { body: { disabled: false } });
    assert.deepEqual([enabled.disabled, enabled.role], [false, "admin"]);
    await app.ok(person, `GET /orgs/${app.organizationId}`);
  });

  async function listIds(
    organizationId: string,
    person: Person,
    query: Record<string, string>,
  ): Promise<string[]> {
    const { items, count } = await suite.app.ok(person, `GET /orgs/${organizationId}/members`, { query });
    assert.equal(count, items.length);
    return items.map(({ id }: { id: string }) => id);
  }
});
