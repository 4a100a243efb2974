import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Person, uniqueName } from "../../../test/support/app.ts";
import type { Role } from "./library-item-roles.ts";
import { resolveLibraryItemRoles } from "./library-item-roles.ts";

interface Grants {
  readonly parent?: string;
  readonly defaultLevel?: Role;
  readonly users?: readonly (readonly [Person, Role])[];
  readonly teams?: readonly (readonly [{ id: string }, Role])[];
}

describeOnEachDatabase("roles on spaces and collections", (suite) => {
  async function createItem(
    kind: "space" | "collection",
    { parent, defaultLevel, users = [], teams = [] }: Grants = {},
  ): Promise<string> {
    const id = uniqueName();
    const organization_id = suite.app.organizationId;
    await suite.app.context.database.write(async (trx) => {
      await trx
        .insertInto("contents")
        .values({
          id,
          organization_id,
          kind,
          parent_id: parent ?? null,
          default_level: defaultLevel ?? null,
          title: "T",
          position: "a0",
        })
        .execute();
      for (const [person, role] of users) {
        await trx
          .insertInto("content_user_grants")
          .values({ organization_id, content_id: id, user_id: person.id, role })
          .execute();
      }
      for (const [team, role] of teams) {
        await trx
          .insertInto("content_team_grants")
          .values({ organization_id, content_id: id, team_id: team.id, role })
          .execute();
      }
    });
    return id;
  }

  async function findRole(id: string, person: Person, role: Role | null): Promise<Role | undefined> {
    const member = { organizationId: suite.app.organizationId, userId: person.id, role };
    return (await resolveLibraryItemRoles(suite.app.context.database.read, member, [id])).get(id);
  }

  test("are those of the nearest grant, not of the highest", async () => {
    const { app } = suite;
    const [person, other] = [await app.member("create"), await app.member("create")];
    const team = await app.team("T", [person]);
    const otherTeam = await app.team("B", [person]);
    const outer = await createItem("collection", { defaultLevel: "review" });
    const inner = await createItem("collection", { parent: outer, users: [[person, "edit"]] });

    assert.equal(await findRole(await createItem("space"), person, "create"), "create");
    assert.equal(
      await findRole(await createItem("space", { defaultLevel: "read" }), person, "create"),
      "read",
    );
    const teams = [
      [team, "comment"],
      [otherTeam, "edit"],
    ] as const;
    assert.equal(
      await findRole(
        await createItem("space", { defaultLevel: "read", teams: [...teams] }),
        person,
        "create",
      ),
      "edit",
    );
    const item = await createItem("space", {
      defaultLevel: "admin",
      teams: [...teams],
      users: [[person, "read"]],
    });
    assert.equal(await findRole(item, person, "create"), "read");
    assert.equal(await findRole(item, other, "create"), "admin");
    assert.equal(await findRole(await createItem("space", { parent: inner }), person, "create"), "edit");
    assert.equal(await findRole(await createItem("space", { parent: inner }), other, "create"), "review");
    assert.equal(
      await findRole(await createItem("space", { parent: inner, defaultLevel: "comment" }), person, "create"),
      "comment",
    );
  });

  test("are admin for organization admins, and only granted ones for guests", async () => {
    const { app } = suite;
    const guest = await app.member(null);
    const team = await app.team("G", [guest]);
    const space = await createItem("space", { defaultLevel: "read", users: [[app.admin, "read"]] });
    assert.equal(await findRole(space, app.admin, "admin"), "admin");
    assert.equal(await findRole(space, guest, null), undefined);
    const granted = await createItem("collection", { teams: [[team, "comment"]] });
    assert.equal(
      await findRole(await createItem("space", { parent: granted, defaultLevel: "admin" }), guest, null),
      "comment",
    );
  });

  test("are resolved for several items in one call, without items of other organizations", async () => {
    const { app } = suite;
    const person = await app.member("read");
    const ids = [await createItem("space", { users: [[person, "edit"]] }), await createItem("space")];
    const { id: otherOrganizationId } = await app.organization();
    const member = { organizationId: app.organizationId, userId: person.id, role: "read" as const };
    const { read } = app.context.database;
    const roles = await resolveLibraryItemRoles(read, member, [...ids, "unknown"]);
    assert.deepEqual(
      [...roles].sort(),
      [
        [ids[0], "edit"],
        [ids[1], "read"],
      ].sort(),
    );
    assert.equal(
      (await resolveLibraryItemRoles(read, { ...member, organizationId: otherOrganizationId }, ids)).size,
      0,
    );
    assert.equal((await resolveLibraryItemRoles(read, member, [])).size, 0);
  });
});
