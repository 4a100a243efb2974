import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../test/support/app.ts";

describeOnEachDatabase("teams", (suite) => {
  const teams = () => `/orgs/${suite.app.organizationId}/teams`;

  test("a team is created, read, renamed and deleted", async () => {
    const { app } = suite;
    const member = await app.member("read");
    const created = await app.call(app.admin, `PUT ${teams()}`, {
      body: { title: "Writers", members: [member.id] },
    });
    assert.equal(created.status, 201);
    const { id, createdAt } = created.body;
    assert.deepEqual(created.body, {
      object: "team",
      id,
      title: "Writers",
      members: 1,
      spaces: 0,
      createdAt,
      permissions: { admin: true, view: true },
    });
    assert.equal(created.headers.location, `http://127.0.0.1:4400/v1${teams()}/${id}`);
    assert.deepEqual(await app.ok(app.admin, `GET ${teams()}/${id}`), created.body);

    const renamed = await app.ok(app.admin, `PATCH ${teams()}/${id}`, { body: { title: "Editors" } });
    assert.deepEqual(renamed, { ...created.body, title: "Editors" });

    assert.equal((await app.call(app.admin, `DELETE ${teams()}/${id}`)).status, 204);
    await app.refused(app.admin, `GET ${teams()}/${id}`, 404, /Team not found/);
    const memberAfterwards = await app.ok(app.admin, `GET /orgs/${app.organizationId}/members/${member.id}`);
    assert.equal(memberAfterwards.teams, 0);
  });

  test("a title has 1 to 64 characters", async () => {
    const { app } = suite;
    await app.refused(app.admin, `PUT ${teams()}`, 400, /title: is required/, { body: {} });
    await app.refused(app.admin, `PUT ${teams()}`, 400, /title: must be at least 1 character long/, {
      body: { title: "" },
    });
    await app.refused(app.admin, `PUT ${teams()}`, 400, /title: must be at most 64 characters/, {
      body: { title: "x".repeat(65) },
    });
    await app.ok(app.admin, `PUT ${teams()}`, { body: { title: "😀".repeat(64) } });
    const { path } = await app.team();
    await app.refused(app.admin, `PATCH ${path}`, 400, /title: must be string/, { body: { title: 7 } });
  });

  test("a team with an unknown member is not created", async () => {
    const { app } = suite;
    const stranger = await app.stranger();
    const before = await app.ok(app.admin, `GET ${teams()}`);
    const body = { title: "Nobody", members: [app.admin.id, stranger.id] };
    await app.refused(app.admin, `PUT ${teams()}`, 400, new RegExp(`members\\[1\\].*${stranger.id}`), {
      body,
    });
    assert.equal((await app.ok(app.admin, `GET ${teams()}`)).count, before.count);
  });

  test("teams are filtered by title, ignoring case and accents, and by who manages them", async () => {
    const { app } = suite;
    const owner = await app.member("read");
    const { id, path } = await app.team("Équipe 100% Docs_x");
    await app.team("Something else");
    await app.ok(app.admin, `PUT ${path}/members/${owner.id}`, { body: { role: "owner" } });
    for (const title of ["équipe", "EQUIPE", "100%", "docs_X"]) {
      const found = await app.ok(app.admin, `GET ${teams()}`, { query: { title } });
      assert.deepEqual(
        found.items.map((team: { id: string }) => team.id),
        [id],
        title,
      );
      assert.equal(found.count, 1);
    }
    assert.equal((await app.ok(app.admin, `GET ${teams()}`, { query: { title: "Docs%x" } })).count, 0);
    const owned = await app.ok(app.admin, `GET ${teams()}`, { query: { owner: owner.id } });
    assert.deepEqual(
      owned.items.map((team: { id: string }) => team.id),
      [id],
    );
    const all = await app.ok(app.admin, `GET ${teams()}`);
    assert.equal(
      (await app.ok(app.admin, `GET ${teams()}`, { query: { owner: app.admin.id } })).count,
      all.count,
    );
    assert.equal((await app.ok(app.admin, `GET ${teams()}`, { query: { owner: "nobody" } })).count, 0);
  });

  test("members are added by id or email, given roles, and removed in one request", async () => {
    const { app } = suite;
    const [ada, bob, eve, old] = await Promise.all([
      app.member("read"),
      app.member(null),
      app.member("edit"),
      app.member("read"),
    ]);
    const { path } = await app.team("Mixed", [old]);
    const body = {
      add: [ada.id, bob.email.toUpperCase()],
      memberships: { [eve.email]: { role: "owner" } },
      remove: [old.email],
    };
    const reply = await app.call(app.admin, `PUT ${path}/members`, { body });
    assert.equal(reply.status, 204);
    assert.equal(reply.body, undefined);
    const { items, count } = await app.ok(app.admin, `GET ${path}/members`);
    assert.equal(count, 3);
    const roles = Object.fromEntries(
      items.map((item: { organization: { id: string }; team: { role: string } }) => [
        item.organization.id,
        item.team.role,
      ]),
    );
    assert.deepEqual(roles, { [ada.id]: "member", [bob.id]: "member", [eve.id]: "owner" });
    assert.equal(items[0].organization.object, "member");
    assert.deepEqual(items[0].permissions, { view: true });
    assert.equal((await app.ok(app.admin, `GET ${path}`)).members, 3);
  });

  test("a user in both add and remove is removed", async () => {
    const { app } = suite;
    const person = await app.member("read");
    const { path } = await app.team("Both", [person]);
    await app.ok(app.admin, `PUT ${path}/members`, {
      body: { add: [person.id], memberships: { [person.id]: { role: "owner" } }, remove: [person.email] },
    });
    assert.equal((await app.ok(app.admin, `GET ${path}`)).members, 0);
  });

  test("adding an existing team member keeps their role", async () => {
    const { app } = suite;
    const person = await app.member("read");
    const { path } = await app.team();
    await app.ok(app.admin, `PUT ${path}/members/${person.id}`, { body: { role: "owner" } });
    await app.ok(app.admin, `PUT ${path}/members`, { body: { add: [person.id] } });
    await app.ok(app.admin, `PUT ${path}/members/${person.id}`);
    const { items } = await app.ok(app.admin, `GET ${path}/members`);
    assert.equal(items[0].team.role, "owner");
  });

  test("an unknown user is named in the error, and nothing changes", async () => {
    const { app } = suite;
    const [person, stranger] = [await app.member("read"), await app.stranger()];
    const { path } = await app.team("Whole", [person]);
    for (const [body, message] of [
      [{ remove: [person.id], add: ["nobody@example.com"] }, /add\[0\].*nobody@example\.com/],
      [{ add: [app.admin.id], remove: [stranger.id] }, new RegExp(`remove\\[0\\].*${stranger.id}`)],
      [
        { add: [app.admin.id], memberships: { [stranger.email]: { role: "owner" } } },
        /memberships.*example\.com/,
      ],
      [
        { memberships: { [person.id]: { role: "king" } } },
        /memberships\..*role: must be one of owner, member/,
      ],
      [{ add: person.id }, /add: must be array/],
      [{ add: [7] }, /add\[0\]: must be string/],
    ] as const) {
      await app.refused(app.admin, `PUT ${path}/members`, 400, message, { body });
    }
    const { items } = await app.ok(app.admin, `GET ${path}/members`);
    assert.deepEqual(
      items.map((item: { organization: { id: string } }) => item.organization.id),
      [person.id],
    );
  });

  test("one member is added and removed by id", async () => {
    const { app } = suite;
    const [person, stranger] = [await app.member(null), await app.stranger()];
    const { path } = await app.team();
    assert.equal((await app.call(app.admin, `PUT ${path}/members/${person.id}`)).status, 204);
    await app.refused(app.admin, `PUT ${path}/members/${stranger.id}`, 404, /Member not found/);
    await app.refused(app.admin, `PUT ${path}/members/${person.id}`, 400, /role/, { body: { role: null } });
    assert.equal((await app.call(app.admin, `DELETE ${path}/members/${person.id}`)).status, 204);
    await app.refused(app.admin, `DELETE ${path}/members/${person.id}`, 404, /Team member not found/);
  });

  test("a team owner who is not an admin manages the members of that team only", async () => {
    const { app } = suite;
    const [owner, other] = [await app.member(null), await app.member("edit")];
    const { path } = await app.team();
    const { path: foreign } = await app.team();
    await app.ok(app.admin, `PUT ${path}/members/${owner.id}`, { body: { role: "owner" } });

    await app.ok(owner, `PUT ${path}/members`, { body: { add: [other.id] } });
    await app.ok(owner, `PUT ${path}/members/${other.id}`, { body: { role: "owner" } });
    await app.ok(owner, `DELETE ${path}/members/${other.id}`);
    assert.deepEqual((await app.ok(owner, `GET ${path}`)).permissions, { admin: true, view: true });
    assert.equal((await app.ok(owner, `GET /orgs/${app.organizationId}`)).permissions.ownTeam, true);

    await app.refused(owner, `PATCH ${path}`, 403, /admin/, { body: { title: "Mine" } });
    await app.refused(owner, `DELETE ${path}`, 403, /admin/);
    await app.refused(owner, `PUT ${teams()}`, 403, /admin/, { body: { title: "New" } });
    await app.refused(owner, `PUT ${foreign}/members`, 404, /Team not found/, { body: { add: [other.id] } });
    await app.refused(other, `PUT ${path}/members`, 403, /owners/, { body: { add: [other.id] } });
    await app.refused(other, `DELETE ${path}/members/${owner.id}`, 403, /owners/);
  });

  test("adding members to a team that is deleted concurrently returns success or 404", async () => {
    const { app } = suite;
    const person = await app.member("read");
    for (let round = 0; round < 10; round++) {
      const { path } = await app.team();
      const replies = await Promise.all([
        app.call(app.admin, `PUT ${path}/members`, { body: { add: [person.id] } }),
        app.call(app.admin, `DELETE ${path}`),
        app.call(app.admin, `PUT ${path}/members/${person.id}`),
        app.call(app.admin, `PATCH ${path}`, { body: { title: "Too late" } }),
      ]);
      for (const { status, body } of replies)
        assert.ok([200, 204, 404].includes(status), JSON.stringify(body));
    }
  });

  test("a guest sees only the teams they are in; an outsider sees none", async () => {
    const { app } = suite;
    const [guest, reader] = [await app.member(null), await app.member("read")];
    const { path: own } = await app.team("Own", [guest]);
    const { path: foreign } = await app.team();
    assert.deepEqual((await app.ok(guest, `GET ${own}`)).permissions, { admin: false, view: true });
    await app.refused(guest, `GET ${foreign}`, 404, /Team not found/);
    await app.refused(guest, `GET ${teams()}`, 403, /role read/);
    assert.deepEqual((await app.ok(reader, `GET ${foreign}`)).permissions, { admin: false, view: true });
    const { admin: outsider, id: otherOrganization } = await app.organization();
    await app.refused(outsider, `GET ${own}`, 404, /Organization not found/);
    const teamId = own.split("/").at(-1);
    await app.refused(outsider, `GET /orgs/${otherOrganization}/teams/${teamId}`, 404, /Team not found/);
    await app.refused(outsider, `DELETE /orgs/${otherOrganization}/teams/${teamId}`, 404, /Team not found/);
  });
});
