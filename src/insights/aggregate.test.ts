import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../test/support/app.ts";
import { publishSite } from "../../test/support/published-site.ts";
import { createRandom } from "../../test/support/random.ts";
import { newId } from "../platform/ids.ts";
import { aggregateEvents } from "./aggregate.ts";
import type { EventFields, StoredEvent } from "./event.ts";
import type { QueryFilter } from "./event-query.ts";
import { insertBatch, writeEvent } from "./event-store.ts";
import { rollUpEvents } from "./roll-up.ts";

const dayLength = 86_400_000;

/** Events of 40 days, as they are stored. */
function randomEvents(now: number): StoredEvent[] {
  const random = createRandom(5);
  return Array.from({ length: 1_500 }, () => {
    const type = random.pick([
      "page_view",
      "page_view",
      "search_type_query",
      "page_post_feedback",
      "link_click",
    ]);
    const target = { kind: "url", url: `https://${random.pick(["a", "b"])}.example/` };
    const optional: EventFields = {
      ...(random.chance(0.9) && { page: `space/${random.below(30)}` }),
      ...(random.chance(0.5) && { section: `section-${random.below(3)}` }),
      ...(random.chance(0.8) && { language: random.pick(["de-AT", "de-DE", "en"]) }),
      ...(random.chance(0.4) && {
        referrer: `https://${random.pick(["x", "y"])}.example/${random.below(3)}`,
      }),
      ...(type === "search_type_query" && { query: `q${random.below(5)}`, results: String(random.below(3)) }),
      ...(type === "page_post_feedback" && { rating: random.pick(["good", "ok", "bad"]) }),
      ...(type === "link_click" && { linkTarget: JSON.stringify(target) }),
    };
    const fields: EventFields = {
      ...{
        type,
        hour: String(random.below(24)).padStart(2, "0"),
        url: `https://docs.example/${random.below(9)}`,
      },
      ...{ visitor: `visitor${random.below(9)}`, device: random.pick(["desktop", "mobile"]), ...optional },
    };
    return { day: new Date(now - random.below(40) * dayLength).toISOString().slice(0, 10), fields };
  });
}

/** What a column is for an event, written again and simply. */
const columns: Readonly<Record<string, (fields: EventFields, day: string) => unknown>> = {
  datetime: (_, day) => `${day}T00:00:00.000Z`,
  eventType: ({ type }) => type,
  page: ({ page }) => (page === undefined ? null : { page: page.slice(6), space: "space" }),
  siteSection: ({ section }) => section ?? null,
  visitorLanguage: ({ language }) => language ?? null,
  visitorDevice: ({ device }) => device,
  urlPath: ({ url = "" }) => new URL(url).pathname,
  referrerDomain: ({ referrer }) => (referrer === undefined ? "" : new URL(referrer).hostname),
  eventSearchQuery: ({ query }) => query ?? "",
  eventSearchResultsCount: ({ results }) => (results === undefined ? null : Number(results)),
  eventPageFeedbackRating: ({ rating }) => rating ?? null,
  eventLinkTargetDomain: ({ linkTarget }) =>
    linkTarget === undefined ? null : new URL(JSON.parse(linkTarget).url).hostname,
};

describeOnEachDatabase("counts of events", (suite) => {
  test("by each column equal those of the raw events, and add up to the whole, with and without filters", async () => {
    const { database, clock } = suite.app.context;
    const { id } = await publishSite(suite.app, { pages: [["Home"]] });
    const all = randomEvents(clock.time());
    const insert = (events: readonly StoredEvent[]) =>
      database.write((trx) => insertBatch(trx, id, { id: newId(), events: `[${events.map(writeEvent)}]` }));
    // Some are in the sums, and the last ones are not yet.
    for (let start = 0; start < all.length; start += 500) {
      if (start === 1_000) await rollUpEvents(suite.app.context);
      await insert(all.slice(start, start + 500));
    }
    const day = (ago: number) =>
      `${new Date(clock.time() - ago * dayLength).toISOString().slice(0, 10)}T00:00:00.000Z`;
    const range = { from: day(29), to: day(-1) };
    const inRange = all.filter((event) => event.day >= range.from.slice(0, 10));
    assert.ok(inRange.length > 500 && inRange.length < all.length);
    const views = { column: "eventType", values: ["page_view"] };
    const filters: QueryFilter[][] = [
      [],
      [views, { column: "page", values: [null], operator: "notIn" }],
      [
        views,
        { column: "visitorDevice", values: ["mobile"] },
        { column: "visitorLanguage", values: [null, "en"] },
      ],
      [
        { column: "eventSearchResultsCount", values: [0] },
        { column: "referrerDomain", values: ["x.example"] },
      ],
    ];
    for (const [i, where] of filters.entries()) {
      const matching = inRange.filter(({ day: date, fields }) =>
        where.every(({ column, values, operator }) => {
          const isIn = values.includes(columns[column]?.(fields, date));
          return operator === "notIn" ? !isIn : isIn;
        }),
      );
      assert.ok(matching.length > 0);
      // Each query starts a thread, so all columns are counted without a filter only.
      for (const [column, read] of Object.entries(columns).filter((_, j) => i === 0 || j % 4 === i)) {
        const expected = new Map<string, { count: number; visitors: Set<unknown> }>();
        for (const { day: date, fields } of matching) {
          const key = JSON.stringify(read(fields, date));
          const group = expected.getOrInsertComputed(key, () => ({ count: 0, visitors: new Set() }));
          group.count += 1;
          group.visitors.add(fields.visitor);
        }
        const select = [{ column: "eventsCount" }, { column: "visitorsCount" }];
        const [values, counts, visitors] = await aggregateEvents(suite.app.context, id, {
          ...{ range, where, select, groupBy: [{ column }] },
        });
        const counted = values?.values.map((value, i) => [
          ...[JSON.stringify(value), counts?.values[i], visitors?.values[i]],
        ]);
        const byKey = ([a]: readonly unknown[], [b]: readonly unknown[]) => (String(a) < String(b) ? -1 : 1);
        assert.deepEqual(
          counted?.toSorted(byKey),
          [...expected].map(([key, group]) => [key, group.count, group.visitors.size]).toSorted(byKey),
          `${column} of ${JSON.stringify(where)}`,
        );
        const sum = counts?.values.reduce<number>((before, count) => before + Number(count), 0);
        assert.equal(sum, matching.length, column);
      }
    }
  });
});
