import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnce, describeOnEachDatabase, uniqueName } from "../../test/support/app.ts";
import { browser, cookieOf, openPage, publishSite } from "../../test/support/published-site.ts";
import { firefox } from "../../test/support/site-events.ts";

const sites = { url: "http://sites.example.net:8080", protocol: "http:", port: "8080" };

describeOnEachDatabase(
  "sites on an origin of their own",
  (suite) => {
    const open = (url: string, headers?: Readonly<Record<string, string>>) =>
      openPage(suite.app, url, headers);

    test("are not served on the origin of the API, and the API not on theirs", async () => {
      const { app } = suite;
      const site = await publishSite(app, { pages: [["Home"], ["Guide"]] });
      assert.ok(site.url.startsWith(`${sites.url}/`));
      assert.equal((await open(`${site.url}/guide`)).status, 200);
      assert.equal((await open(`${site.url}/guide`, { host: "SITES.example.net:8080" })).status, 200);
      const { baseUrl } = app.context.config;
      const onApi = await open(`${site.url.replace(sites.url, baseUrl)}/guide`, browser);
      assert.equal(onApi.status, 404);
      assert.match(onApi.text, /No operation GET/);
      const [, script = ""] = /src="([^"]+)"/.exec((await open(site.url)).text) ?? [];
      assert.equal((await open(sites.url + script)).status, 200);
      assert.equal((await open(baseUrl + script)).status, 404);
      const authorization = `Bearer ${app.admin.token}`;
      for (const path of [
        "/v1/user",
        "/healthz",
        "/metrics",
        "/openapi.json",
        "/auth/sign-in",
        "/reference",
      ]) {
        const reply = await open(sites.url + path, { authorization });
        assert.equal(reply.status, 404, path);
      }
      const posted = await openPage(app, `${sites.url}/v1/orgs`, { authorization, ...browser }, "POST");
      assert.equal(posted.status, 405);
      assert.equal(posted.headers.allow, "GET, HEAD");
      assert.match(posted.text, /<h1>This address cannot be opened</);
    });

    test("are previewed by a link from the origin of the API", async () => {
      const { app } = suite;
      const site = await publishSite(app, { pages: [["Home"]] });
      await app.ok(app.admin, `POST ${site.path}/unpublish`);
      const { url } = await app.ok(app.admin, `GET ${site.path}/publishing/preview`);
      assert.ok(url.startsWith(`${sites.url}/`));
      const opened = await open(url, browser);
      assert.equal(opened.status, 307);
      const page = await open(sites.url + opened.location, { cookie: cookieOf(opened) });
      assert.match(page.text, /preview-bar/);
    });
  },
  { config: { sites } },
);

/** Enough for the API requests of all tests below. */
const rateLimit = 20;

describeOnEachDatabase(
  "pages of sites",
  (suite) => {
    test("are rendered for a client address up to 20 times the rate limit, and read from the cache beyond it", async () => {
      const { app } = suite;
      const markdown = "{% if visitor.claims.unsigned.n == 1 %}\nOne.\n{% endif %}\n";
      const site = await publishSite(app, { pages: [["Home", { document: { markdown } }], ["Guide"]] });
      const open = (path: string) => openPage(app, site.url + path, browser);
      assert.equal((await open("/guide")).status, 200);
      // Searches for nothing count, too, and are cheap.
      const searchUrl = `${site.url}/~lectern/search?q=`;
      const searches = Array.from({ length: rateLimit * 20 - 1 }, () =>
        openPage(app, searchUrl, { accept: "application/json" }),
      );
      const statuses = (await Promise.all(searches)).map((opened) => opened.status);
      assert.deepEqual([...new Set(statuses)], [200]);
      const cookie = `lectern_visitor_claims=${encodeURIComponent(JSON.stringify({ n: 1 }))}`;
      assert.equal((await openPage(app, site.url, { cookie })).status, 429);
      const refused = await open("/nothing");
      assert.equal(refused.status, 429);
      assert.match(refused.text, /<h1>Too many requests</);
      assert.match(String(refused.headers["retry-after"]), /^\d+$/);
      assert.equal((await open("/guide")).status, 200);
    });

    test("take feedback of a client address up to the rate limit, and go on taking events", async () => {
      const { app } = suite;
      const { url } = await publishSite(app, { pages: [["Home"]] });
      const { pathname, host } = new URL(url);
      const send = async (payload: object) => {
        const headers = { host, "user-agent": firefox, "sec-fetch-site": "same-origin" };
        const target = `${pathname}/~lectern/events`;
        const sent = await app.app.inject({
          method: "POST",
          url: target,
          headers,
          payload: JSON.stringify(payload),
        });
        return sent.statusCode;
      };
      const statuses: number[] = [];
      for (let i = 0; i <= rateLimit; i++)
        statuses.push(await send({ type: "page_post_feedback", rating: "good" }));
      assert.deepEqual(statuses, [...Array.from({ length: rateLimit }, () => 204), 429]);
      assert.equal(await send({ type: "page_view", referrer: "", search: "" }), 204);
    });
  },
  { config: { rateLimit } },
);

describeOnce(
  "sites behind a proxy",
  (suite) => {
    const mcp = { "content-type": "application/json", accept: "application/json, text/event-stream" };

    test("have https URLs by the settings, whatever protocol the proxy uses for its requests", async () => {
      const { app } = suite;
      const site = await publishSite(app, { pages: [["Home"]] });
      const requests: Record<string, string>[] = [
        {},
        { "x-forwarded-proto": "http" },
        { host: "sites.example.net:443" },
      ];
      for (const headers of requests) {
        const page = await openPage(app, `${site.url}?visitor.beta=true`, { ...browser, ...headers });
        assert.equal(page.status, 307);
        assert.match(String(page.headers["set-cookie"]), /^lectern_visitor_claims=.*; Secure$/);
        const list = await app.app.inject({
          method: "POST",
          url: `${new URL(site.url).pathname}/~gitbook/mcp`,
          headers: { host: "sites.example.net", ...headers, ...mcp, origin: "https://sites.example.net" },
          payload: { jsonrpc: "2.0", id: 1, method: "tools/list" },
        });
        assert.equal(list.statusCode, 200, list.body);
      }
    });

    test("are found by Host only, since caches leave X-Forwarded-Host out of their keys", async () => {
      const { app } = suite;
      const hostname = `docs.${uniqueName()}.example`;
      const site = await publishSite(app, { pages: [["Home"]], site: { hostname } });
      const other = await publishSite(app, { pages: [["Other"]] });
      const path = new URL(other.url).pathname;
      const forwarded = { "x-forwarded-host": "sites.example.net" };
      assert.equal((await openPage(app, `${site.url}${path.slice(1)}`, forwarded)).status, 404);
      const page = await openPage(app, site.url, {
        "x-forwarded-host": new URL(app.context.config.baseUrl).host,
      });
      assert.match(page.text, /<h1><span>Home/);
      assert.equal((await openPage(app, other.url, { "x-forwarded-host": hostname })).status, 200);
    });
  },
  {
    config: {
      trustProxy: true,
      sites: { url: "https://sites.example.net", protocol: "https:", port: "" },
    },
  },
);
