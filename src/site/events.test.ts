import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../test/support/app.ts";
import { openPage, publishSite } from "../../test/support/published-site.ts";
import { firefox } from "../../test/support/site-events.ts";
import { createSession, sessionCookie } from "../identity/sessions/sessions.ts";

const person = {
  "user-agent": firefox,
  "sec-fetch-site": "same-origin",
  "accept-language": "de-AT,de;q=0.9",
};

type SentHeaders = Readonly<Record<string, string | null | undefined>>;

/** The headers of a request, without those that are null. */
function present(headers: SentHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
}

describeOnEachDatabase("events of readers", (suite) => {
  async function createSite(options: Parameters<typeof publishSite>[1] = {}) {
    const { app } = suite;
    const site = await publishSite(app, { pages: [["Home"], ["Guide"]], ...options });
    const { pathname, host } = new URL(site.url);
    const send = async (page: string, payload: string | object, headers: SentHeaders = {}) =>
      app.app.inject({
        method: "POST",
        url: `${pathname}${page}/~lectern/events`,
        headers: present({ host, ...person, ...headers }),
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
    for (const origin of ["null", "http://elsewhere.example"])
      assert.equal((await send("/guide", view, { "sec-fetch-site": null, origin })).statusCode, 403);
    for (const type of ["ad_click", "trademark_click"])
      assert.equal((await send("/guide", { type, placement: "footer" })).statusCode, 400);
    assert.equal((await send("/guide", "[")).statusCode, 400);
    assert.equal((await send("/guide", "x".repeat(10_000))).statusCode, 413);
    assert.equal((await send("/guide", { type: "page_post_feedback", rating: "good" })).statusCode, 204);
    assert.deepEqual(await query({}), [[0]]);
    await suite.app.ok(suite.app.admin, `POST ${path}/unpublish`);
    assert.equal((await send("/guide", view)).statusCode, 404);
  });

  test("are taken at another name of the server from browsers that do not say which site sends them", async () => {
    const { send, query, url } = await createSite();
    const { pathname } = new URL(url);
    const wiki = { host: "wiki.lan:4400", origin: "http://wiki.lan:4400", "sec-fetch-site": null };
    const page = await openPage(suite.app, `http://wiki.lan:4400${pathname}/guide`);
    assert.equal(page.headers["referrer-policy"], "same-origin");
    assert.equal((await send("/guide", { ...view, referrer: `${wiki.origin}/` }, wiki)).statusCode, 204);
    assert.deepEqual(await query({ groupBy: by("referrerDomain") }), [["", 1]]);
  });

  test("have a cookie only if the owner has chosen it", async () => {
    const { send } = await createSite();
    assert.equal((await send("/guide", view)).headers["set-cookie"], undefined);
    const tracking = await createSite({ customization: { insights: { trackingCookie: true } } });
    const [visitor = "", session = ""] = [(await tracking.send("/guide", view)).headers["set-cookie"]]
      .flat()
      .map(String);
    assert.match(visitor, /^lectern_reader=\w{22}; .*Max-Age=31536000; HttpOnly; SameSite=Lax/);
    assert.match(session, /^lectern_reading=\w{22}; .*Max-Age=1800/);
    const cookie = `${visitor.split(";")[0]}; ${session.split(";")[0]}`;
    await tracking.send("", view, { cookie, "user-agent": `${firefox} other` });
    assert.deepEqual(await tracking.query({ select: by("visitorsCount", "sessionsCount") }), [[1, 1]]);
    assert.equal((await tracking.send("/guide", view, { dnt: "1" })).headers["set-cookie"], undefined);
  });

  test("count the requests of programs by their names, without previews, prefetches and those who refuse it", async () => {
    const { id, url, query, ids, space, path } = await createSite();
    const claude = { "user-agent": "Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)" };
    const open = async (name: string, headers: Record<string, string> = claude, expected = 200) => {
      const { status } = await openPage(suite.app, `${url}/${name}`, headers);
      assert.equal(status, expected, name);
    };
    for (const name of ["llms.txt", "llms-full.txt", "rss.xml"]) await open(name);
    // The second reply is found by its URL.
    for (let i = 0; i < 2; i++) await open("guide.md");
    for (let i = 0; i < 2; i++) await open("guide", { ...claude, accept: "text/markdown" });
    await open("guide.md", { ...person, referer: `${url}/guide` });
    await open("guide.md", { ...person, dnt: "1" });
    await open("guide.md", { ...person, "sec-purpose": "prefetch" });
    await openPage(suite.app, `${url}/guide.md`, claude, "HEAD");
    await open("nothing.md", claude, 404);
    await open("guide", claude);
    const message = async (body: object, expected: number) => {
      const { pathname, host } = new URL(url);
      const { statusCode } = await suite.app.app.inject({
        method: "POST",
        url: `${pathname}/~gitbook/mcp`,
        headers: { host, ...claude, accept: "application/json, text/event-stream" },
        payload: { jsonrpc: "2.0", ...body },
      });
      assert.equal(statusCode, expected);
    };
    await message({ id: 1, method: "tools/list" }, 200);
    await message({ method: "notifications/initialized" }, 202);

    const columns = ["eventType", "displayContext", "visitorBot", "page"] as const;
    const sorted = (rows: unknown[][]) => rows.map((row) => JSON.stringify(row)).sort();
    const page = (title: string) => ({ page: ids.get(title), space: space.id });
    assert.deepEqual(
      sorted(await query({ groupBy: by(...columns), select: by("eventsCount", "visitorsCount") })),
      sorted([
        ["llms_request", "server", "claudebot", page("Home"), 2, 0],
        ["mcp_request", "mcp", "claudebot", page("Home"), 1, 0],
        ["page_markdown_request", "server", "", page("Guide"), 1, 0],
        ["page_markdown_request", "server", "claudebot", page("Guide"), 4, 0],
        ["rss_request", "server", "claudebot", page("Home"), 1, 0],
      ]),
    );
    const markdown = { column: "eventType", values: ["page_markdown_request"] };
    assert.deepEqual(sorted(await query({ groupBy: by("eventMarkdownSource"), where: [markdown] })), [
      '["page-action",1]',
      "[null,4]",
    ]);
    assert.deepEqual(await query({ groupBy: by("referrerDomain"), where: [markdown] }), [["", 5]]);
    const variants = await query({
      groupBy: by("eventLLMSVariant"),
      where: [{ column: "eventType", values: ["llms_request"] }],
    });
    assert.deepEqual(sorted(variants), ['["full",1]', '["standard",1]']);
    await suite.app.ok(suite.app.admin, `POST ${path}/unpublish`);
    await open("guide.md", claude, 404);
    const { context, organizationId } = suite.app;
    const { id: userId } = await suite.app.member("read");
    const session = await context.database.write((trx) =>
      createSession(trx, { userId, loginMethod: "password" }, context.clock.now()),
    );
    const cookie = sessionCookie(session, context.config).split(";")[0] ?? "";
    const preview = `${context.config.sites.url}/${organizationId}/${id}/guide.md`;
    assert.equal((await openPage(suite.app, preview, { ...claude, cookie })).status, 200);
    assert.deepEqual(await query({ where: [markdown] }), [[5]]);
  });

  test("have no other URL than that of the page, and forms lead to no other host", async () => {
    const { app } = suite;
    const { send, query, url, path } = await createSite();
    for (const search of ["?a=b", "@elsewhere.example/", "/x", "#y", ".example"])
      assert.equal((await send("/guide", { ...view, search })).statusCode, 204, search);
    assert.deepEqual(await query({ groupBy: by("url") }), [[`${url}/guide`, 5]]);
    const host = `events-${suite.kind}.example.com`;
    await app.ok(app.admin, `PATCH ${path}`, { body: { hostname: host } });
    const reply = await app.app.inject({
      method: "POST",
      url: "//elsewhere.example/~lectern/events",
      headers: { host, ...person, "content-type": "application/x-www-form-urlencoded" },
      payload: "rating=good",
    });
    assert.equal(reply.headers.location, "/elsewhere.example#~feedback-sent");
  });

  test("include feedback from a form without scripts, also of readers who are not tracked", async () => {
    const { send, query, url } = await createSite({ customization: { feedback: { enabled: true } } });
    const form = { "content-type": "application/x-www-form-urlencoded", dnt: "1" };
    const reply = await send("/guide", "rating=bad&comment=Too+short.", form);
    assert.equal(reply.statusCode, 303);
    assert.equal(reply.headers.location, `${new URL(url).pathname}/guide#~feedback-sent`);
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
