import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Person } from "../../../test/support/app.ts";
import { assertYields } from "../../../test/support/linear.ts";
import { notifyMergeFailed, removeOldNotifications } from "../../notifications/index.ts";
import { addMilliseconds } from "../../platform/index.ts";
import { purgeSpaces } from "../spaces/index.ts";

const day = 24 * 60 * 60_000;

describeOnEachDatabase("notifications", (suite) => {
  const rowsOf = ({ id }: Person) =>
    suite.app.context.database.read
      .selectFrom("notifications")
      .where("user_id", "=", id)
      .selectAll()
      .orderBy("id")
      .execute();

  /** A space with comments that mention users. */
  async function createMentions(...people: readonly Person[]) {
    const { app } = suite;
    const space = await app.space();
    for (const { id } of people)
      await app.comment(space.path, {
        body: { markdown: `[@Name](/users/${id} "mention") ${"*a_".repeat(200)}` },
      });
    return space;
  }

  test("are listed without stopping others, and removed after 90 days or beyond 1,000 of a member", async () => {
    const { app } = suite;
    const [one, other] = [await app.member("read"), await app.member("read")];
    const space = await createMentions(one, other);
    const { database, clock } = app.context;
    const [row] = await rowsOf(one);
    const now = clock.now();
    assert.ok(row);
    await database.write(async (trx) => {
      for (let start = 0; start < 1300; start += 100)
        await trx
          .insertInto("notifications")
          .values(
            Array.from({ length: 100 }, (_, i) => ({
              ...row,
              id: `${start + i}-${one.id}`,
              group_key: String(start + i),
              updated_at: addMilliseconds(now, -day - start - i),
            })),
          )
          .execute();
      await trx
        .updateTable("notifications")
        .where("user_id", "=", other.id)
        .set({ updated_at: addMilliseconds(now, -91 * day) })
        .execute();
    });
    await assertYields(() => app.ok(one, `GET /orgs/${app.organizationId}/notifications?limit=300`));
    await removeOldNotifications(app.context);
    const kept = await rowsOf(one);
    assert.deepEqual([kept.length, (await rowsOf(other)).length], [1000, 0]);
    assert.ok(kept.some(({ id }) => id === row.id));
    assert.ok(kept.every(({ group_key }) => group_key === row.group_key || Number(group_key) < 999));
    await app.call(app.admin, `DELETE ${space.path}`);
  });

  test("follow a transferred space as far as their users do, and end with a purged one", async () => {
    const { app } = suite;
    const [staying, moving] = [await app.member("read"), await app.member("read")];
    const space = await createMentions(staying, moving);
    const { id: organization, admin } = await app.organization();
    await app.ok(admin, `POST /orgs/${organization}/invites`, {
      body: { emails: [app.admin.email, moving.email], role: "create" },
    });
    await app.ok(app.admin, `POST ${space.path}/transfer`, { body: { organization } });
    assert.equal((await rowsOf(staying)).length, 0);
    const { items } = await app.ok(moving, `GET /orgs/${organization}/notifications`);
    assert.deepEqual(
      items.map(({ kind, space: { id } }: { kind: string; space: { id: string } }) => [kind, id]),
      [["mentioned", space.id]],
    );
    assert.equal((await app.ok(moving, `GET /orgs/${app.organizationId}/notifications`)).count, 0);

    await app.call(admin, `DELETE ${space.path}`);
    assert.equal((await app.ok(moving, `GET /orgs/${organization}/notifications`)).count, 0);
    await app.context.database.write((trx) =>
      trx.updateTable("contents").where("id", "=", space.id).set({ deleted_at: "2020-01-01" }).execute(),
    );
    await purgeSpaces(app.context);
    assert.equal((await rowsOf(moving)).length, 0);
  });

  test("of a merge that the server failed to do reach the owners and who scheduled it", async () => {
    const { app } = suite;
    const [owner, scheduler] = [await app.member("create"), await app.member("review")];
    const space = await app.space();
    const { id } = await app.ok(owner, `POST ${space.path}/change-requests`, { body: {} });
    const ref = { id, space_id: space.id, organization_id: app.organizationId };
    const { database, clock } = app.context;
    await database.write((trx) =>
      notifyMergeFailed(trx, ref, { scheduledBy: scheduler.id, reason: "conflicts", now: clock.now() }),
    );
    for (const person of [owner, scheduler]) {
      const { items } = await app.ok(person, `GET /orgs/${app.organizationId}/notifications`);
      assert.deepEqual(
        [items[0].kind, items[0].reason, items[0].actor],
        ["merge-failed", "conflicts", undefined],
      );
    }
  });

  test("are told once if a transaction is repeated, and to all who are told at the same time", async () => {
    const { app } = suite;
    const readers = await Promise.all(Array.from({ length: 4 }, () => app.member("read")));
    const space = await app.space();
    const markdown = readers.map(({ id }) => `[@Name](/users/${id} "mention")`).join(" ");
    const { id } = await app.comment(space.path, { body: { markdown } });
    await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        app.ok(app.admin, `POST ${space.path}/comments/${id}/replies`, {
          body: { body: { markdown: i % 2 ? markdown : "Yes" } },
        }),
      ),
    );
    for (const reader of readers) {
      const rows = await rowsOf(reader);
      assert.deepEqual(
        rows.map(({ kind, count }) => [kind, count]),
        Array.from({ length: 5 }, () => ["mentioned", 1]),
      );
    }
  });
});
