import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnce, describeOnEachDatabase } from "../../test/support/app.ts";
import { browser, cookieOf, openPage, publishSite } from "../../test/support/published-site.ts";

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

describeOnce(
  "pages of sites",
  (suite) => {
    test("are rendered for a client address up to the rate limit, and read from the cache beyond it", async () => {
      const { app } = suite;
      const markdown = "{% if visitor.claims.unsigned.n == 1 %}\nOne.\n{% endif %}\n";
      const site = await publishSite(app, { pages: [["Home", { document: { markdown } }], ["Guide"]] });
      const open = (path: string) => openPage(app, site.url + path, browser);
      assert.equal((await open("/guide")).status, 200);
      const statuses = new Set<number>();
      for (let i = 0; i < 25; i++) {
        const cookie = `lectern_visitor_claims=${encodeURIComponent(JSON.stringify({ n: i }))}`;
        statuses.add((await openPage(app, site.url, { cookie })).status);
      }
      assert.deepEqual([...statuses], [200, 429]);
      const refused = await open("/nothing");
      assert.equal(refused.status, 429);
      assert.match(refused.text, /<h1>Too many requests</);
      assert.match(String(refused.headers["retry-after"]), /^\d+$/);
      assert.equal((await open("/guide")).status, 200);
    });
  },
  { config: { rateLimit: 20 } },
);
