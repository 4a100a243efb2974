import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { bootApp, describeOnEachDatabase } from "../../test/support/app.ts";
import { publishSite } from "../../test/support/published-site.ts";
import { siteEvent } from "../../test/support/site-events.ts";
import type { Database } from "../storage/database/index.ts";
import { aggregateEvents } from "./aggregate.ts";
import { isRolledUp, rollUpEvents } from "./roll-up.ts";

describeOnEachDatabase("the daily sums of events", (suite) => {
  const createSite = () => publishSite(suite.app, { pages: [["Home"]] });

  async function countEvents(siteId: string, column?: string): Promise<unknown[]> {
    const groupBy = column === undefined ? [] : [{ column }];
    const columns = await aggregateEvents(suite.app.context, siteId, { range: "last30Days", groupBy });
    return columns.at(-1)?.values.toSorted() ?? [];
  }

  const batchCount = async (siteId: string) =>
    (
      await suite.app.context.database.read
        .selectFrom("site_event_batches")
        .where("site_id", "=", siteId)
        .select("id")
        .execute()
    ).length;

  test("have each event once, with many processes that take and add them at the same time", async () => {
    const { id } = await createSite();
    const other = await bootApp(suite.environment);
    try {
      const contexts = [suite.app.context, other.context];
      const counted: number[] = [];
      let isDone = false;
      const taking = contexts.map(async ({ events }, process) => {
        for (let i = 0; i < 20; i++) {
          const visitorId = `${process}-${i}`;
          await events.commit(id, [
            siteEvent("page_view", { session: { visitorId } }),
            siteEvent("search_open"),
          ]);
        }
      });
      const adding = contexts.map(async (context) => {
        for (; !isDone; await sleep(5)) await rollUpEvents(context);
      });
      const counting = (async () => {
        for (; !isDone; await sleep(5)) counted.push(Number((await countEvents(id))[0]));
      })();
      await Promise.all(taking);
      isDone = true;
      await Promise.all([...adding, counting]);
      await rollUpEvents(other.context);
      assert.deepEqual(await countEvents(id), [80]);
      assert.deepEqual(await countEvents(id, "eventType"), [40, 40]);
      assert.equal(await batchCount(id), 0);
      // Counts never went back, and never exceeded the number of events.
      assert.ok(counted.length > 0);
      assert.deepEqual(
        counted,
        counted.toSorted((a, b) => a - b),
      );
      assert.ok(Math.max(...counted) <= 80);
    } finally {
      await other.close();
    }
  });

  test("have all events of large requests that arrive at the same time", async () => {
    const { id } = await createSite();
    const { events } = suite.app.context;
    const views = Array.from({ length: 600 }, (_, i) =>
      siteEvent("page_view", { session: { visitorId: `visitor-${i}` } }),
    );
    const wrong = { ...siteEvent("page_view"), timestamp: "2001-01-01T00:00:00Z" };
    const commits = Array.from({ length: 5 }, () => events.commit(id, views));
    await assert.rejects(events.commit(id, [...views, wrong]), /events\[600\]\.timestamp/);
    await Promise.all(commits);
    assert.deepEqual(await countEvents(id), [3_000]);
    await rollUpEvents(suite.app.context);
    assert.deepEqual(await countEvents(id), [3_000]);
    // Refused events do not count as waiting ones.
    for (let i = 0; i < 40; i++) await assert.rejects(events.commit(id, [...views, wrong]));
    await events.commit(id, views);
    assert.deepEqual(await countEvents(id), [3_600]);
  });

  test("are unchanged if a process ends before its transaction commits", async () => {
    const { id } = await createSite();
    const { context } = suite.app;
    await context.events.commit(id, [siteEvent("page_view"), siteEvent("page_view")]);
    const { database } = context;
    const failing: Database = {
      ...database,
      write: (work, mutexKey, isolation) =>
        database.write(
          async (trx) => {
            const result = await work(trx);
            if (isolation === "snapshot") throw new Error("the process ended");
            return result;
          },
          mutexKey,
          isolation,
        ),
    };
    await assert.rejects(rollUpEvents({ ...context, database: failing }), /the process ended/);
    assert.equal(await batchCount(id), 1);
    assert.deepEqual(await countEvents(id), [2]);
    await rollUpEvents(context);
    assert.equal(await batchCount(id), 0);
    assert.deepEqual(await countEvents(id), [2]);
    assert.ok(await isRolledUp(context));
  });

  test("keep the most frequent values of a field, and count the others together", async () => {
    const { id } = await createSite();
    const { events } = suite.app.context;
    const search = (query: string) => siteEvent("search_type_query", { query });
    const rare = Array.from({ length: 2_100 }, (_, i) => search(`rare ${i}`));
    for (let start = 0; start < rare.length; start += 700)
      await events.commit(id, rare.slice(start, start + 700));
    await events.commit(id, [search("frequent"), search("frequent")]);
    await rollUpEvents(suite.app.context);
    const query = { range: "last30Days", groupBy: [{ column: "eventSearchQuery" }], limit: 3_000 } as const;
    const [queries, counts] = await aggregateEvents(suite.app.context, id, query);
    const countOf = (text: string) => counts?.values[queries?.values.indexOf(text) ?? -1];
    assert.equal(queries?.values.length, 2_001);
    assert.deepEqual([countOf("frequent"), countOf("(other)")], [2, 101]);
    assert.deepEqual(await countEvents(id), [2_102]);
  });

  test("tell visitors without a cookie apart for a day, and forget how", async () => {
    const { context } = suite.app;
    const other = await bootApp(suite.environment);
    try {
      const [first, again, another] = await Promise.all([
        context.events.dailyVisitor("192.0.2.1", "Firefox"),
        other.context.events.dailyVisitor("192.0.2.1", "Firefox"),
        context.events.dailyVisitor("192.0.2.2", "Firefox"),
      ]);
      assert.equal(first, again);
      assert.notEqual(first, another);
      assert.doesNotMatch(first, /192/);
    } finally {
      await other.close();
    }
    const salts = () => context.database.read.selectFrom("visitor_salts").select("salt").execute();
    assert.equal((await salts()).length, 1);
    await rollUpEvents(context);
    assert.equal((await salts()).length, 1);
    const time = context.clock.time() + 86_400_000;
    await rollUpEvents({ ...context, clock: { time: () => time, now: () => new Date(time).toISOString() } });
    assert.equal((await salts()).length, 0);
  });
});
