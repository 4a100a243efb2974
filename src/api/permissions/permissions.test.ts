import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../test/support/app.ts";
import { type Role, roles } from "../../identity/roles/library-item-roles.ts";

interface Listed {
  permission: Role;
  user: { id: string };
}

describeOnEachDatabase("permissions on spaces and collections", (suite) => {
  for (const kind of ["space", "collection"] as const) {
    test(`are granted, listed, changed and revoked on a ${kind}`, async () => {
      const { app } = suite;
      const { path } = await app[kind]();
      const [user, other] = [await app.member(null), await app.member("read")];
      const team = await app.team("T", [other]);
      const body = { role: "edit", users: [user.id, user.id], teams: [team.id] };
      assert.equal((await app.call(app.admin, `POST ${path}/permissions`, { body })).status, 204);
      const users = await app.ok(app.admin, `GET ${path}/permissions/users`);
      assert.deepEqual(users, {
        count: 1,
        items: [{ permission: "edit", user: await app.ok(user, "GET /user") }],
      });
      const teams = await app.ok(app.admin, `GET ${path}/permissions/teams`);
      assert.deepEqual([teams.count, teams.items[0].permission, teams.items[0].team.title], [1, "edit", "T"]);
      assert.equal(teams.items[0].team.spaces, kind === "space" ? 1 : 0);
      await app.ok(user, `GET ${path}`);

      const change = { body: { role: "comment" } };
      const userPath = `${path}/permissions/users/${user.id}`;
      const teamPath = `${path}/permissions/teams/${team.id}`;
      assert.equal((await app.call(app.admin, `PATCH ${userPath}`, change)).status, 204);
      await app.ok(app.admin, `PATCH ${teamPath}`, change);
      assert.equal((await app.ok(app.admin, `GET ${path}/permissions/users`)).items[0].permission, "comment");
      assert.equal((await app.ok(app.admin, `GET ${path}/permissions/teams`)).items[0].permission, "comment");
      assert.equal((await app.call(app.admin, `DELETE ${userPath}`)).status, 205);
      assert.equal((await app.call(app.admin, `DELETE ${teamPath}`)).status, 205);
      await app.refused(user, `GET ${path}`, 404, /not found/);
      for (const removed of [userPath, teamPath]) {
        assert.equal((await app.call(app.admin, `DELETE ${removed}`)).status, 204);
        await app.refused(app.admin, `PATCH ${removed}`, 404, /permission not found/, change);
      }
    });

    test(`are changed only by admins of the ${kind}, and only for members of the organization`, async () => {
      const { app } = suite;
      const { path } = await app[kind]();
      const creator = await app.member("create");
      const stranger = await app.stranger();
      const post = `POST ${path}/permissions`;
      const body = { role: "read", users: [creator.id] };
      await app.refused(creator, post, 403, /role admin/, { body });
      await app.refused(stranger, post, 404, /not found/, { body });
      const other = await app.organization();
      const { id: foreign } = await app.ok(other.admin, `PUT /orgs/${other.id}/teams`, {
        body: { title: "F" },
      });
      const invalid = [
        [{ role: "read" }, 400, /users or teams/],
        [{ role: "read", users: [] }, 400, /^users/],
        [{ role: "owner", users: [creator.id] }, 400, /^role/],
        [{ users: [creator.id] }, 400, /^role: is required/],
        [{ role: "read", users: [creator.id, stranger.id] }, 404, /^users: Member/],
        [{ role: "read", users: [creator.id], teams: [foreign] }, 404, /^teams: Team/],
      ] as const;
      for (const [sent, status, message] of invalid)
        await app.refused(app.admin, post, status, message, { body: sent });
      assert.equal((await app.ok(app.admin, `GET ${path}/permissions/users`)).count, 0);
      await app.give(path, "admin", { users: [creator] });
      await app.ok(creator, post, { body });
      await app.refused(creator, post, 403, /role admin/, { body });
    });
  }

  test("are hidden from guests who are not admins of the item", async () => {
    const { app } = suite;
    const guest = await app.member(null);
    const { path } = await app.space();
    await app.give(path, "read", { users: [guest] });
    for (const list of ["aggregate", "users", "teams"])
      await app.refused(guest, `GET ${path}/permissions/${list}`, 403, /Guests do not see/);
    await app.give(path, "admin", { users: [guest] });
    for (const list of ["aggregate", "users", "teams"])
      await app.ok(guest, `GET ${path}/permissions/${list}`);
  });

  test("are resolved by precedence, and the aggregate lists the result for all members", async () => {
    const { app } = suite;
    const { id: organization, admin } = await app.organization();
    const people = Object.fromEntries(
      await Promise.all(
        [null, ...roles].map(
          async (role) => [String(role), await app.member(role, organization, admin)] as const,
        ),
      ),
    );
    const personOf = (name: string) => {
      const person = people[name];
      assert.ok(person);
      return person;
    };
    const outer = await app.collection({}, organization, admin);
    const inner = await app.collection({ parent: outer.id }, organization, admin);
    const space = await app.space({ parent: inner.id }, organization, admin);
    const give = (path: string, role: Role, ...names: string[]) =>
      app.ok(admin, `POST ${path}/permissions`, {
        body: { role, users: names.map((name) => personOf(name).id) },
      });
    const giveToTeam = async (path: string, role: Role, ...names: string[]) => {
      const body = { title: "T", members: names.map((name) => personOf(name).id) };
      const { id } = await app.ok(admin, `PUT /orgs/${organization}/teams`, { body });
      await app.ok(admin, `POST ${path}/permissions`, { body: { role, teams: [id] } });
    };
    await give(outer.path, "review", "null", "edit");
    await giveToTeam(outer.path, "admin", "read");
    await giveToTeam(inner.path, "comment", "edit");
    await giveToTeam(inner.path, "create", "edit");
    await app.ok(admin, `PATCH ${inner.path}`, { body: { defaultLevel: "read" } });
    await give(space.path, "comment", "create");
    const expected: Record<string, Role> = {
      null: "review",
      admin: "admin",
      create: "comment",
      review: "read",
      edit: "create",
      comment: "read",
      read: "read",
    };
    const all = await app.ok(admin, `GET ${space.path}/permissions/aggregate`);
    assert.equal(all.count, 8);
    for (const [name, role] of Object.entries(expected)) {
      const found = all.items.find(({ user }: Listed) => user.id === personOf(name).id);
      assert.equal(found?.permission, role, `${name} does not have ${role}`);
      const { permissions } = await app.ok(personOf(name), `GET ${space.path}`);
      const held = [permissions.admin, permissions.merge, permissions.edit, permissions.comment];
      const rank = roles.indexOf(role);
      assert.deepEqual(held, [rank <= 0, rank <= 2, rank <= 3, rank <= 4], name);
    }
    const readers = await app.ok(admin, `GET ${space.path}/permissions/aggregate`, {
      query: { role: "read" },
    });
    assert.equal(readers.count, 3);
    assert.ok(readers.items.every(({ permission }: Listed) => permission === "read"));
    await app.refused(admin, `GET ${space.path}/permissions/aggregate`, 400, /^role/, {
      query: { role: "x" },
    });
    const { items } = await app.ok(admin, `GET ${inner.path}/permissions/aggregate`, { query: { limit: 3 } });
    assert.equal(items.length, 3);
    const lonely = await app.space({}, organization, admin);
    assert.equal((await app.ok(admin, `GET ${lonely.path}/permissions/aggregate`)).count, 7);
  });
});
