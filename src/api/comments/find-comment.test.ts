import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { describeOnEachDatabase } from "../../../test/support/app.ts";
import { withPresentedColumns } from "./store.ts";

describeOnEachDatabase("finding a comment", (suite) => {
  test("does not read all users on PostgreSQL if the known resolvers are the first users", async (t) => {
    if (suite.kind === "sqlite") return t.skip("SQLite has no merge joins");
    const { app } = suite;
    const space = await app.space();
    const comment = await app.comment(space.path);
    const { database } = app.context;
    await database.write(async (trx) => {
      const users = sql`select 'zz' || n, 'zz' || n || '@example.com', '', '', ${app.context.clock.now()} from generate_series(1, 5000) as n`;
      await sql`insert into users (id, email, display_name, search_text, created_at) ${users}`.execute(trx);
      const row = trx.selectFrom("comments").where("id", "=", comment.id).selectAll();
      const copy = await row.executeTakeFirstOrThrow();
      const resolved = { ...copy, status: "resolved" as const, resolved_by: app.admin.id };
      const copies = Array.from({ length: 500 }, (_, i) => ({ ...resolved, id: `zz${i}` }));
      await trx.insertInto("comments").values(copies).execute();
    });
    await database.write((trx) => sql`analyze`.execute(trx));
    const found = database.read
      .selectFrom("comments")
      .where("comments.organization_id", "=", app.organizationId)
      .where("comments.place_id", "=", space.id)
      .where("comments.id", "=", comment.id);
    const query = withPresentedColumns(found);
    assert.equal((await query.executeTakeFirst())?.posted_by, app.admin.id);
    assert.doesNotMatch(JSON.stringify(await query.explain()), /Merge/);
  });
});
