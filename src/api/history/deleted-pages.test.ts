import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnce } from "../../../test/support/app.ts";
import { plansOf } from "../../../test/support/statements.ts";

describeOnce("the deleted pages of a space", (suite) => {
  test("are counted and listed without reading the other changes of its history", async () => {
    const { app } = suite;
    const space = await app.space();
    for (const search of ["", "?search=word"]) {
      const plans = await plansOf(app, /from "page_changes" as "gone"/, () =>
        app.ok(app.admin, `GET ${space.path}/content/deleted-pages${search}`),
      );
      assert.equal(plans.length, 2);
      for (const plan of plans) assert.match(plan, /^SEARCH gone USING INDEX page_changes_by_deletion/);
    }
  });
});
