import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { aggregateEvents } from "../../src/insights/aggregate.ts";
import { rollUpEvents } from "../../src/insights/roll-up.ts";
import { bootApp, describeOnEachDatabase } from "../support/app.ts";
import { createTestDatabase } from "../support/databases.ts";
import { publishSite } from "../support/published-site.ts";
import { runLectern } from "../support/server.ts";
import { siteEvent } from "../support/site-events.ts";

describeOnEachDatabase("a backup of a server whose sites are read", (suite) => {
  test("has the events and their sums, but no salt of visitors, not even a deleted one", async (t) => {
    const { app, environment, kind } = suite;
    const { context } = app;
    const { id } = await publishSite(app, { pages: [["Home"]] });
    const tomorrow = context.clock.time() + 86_400_000;
    const clock = { time: () => tomorrow, now: () => new Date(tomorrow).toISOString() };
    const salts: string[] = [];
    const track = async (type: "page_view" | "search_open") => {
      const visitorId = await context.events.dailyVisitor("192.0.2.1", "Firefox");
      await context.events.commit(id, [siteEvent(type, { session: { visitorId } })]);
      const rows = await context.database.read.selectFrom("visitor_salts").select("salt").execute();
      salts.push(...rows.map(({ salt }) => salt));
    };
    await track("page_view");
    // Deletes the first salt. Another process makes a new one, which has not been deleted when the backup is made.
    await rollUpEvents({ ...context, clock });
    const other = await bootApp(environment);
    await other.context.events.dailyVisitor("192.0.2.1", "Firefox");
    await other.close();
    await track("search_open");
    assert.equal(salts.length, 2);
    assert.notEqual(salts[0], salts[1]);

    const file = join(environment.LECTERN_DATA_DIR ?? "", "numbers.backup");
    const written = await runLectern(environment, "backup", file);
    assert.equal(written.code, 0, written.stderr);
    const bytes = readFileSync(file);
    assert.ok(bytes.includes(id));
    for (const salt of salts) assert.ok(!bytes.includes(salt));

    const empty = await createTestDatabase(kind);
    const restored = await runLectern(empty.environment, "restore", file);
    assert.equal(restored.code, 0, restored.stderr);
    const copy = await bootApp(empty.environment);
    t.after(() => copy.close().then(empty.remove));
    const query = { range: "last7Days", groupBy: [{ column: "eventType" }] } as const;
    const counted = await aggregateEvents(copy.context, id, query);
    assert.deepEqual(counted, await aggregateEvents(context, id, query));
    assert.deepEqual(
      counted.map(({ values }) => values),
      [
        ["page_view", "search_open"],
        [1, 1],
      ],
    );
    const sums = await copy.context.database.read.selectFrom("site_event_sums").select("day").execute();
    assert.ok(sums.length > 0);
  });
});
