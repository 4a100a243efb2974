import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../test/support/app.ts";
import { publishSite } from "../../../test/support/published-site.ts";
import { firefox, iphone, siteEvent } from "../../../test/support/site-events.ts";
import { eventTypes } from "../../insights/event.ts";
import { rollUpEvents } from "../../insights/roll-up.ts";

/** The fields that some types of events need. */
const neededFields: Readonly<Record<string, object>> = {
  search_type_query: { query: "tokens", results: 0 },
  search_open_result: { query: "tokens", result: { spaceId: "s", pageId: "p" } },
  page_post_feedback: { feedback: { rating: "good" } },
  page_post_feedback_comment: { feedback: { rating: "good", comment: "Thanks, that helped." } },
  ask_question: { query: "How?" },
  ask_rate_response: { query: "How?", rating: -1, responseId: "r" },
  link_click: { link: { target: { kind: "url", url: "https://example.com/shop?a=b" }, position: "footer" } },
  api_client_open: { operation: { path: "/pets", method: "GET" } },
  api_client_request: { operation: { path: "/pets", method: "GET" } },
  ad_click: { ad: { domain: "ads.example", zoneId: "z", placement: "aside" } },
  ad_display: { ad: { domain: "ads.example", zoneId: "z", placement: "aside" } },
  trademark_click: { placement: "footer" },
  llms_request: { llmsVariant: "full" },
};

