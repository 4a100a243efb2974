import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnce } from "../../../test/support/app.ts";
import { plansOf } from "../../../test/support/statements.ts";

// SQLite plans without statistics, so its plans depend on the statements alone.
describeOnce("a save of blocks", (suite) => {
  test("finds the revisions that it is based on by their ids, not among all of the space", async () => {
    const { app } = suite;
    const space = await app.space();
    const page = await app.page(space.path, "Page", { document: { markdown: "a" } });
    const { id: revision } = await app.ok(app.admin, `GET ${space.path}/content`);
    await app.page(space.path, "Other");
    const plans = await plansOf(app, /ancestors|"request_hash" = /, async () => {
      await app.ok(app.admin, `POST ${space.path}/content/page/${page}/blocks`, {
        body: { revision, changes: [] },
      });
    });
    assert.equal(plans.length, 2);
    const [ancestors = "", requests = ""] = plans;
    assert.match(ancestors, /SEARCH r USING PRIMARY KEY \(space_id=\? AND id=\?\)/);
    assert.match(requests, /block_saves_by_request \(space_id=\? AND request_hash=\?\)/);
  });
});
