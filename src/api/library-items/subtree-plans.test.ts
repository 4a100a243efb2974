import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnce } from "../../../test/support/app.ts";
import { plansOf } from "../../../test/support/statements.ts";

// SQLite plans without statistics, so its plans depend on the statements alone.
describeOnce("the items in collections", (suite) => {
  test("are found by their parents, and not among all items of the organization", async () => {
    const { app } = suite;
    const { admin, organizationId } = app;
    const organization = `/orgs/${organizationId}`;
    const [team, member] = [await app.team(), await app.member(null)];
    const collection = await app.collection();
    const parent = await app.collection();
    const plans = await plansOf(app, /with recursive/, async () => {
      await app.ok(admin, `GET ${team.path}`);
      await app.ok(admin, `GET ${organization}/members/${member.id}`);
      await app.ok(admin, `POST ${collection.path}/move`, { body: { parent: parent.id } });
    });
    const byParent =
      /SEARCH \w+ USING COVERING INDEX contents_by_parent \(parent_id=\? AND organization_id=\?\)/;
    const descending = plans.filter((plan) => /granted|subtree/.test(plan));
    assert.equal(descending.length, 3);
    for (const plan of descending) assert.match(plan, byParent);
  });
});
