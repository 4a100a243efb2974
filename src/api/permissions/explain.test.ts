import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Person } from "../../../test/support/app.ts";

interface Step {
  readonly source: string;
  readonly role: string;
  readonly decisive: boolean;
  readonly item?: { readonly id: string };
  readonly teams?: readonly { readonly title: string }[];
}

describeOnEachDatabase("the explanation of a role", (suite) => {
  const explain = async (path: string, { id }: Person, caller = suite.app.admin) => {
    const { permission, steps, disabled } = await suite.app.ok(
      caller,
      `GET ${path}/permissions/users/${id}/explanation`,
    );
    const rows = (steps as Step[]).map(({ source, role, decisive, item, teams }) =>
      [source, role, decisive, item?.id, teams?.map(({ title }) => title).join()].filter(
        (v) => v !== undefined,
      ),
    );
    return { permission, disabled, steps: rows };
  };

  /** The role that the list of all members' roles shows, which is computed by another query. */
  const listedRole = async (path: string, { id }: Person) => {
    const { items } = await suite.app.ok(suite.app.admin, `GET ${path}/permissions/aggregate`, {
      query: { limit: 1000 },
    });
    return items.find(({ user }: { user: { id: string } }) => user.id === id)?.permission ?? null;
  };

  test("lists all roles that apply, the decisive one first", async () => {
    const { app } = suite;
    const person = await app.member("edit");
    const collection = await app.collection();
    await app.ok(app.admin, `PATCH ${collection.path}`, { body: { defaultLevel: "comment" } });
    const space = await app.space({ parent: collection.id });
    const [writers, readers, owners] = [
      await app.team("Writers", [person]),
      await app.team("Readers", [person]),
      await app.team("Owners", [person]),
    ];
    const expectSteps = async (...steps: unknown[][]) => {
      const explained = await explain(space.path, person);
      assert.deepEqual(explained.steps, steps);
      assert.equal(explained.permission, steps[0]?.[1]);
      assert.equal(explained.permission, await listedRole(space.path, person));
    };
    const byDefault = ["default-level", "comment", true, collection.id];
    const byOrganization = ["organization", "edit", false];
    await expectSteps(byDefault, byOrganization);
    await app.give(collection.path, "review", { teams: [writers, owners] });
    await app.give(collection.path, "read", { teams: [readers] });
    const byTeams = ["team", "review", true, collection.id, "Writers,Owners"];
    await expectSteps(byTeams, byDefault.with(2, false), byOrganization);
    await app.give(space.path, "read", { users: [person] });
    await expectSteps(
      ["user", "read", true, space.id],
      byTeams.with(2, false),
      byDefault.with(2, false),
      byOrganization,
    );
    assert.deepEqual((await explain(collection.path, person)).steps[0], byTeams);
  });

  test("shows admins, guests, disabled members and strangers", async () => {
    const { app } = suite;
    const space = await app.space();
    await app.ok(app.admin, `PATCH ${space.path}`, { body: { defaultLevel: "edit" } });
    const [admin, guest, other] = [
      await app.member("admin"),
      await app.member(null),
      await app.member("read"),
    ];
    assert.deepEqual(await explain(space.path, admin), {
      permission: "admin",
      disabled: false,
      steps: [
        ["organization", "admin", true],
        ["default-level", "edit", false, space.id],
      ],
    });
    assert.deepEqual(await explain(space.path, guest), { permission: null, disabled: false, steps: [] });
    await app.ok(app.admin, `PATCH /orgs/${app.organizationId}/members/${other.id}`, {
      body: { disabled: true },
    });
    const disabled = await explain(space.path, other);
    assert.deepEqual([disabled.permission, disabled.disabled], [null, true]);
    assert.ok(disabled.steps.every(([, , decisive]) => decisive === false));
    const stranger = await app.stranger();
    await app.refused(
      app.admin,
      `GET ${space.path}/permissions/users/${stranger.id}/explanation`,
      404,
      /Member not found/,
    );
    await app.refused(
      guest,
      `GET ${space.path}/permissions/users/${guest.id}/explanation`,
      404,
      /Space not found/,
    );
  });

  test("hides collections from a guest who is an admin of the space only", async () => {
    const { app } = suite;
    const [guest, person] = [await app.member(null), await app.member("read")];
    const collection = await app.collection({ title: "Hidden" });
    const space = await app.space({ parent: collection.id });
    const team = await app.team("Hidden too", [person]);
    await app.give(collection.path, "edit", { teams: [team] });
    await app.give(space.path, "admin", { users: [guest] });
    const reply = await app.ok(guest, `GET ${space.path}/permissions/users/${person.id}/explanation`);
    assert.equal(reply.permission, "edit");
    assert.deepEqual(reply.steps[0], { source: "team", role: "edit", decisive: true });
    assert.ok(!JSON.stringify(reply).includes("Hidden"));
  });
});