describeOnEachDatabase("the events of a site", (suite) => {
  async function createSite() {
    const { path, id, url } = await publishSite(suite.app, { pages: [["Home"]] });
    const { app } = suite;
    const track = (...events: object[]) =>
      app.ok(app.admin, `POST ${path}/insights/events`, { body: { events } });
    /** The rows of the result of a query. */
    const query = async (body: object): Promise<unknown[][]> => {
      const reply = await app.ok(app.admin, `POST ${path}/insights/events/aggregate`, {
        body: { range: "last30Days", ...body },
      });
      const [first] = reply.columns;
      return first.values.map((_: unknown, row: number) =>
        reply.columns.map(({ values }: { values: unknown[] }) => values[row]),
      );
    };
    const refuse = (operation: string, body: object, message: RegExp) =>
      app.refused(app.admin, `POST ${path}/insights/${operation}`, 400, message, { body });
    return { id, path, url, track, query, refuse };
  }

  /** Checks a query on new events, and again when they are in the sums. */
  async function assertRows(
    { query }: Awaited<ReturnType<typeof createSite>>,
    expected: readonly (readonly [body: object, rows: unknown[][]])[],
  ) {
    for (const rolledUp of [false, true]) {
      if (rolledUp) await rollUpEvents(suite.app.context);
      for (const [body, rows] of expected)
        assert.deepEqual(await query(body), rows, `${JSON.stringify(body)}, rolled up: ${rolledUp}`);
    }
  }

  test("are counted for several sites at once, with views of the last 30 days", async () => {
    const { app } = suite;
    const [busy, quiet] = [await createSite(), await createSite()];
    const summary = `GET /orgs/${app.organizationId}/sites-summary`;
    const views = async () => {
      const { url, items } = await app.ok(app.admin, summary, { query: { site: [busy.id, quiet.id, "no"] } });
      assert.ok(busy.url.startsWith(`${url}/`), url);
      return new Map(items.map((item: { site: string; views: number }) => [item.site, item.views]));
    };
    await busy.track(siteEvent("page_view"), siteEvent("page_view"), siteEvent("search_open"));
    const expected = (...counts: number[]) => new Map([busy.id, quiet.id].map((id, i) => [id, counts[i]]));
    assert.deepEqual(await views(), expected(2, 0));
    await rollUpEvents(app.context);
    await quiet.track(siteEvent("page_view"));
    assert.deepEqual(await views(), expected(2, 1));

    const other = await app.organization();
    const path = `GET /orgs/${other.id}/sites-summary`;
    assert.deepEqual((await app.ok(other.admin, path, { query: { site: [busy.id] } })).items, []);
    assert.deepEqual((await app.ok(other.admin, path)).items, []);
  });

  const by = (...columns: string[]) => columns.map((column) => ({ column }));

  test("of every type are stored and counted", async () => {
    const site = await createSite();
    await site.track(...eventTypes.map((type) => siteEvent(type, { ...neededFields[type] })));
    const only = (type: string) => ({ column: "eventType", values: [type] });
    await assertRows(site, [
      [{ groupBy: by("eventType") }, eventTypes.toSorted().map((type) => [type, 1])],
      [{ select: by("eventsCount", "visitorsCount", "sessionsCount") }, [[20, 1, 1]]],
      [
        {
          groupBy: by("eventSearchQuery", "eventSearchResultsCount"),
          where: [only("search_type_query")],
        },
        [["tokens", 0, 1]],
      ],
      [
        {
          groupBy: by(
            "eventLinkTargetDomain",
            "eventLinkTargetKind",
            "eventLinkTargetValue",
            "eventLinkPosition",
          ),
          where: [only("link_click")],
        },
        [["example.com", "url", { kind: "url", url: "https://example.com/shop?a=b" }, "footer", 1]],
      ],
      [{ select: by("pageFeedbackRating") }, [[{ ok: 0, good: 1, bad: 0 }]]],
      [{ select: by("askResponseRating") }, [[{ positive: 0, negative: 1 }]]],
      [
        {
          select: by("eventPageFeedbackComment", "page"),
          where: [only("page_post_feedback_comment")],
        },
        [["Thanks, that helped.", { page: "page-1", space: "space-1" }]],
      ],
      [
        { groupBy: by("eventAPIOperationMethod", "eventAPIOperationPath"), where: [only("api_client_open")] },
        [["get", "/pets", 1]],
      ],
      [
        { groupBy: by("eventAdDomain", "eventAdPlacement"), where: [only("ad_click")] },
        [["ads.example", "aside", 1]],
      ],
      [{ groupBy: by("eventTrademarkPlacement"), where: [only("trademark_click")] }, [["footer", 1]]],
      [{ groupBy: by("eventLLMSVariant"), where: [only("llms_request")] }, [["full", 1]]],
    ]);
  });

  test("are grouped, filtered, ordered and limited by what is known of visitors", async () => {
    const site = await createSite();
    const url = "https://docs.example.com/guide";
    await site.track(
      siteEvent("page_view"),
      siteEvent("page_view", { session: { visitorAuthClaims: { plan: "pro", unsigned: { beta: true } } } }),
      siteEvent("page_view", {
        session: {
          visitorId: "visitor-2",
          userAgent: iphone,
          referrer: "https://news.example/item?id=1",
          language: null,
        },
        location: { url: `${url}?utm_source=mail&utm_campaign=spring&token=secret#part` },
      }),
      siteEvent("page_view", {
        session: { sessionId: "session-2", userAgent: "Googlebot/2.1" },
        location: { page: null },
      }),
      siteEvent("page_view", { location: { url: `${url}/deep`, page: "page-2", siteSection: "section-1" } }),
    );
    const page = (id: string) => ({ page: id, space: "space-1" });
    await assertRows(site, [
      [
        {
          groupBy: by("page"),
          select: by("visitorsCount", "eventsCount"),
          order: { by: { column: "eventsCount" }, direction: "desc" },
          limit: 2,
        },
        [
          [page("page-1"), 2, 3],
          [null, 1, 1],
        ],
      ],
      [{ groupBy: by("urlPath"), where: [{ column: "page", values: [null] }] }, [["/guide", 1]]],
      [
        { groupBy: by("page"), where: [{ column: "page", values: [{ space: "space-1", page: "page-2" }] }] },
        [[page("page-2"), 1]],
      ],
      [
        {
          groupBy: by("page"),
          where: [{ column: "page", values: [null, page("page-1")], operator: "notIn" }],
        },
        [[page("page-2"), 1]],
      ],
      [
        { groupBy: by("visitorBrowser", "visitorOS", "visitorDevice", "visitorBot"), limit: 2 },
        [
          ["firefox", "linux", "desktop", "", 3],
          ["safari", "ios", "mobile", "", 1],
        ],
      ],
      [
        { groupBy: by("visitorBot"), where: [{ column: "visitorBot", values: [""], operator: "notIn" }] },
        [["googlebot", 1]],
      ],
      [
        { groupBy: by("visitorLanguage") },
        [
          [null, 1],
          ["de-AT", 4],
        ],
      ],
      [
        { groupBy: by("referrer", "referrerDomain") },
        [
          ["", "", 4],
          ["https://news.example/item", "news.example", 1],
        ],
      ],
      [
        { groupBy: by("utmSource", "utmCampaign"), where: [{ column: "utmSource", values: ["mail"] }] },
        [["mail", "spring", 1]],
      ],
      [
        {
          groupBy: by("siteSection", "siteSpace"),
          where: [{ column: "siteSection", values: [null], operator: "notIn" }],
        },
        [["section-1", "site-space-1", 1]],
      ],
      [
        { groupBy: by("visitorClaimProperty") },
        [
          ["plan", 1],
          ["unsigned.beta", 1],
        ],
      ],
      // Columns that differ in parameters of other columns are the same.
      [
        { groupBy: [...by("visitorClaimProperty"), { column: "visitorClaimProperty", precision: 1 }] },
        [
          ["plan", 1],
          ["unsigned.beta", 1],
        ],
      ],
      [
        { groupBy: [{ column: "visitorClaim", claim: "plan" }] },
        [
          ["", 4],
          ["pro", 1],
        ],
      ],
      [{ where: [{ column: "visitorClaim", claim: "unsigned.beta", values: ["true"] }] }, [[1]]],
      // What is not known has an empty value.
      [{ groupBy: by("visitorGeoCountry", "visitorAuthenticated") }, [[null, null, 5]]],
      [{ groupBy: by("displayContext", "siteShareKey") }, [["site", null, 5]]],
      // Filters of counts choose groups.
      [
        { groupBy: by("page"), where: [{ column: "eventsCount", values: [1], operator: "greaterThan" }] },
        [[page("page-1"), 3]],
      ],
      [{ where: [{ column: "url", values: [] }] }, [[0]]],
      [
        {
          groupBy: by("url"),
          where: [{ column: "url", values: ["https://docs.example.com/guide"], operator: "greaterThan" }],
        },
        [[`${url}/deep`, 1]],
      ],
    ]);
    const segments = await suite.app.ok(suite.app.admin, `GET ${site.path}/insights/visitor-segments`);
    assert.deepEqual(segments, {
      count: 2,
      items: [
        { title: "Without claims", claims: {}, events: 4, visitors: 2, sessions: 2 },
        {
          title: "plan: pro, unsigned.beta: true",
          claims: { plan: "pro", unsigned: { beta: true } },
          events: 1,
          visitors: 1,
          sessions: 1,
        },
      ],
    });
    const stored = await suite.app.context.database.read.selectFrom("site_event_sums").selectAll().execute();
    assert.ok(stored.length > 0);
    assert.doesNotMatch(JSON.stringify(await site.query({ groupBy: by("url", "referrer") })), /secret|id=1/);
  });

  test("are grouped by hour, day, week and month, and limited to a range", async () => {
    const site = await createSite();
    await site.track(siteEvent("page_view"));
    const now = new Date();
    const hour = `${now.toISOString().slice(0, 13)}:00:00.000Z`;
    const day = `${hour.slice(0, 10)}T00:00:00.000Z`;
    const monday = new Date(Date.parse(day) - ((now.getUTCDay() || 7) - 1) * 86_400_000).toISOString();
    const datetime = (interval?: string) => ({
      groupBy: [{ column: "datetime", ...(interval && { interval }) }],
    });
    const range = { from: hour, to: new Date(Date.parse(hour) + 1).toISOString() };
    const before = { from: day.replace(/^\d{4}/, "2001"), to: hour };
    await assertRows(site, [
      [datetime("hour"), [[hour, 1]]],
      [datetime(), [[day, 1]]],
      [datetime("week"), [[monday, 1]]],
      [datetime("month"), [[`${day.slice(0, 8)}01T00:00:00.000Z`, 1]]],
      [{ groupBy: by("dayOfWeek", "hourOfDay") }, [[now.getUTCDay() || 7, now.getUTCHours(), 1]]],
      [{ range }, [[1]]],
      [{ range: before }, [[0]]],
      [{ range: before, groupBy: by("page") }, []],
      ...["lastYear", "last3Months", "last7Days", "last24Hours"].map(
        (preset) => [{ range: preset }, [[1]]] as [object, unknown[][]],
      ),
      [{ where: [{ column: "datetime", values: [hour], operator: "greaterThanOrEqual" }] }, [[1]]],
      [{ where: [{ column: "datetime", values: [hour], operator: "greaterThan" }] }, [[0]]],
    ]);
  });

  test("are refused with the field that is wrong", async () => {
    const { refuse, query } = await createSite();
    const events = (event: object) => ({ events: [event] });
    const old = new Date(Date.now() - 360_000).toISOString();
    await refuse("events", {}, /events/);
    await refuse(
      "events",
      events({ ...siteEvent("page_view"), type: "page_look" }),
      /type must be one of page_view/,
    );
    await refuse("events", events(siteEvent("search_type_query")), /query/);
    await refuse(
      "events",
      events(siteEvent("page_view", { timestamp: old })),
      /events\[0\]\.timestamp: must be within 5 minutes/,
    );
    await refuse(
      "events",
      events(siteEvent("page_view", { location: { url: "javascript:1" } })),
      /location\.url/,
    );
    await refuse(
      "events",
      events(siteEvent("page_post_feedback", { feedback: { rating: "bad!" } })),
      /feedback\.rating/,
    );
    const aggregate = (body: object, message: RegExp) =>
      refuse("events/aggregate", { range: "last7Days", ...body }, message);
    await aggregate({ range: "lastDecade" }, /range/);
    await aggregate({ range: { from: old, to: old } }, /range\.to: must be after/);
    await aggregate({ groupBy: by("weather") }, /groupBy.*column must be one of/);
    await aggregate({ groupBy: by("eventsCount") }, /groupBy\[0\]\.column/);
    await aggregate({ groupBy: [{ column: "visitorClaim" }] }, /claim/);
    await aggregate({ where: [{ column: "eventType", values: ["page_look"] }] }, /where/);
    await aggregate(
      { where: [{ column: "eventsCount", values: [1, 2], operator: "lessThan" }] },
      /where\[0\]\.values/,
    );
    // Dates have no leap seconds.
    await aggregate({ where: [{ column: "datetime", values: ["2016-12-31T23:59:60Z"] }] }, /where\[0\]/);
    await aggregate({ order: { by: { column: "page" }, direction: "asc" } }, /order\.by/);
    await aggregate({ limit: 1001 }, /limit/);
    assert.deepEqual(await query({}), [[0]]);
  });

  test("are stored by visitors with a token of the site, and read by members only", async () => {
    const { app } = suite;
    const site = await createSite();
    const body = { url: site.url };
    const { apiToken } = await app.ok(app.admin, "POST /urls/published", { body });
    const visitor = { id: "", email: "", token: apiToken };
    const events = { body: { events: [siteEvent("page_view")] } };
    await app.ok(visitor, `POST ${site.path}/insights/events`, events);
    const query = { body: { range: "last7Days" } };
    for (const person of [visitor, await app.stranger()])
      assert.ok((await app.call(person, `POST ${site.path}/insights/events/aggregate`, query)).status >= 403);
    const other = await createSite();
    await app.refused(visitor, `POST ${other.path}/insights/events`, 404, /Site/, events);
    assert.deepEqual(await other.query({}), [[0]]);
    assert.deepEqual(await site.query({}), [[1]]);
  });

  test("are deleted with their site", async () => {
    const { app } = suite;
    const site = await createSite();
    await site.track(siteEvent("page_view"));
    await rollUpEvents(app.context);
    await site.track(siteEvent("page_view"));
    await app.ok(app.admin, `DELETE ${site.path}`);
    const { read } = app.context.database;
    for (const table of ["site_event_sums", "site_event_batches"] as const)
      assert.equal(
        (await read.selectFrom(table).where("site_id", "=", site.id).selectAll().execute()).length,
        0,
      );
    // Events that arrive later are dropped, without those of other sites.
    const kept = await createSite();
    const { events } = app.context;
    events.record(site.id, siteEvent("page_view"));
    events.record(kept.id, siteEvent("page_view", { session: { userAgent: firefox } }));
    await events.flush();
    assert.deepEqual(await kept.query({}), [[1]]);
  });
});
