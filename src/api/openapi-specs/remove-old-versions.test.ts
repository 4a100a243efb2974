import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../test/support/app.ts";
import { removeOldVersions } from "./remove-old-versions.ts";

describeOnEachDatabase("old versions of a spec", (suite) => {
  test("are removed beyond the newest hundred, except those that pages are in step with", async () => {
    const { app } = suite;
    const { database, clock } = app.context;
    const organization_id = app.organizationId;
    const space = await app.space();
    const { id: spec_id } = await app.ok(app.admin, `PUT /orgs/${organization_id}/openapi/many`, {
      body: { source: { text: "openapi: 3.1.0\ninfo: { title: Many, version: '1' }\npaths: {}\n" } },
    });
    const columns = { hash: "h", filesystem: "f", entry: "e", format: "yaml", files: "{}" } as const;
    const rows = Array.from({ length: 105 }, (_, i) => ({
      ...{ id: `version-${i + 1}-of-${spec_id}`, organization_id, spec_id, number: i + 1 },
      ...{ ...columns, created_at: clock.now() },
    }));
    const inStep = rows[1]?.id ?? "";
    await database.write(async (trx) => {
      await trx.insertInto("openapi_versions").values(rows).execute();
      const user = { user_id: app.admin.id, created_by: app.admin.id };
      const none = { parent_id: null, error: null, synced_at: null, revision_id: null, pages: null };
      const proposed = { change_request_id: null, proposed_version_id: null, proposed_pages: null };
      const numbers = { has_models: 0, sync_number: 0, page_count: 0, deleted_count: 0 } as const;
      const times = { created_at: clock.now(), updated_at: clock.now() };
      const kinds = { page_grouping: "tag", delivery: "primary", state: "complete" } as never;
      await trx
        .insertInto("openapi_page_sets")
        .values({
          ...{ id: `pages-of-${spec_id}`, organization_id, spec_id, space_id: space.id, version_id: inStep },
          ...{ ...user, ...none, ...proposed, ...numbers, ...times, ...(kinds as object) },
        } as never)
        .execute();
    });
    assert.equal(await removeOldVersions(app.context, true), 4);
    assert.equal(await removeOldVersions(app.context), 4);
    assert.equal(await removeOldVersions(app.context), 0);
    const left = await database.read
      .selectFrom("openapi_versions")
      .where("spec_id", "=", spec_id)
      .orderBy("number")
      .select("number")
      .execute();
    assert.deepEqual(
      left.slice(0, 2).map(({ number }) => number),
      [2, 6],
    );
    assert.equal(left.length, 101);
    const { removed_at } = await database.read
      .selectFrom("repositories")
      .innerJoin("openapi_specs", "openapi_specs.repository_id", "repositories.id")
      .where("openapi_specs.id", "=", spec_id)
      .select("repositories.removed_at")
      .executeTakeFirstOrThrow();
    assert.ok(removed_at);
  });
});
