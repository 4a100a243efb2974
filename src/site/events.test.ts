import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../test/support/app.ts";
import { publishSite } from "../../test/support/published-site.ts";
import { firefox } from "../../test/support/site-events.ts";

const person = {
  "user-agent": firefox,
  "sec-fetch-site": "same-origin",
  "accept-language": "de-AT,de;q=0.9",
};

describeOnEachDatabase("events of readers", (suite) => {
  async function createSite(options: Parameters<typeof publishSite>[1] = {}) {
    const { app } = suite;
    const site = await publishSite(app, { pages: [["Home"], ["Guide"]], ...options });
    const { pathname, host } = new URL(site.url);
    const send = async (page: string, payload: string | object, headers: object = {}) =>
      app.app.inject({
        method: "POST",
        url: `${pathname}${page}/~lectern/events`,
        headers: { host, ...person, ...headers },
        payload: typeof payload === "string" ? payload : JSON.stringify(payload),
      });
    const query = async (body: object): Promise<unknown[][]> => {
      await app.context.events.flush();
      const reply = await app.ok(app.admin, `POST ${site.path}/insights/events/aggregate`, {
        body: { range: "last7Days", ...body },
      });
      const [first] = reply.columns;
      return first.values.map((_: unknown, row: number) =>
        reply.columns.map(({ values }: { values: unknown[] }) => values[row]),
      );
    };
    return { ...site, send, query };
  }

  const by = (...columns: string[]) => columns.map((column) => ({ column }));
  const view = {
    type: "page_view",
    referrer: "https://news.example/item",
    search: "?utm_source=mail&jwt_token=x",
  };

  test("are counted with the page that the visitor sees, and 404s without one", async () => {
    const { send, query, ids, space, url } = await createSite();
    assert.equal((await send("/guide", view)).statusCode, 204);
    assert.equal((await send("/guide", view, { "user-agent": `${firefox} other` })).statusCode, 204);
    assert.equal((await send("", { ...view, referrer: url })).statusCode, 204);
    assert.equal((await send("/nothing", view)).statusCode, 204);
    await send("/guide", { type: "link_click", url: "https://example.com/a", position: "content" });
    await send("/guide", { type: "search_type_query", query: "nothing like it", results: 0 });
    const page = (title: string) => ({ page: ids.get(title), space: space.id });
    const views = { column: "eventType", values: ["page_view"] };
    const counted = await query({
      groupBy: by("page"),
      select: by("eventsCount", "visitorsCount"),
      where: [views],
      order: { by: { column: "eventsCount" }, direction: "desc" },
    });
    assert.deepEqual(counted[0], [page("Guide"), 2, 2]);
    assert.deepEqual(
      counted.slice(1).map(([found]) => found),
      [null, page("Home")],
    );
    assert.deepEqual(
      await query({ groupBy: by("url"), where: [views, { column: "page", values: [null] }] }),
      [[`${url}/nothing`, 1]],
    );
    assert.deepEqual(await query({ groupBy: by("referrerDomain"), where: [views] }), [
      ["", 1],
      ["news.example", 3],
    ]);
    assert.deepEqual(await query({ groupBy: by("visitorLanguage", "visitorBrowser"), where: [views] }), [
      ["de-AT", "firefox", 4],
    ]);
    assert.deepEqual(
      await query({
        groupBy: by("eventSearchQuery"),
        where: [{ column: "eventSearchResultsCount", values: [0] }],
      }),
      [["nothing like it", 1]],
    );
    assert.deepEqual(
      await query({
        groupBy: by("eventLinkTargetDomain"),
        where: [{ column: "eventType", values: ["link_click"] }],
      }),
      [["example.com", 1]],
    );
  });

  test("are not counted for robots, previews, readers who refuse it, other sites and unknown types", async () => {
    const { send, query, path } = await createSite();
    const googlebot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
    for (const headers of [
      { dnt: "1" },
      { "sec-gpc": "1" },
      { "user-agent": googlebot },
      { "sec-purpose": "prefetch" },
    ])
      assert.equal((await send("/guide", view, headers)).statusCode, 204);
    assert.equal((await send("/guide", view, { "sec-fetch-site": "cross-site" })).statusCode, 403);
    assert.equal((await send("/guide", { type: "ad_click" })).statusCode, 400);
    assert.equal((await send("/guide", "[")).statusCode, 400);
    assert.equal((await send("/guide", "x".repeat(10_000))).statusCode, 413);
    assert.equal((await send("/guide", { type: "page_post_feedback", rating: "good" })).statusCode, 204);
    assert.deepEqual(await query({}), [[0]]);
    await suite.app.ok(suite.app.admin, `POST ${path}/unpublish`);
    assert.equal((await send("/guide", view)).statusCode, 404);
  });

  test("have a cookie only if the owner has chosen it", async () => {
    const { send } = await createSite();
    assert.equal((await send("/guide", view)).headers["set-cookie"], undefined);
    const tracking = await createSite({ customization: { insights: { trackingCookie: true } } });
    const [visitor = "", session = ""] = [(await tracking.send("/guide", view)).headers["set-cookie"]]
      .flat()
      .map(String);
    assert.match(visitor, /^lectern_reader=\w{22}; Max-Age=31536000; .*HttpOnly; SameSite=Lax/);
    assert.match(session, /^lectern_reading=\w{22}; Max-Age=1800/);
    const cookie = `${visitor.split(";")[0]}; ${session.split(";")[0]}`;
    await tracking.send("", view, { cookie, "user-agent": `${firefox} other` });
    assert.deepEqual(await tracking.query({ select: by("visitorsCount", "sessionsCount") }), [[1, 1]]);
    assert.equal((await tracking.send("/guide", view, { dnt: "1" })).headers["set-cookie"], undefined);
  });

  test("include feedback from a form without scripts, also of readers who are not tracked", async () => {
    const { send, query, url } = await createSite({ customization: { feedback: { enabled: true } } });
    const form = { "content-type": "application/x-www-form-urlencoded", dnt: "1" };
    const reply = await send("/guide", "rating=bad&comment=Too+short.", form);
    assert.equal(reply.statusCode, 303);
    assert.equal(reply.headers.location, `${new URL(url).pathname}/guide#feedback-sent`);
    assert.equal((await send("/guide", "rating=best", form)).statusCode, 400);
    assert.deepEqual(
      await query({
        select: by("eventPageFeedbackComment", "eventPageFeedbackRating", "visitorBrowser", "visitorsCount"),
        where: [{ column: "eventType", values: ["page_post_feedback_comment"] }],
      }),
      [["Too short.", "bad", "unknown", 0]],
    );
    assert.deepEqual(await query({ select: by("pageFeedbackRating") }), [[{ ok: 0, good: 0, bad: 1 }]]);
  });
});
