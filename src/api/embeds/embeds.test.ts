import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { bootApp, describeOnEachDatabase, type Person } from "../../../test/support/app.ts";
import { createTestDatabase } from "../../../test/support/databases.ts";
import { install, publish as publishIntegration } from "../../../test/support/integrations.ts";
import { assertLinear } from "../../../test/support/linear.ts";
import { serve } from "../../../test/support/local-site.ts";
import { matchesUrl } from "../installations/unfurl-url.ts";
import { cacheEmbed, embedKey, findCachedEmbed, removeExpiredEmbeds } from "./cache.ts";

let now = Date.UTC(2030, 0, 1);
const clock = { now: () => new Date(now).toISOString(), time: () => now };
const minute = 60_000;

/** A website whose pages have their path as title, and the paths that were requested. */
async function website(t: TestContext) {
  const requests: string[] = [];
  const state = { isDown: false, delay: 0 };
  const site = await serve(t, ({ url = "" }, response) => {
    requests.push(url);
    const isDown = state.isDown;
    setTimeout(() => {
      response.writeHead(isDown ? 500 : 200, { "content-type": "text/html" });
      response.end(`<title>Page ${url}</title>`);
    }, state.delay);
  });
  return { ...site, requests, state };
}

describeOnEachDatabase(
  "embeds",
  (suite) => {
    const embed = (person: Person, path: string, url: string) =>
      suite.app.ok(person, `GET ${path}/embed`, { query: { url } });
    const link = (title: string) => ({ type: "link", title, site: "127.0.0.1" });

    test("of well-known providers are frames, without a request", async () => {
      const { app } = suite;
      const { path } = await app.space();
      const url = "https://www.youtube.com/watch?v=abc";
      const known = await embed(app.admin, path, url);
      assert.deepEqual([known.type, known.site, known.title], ["rich", "YouTube", "YouTube video"]);
      assert.match(known.html, /^<iframe src="https:\/\/www\.youtube-nocookie\.com\/embed\/abc" /);
      assert.deepEqual(await embed(await app.stranger(), "/urls", url), known);
    });

    test("of other pages are fetched once, and cached for a day for an organization or a user", async (t) => {
      const { app } = suite;
      const site = await website(t);
      const [{ path }, { path: other }] = [await app.space(), await app.space()];
      const url = `${site.url}/a?b#c`;
      for (const space of [path, path, other])
        assert.deepEqual(await embed(app.admin, space, url), link("Page /a?b"));
      assert.deepEqual(site.requests, ["/a?b"]);
      const reader = await app.member("read");
      await embed(reader, path, url);
      assert.equal(site.requests.length, 1);
      const foreign = await app.organization();
      const { path: foreignSpace } = await app.space({}, foreign.id, foreign.admin);
      await embed(foreign.admin, foreignSpace, url);
      await embed(reader, "/urls", url);
      await embed(await app.stranger(), "/urls", url);
      assert.equal(site.requests.length, 4, "an embed of another organization or user is used");
      await embed(reader, "/urls", url);
      assert.equal(site.requests.length, 4);
      now += 24 * 60 * minute - 1;
      await embed(app.admin, path, url);
      assert.equal(site.requests.length, 4);
      now += 1;
      await embed(app.admin, path, url);
      assert.equal(site.requests.length, 5);
      const count = async () => {
        const rows = await app.context.database.read.selectFrom("embeds").select("slot").execute();
        return rows.length;
      };
      const before = await count();
      await removeExpiredEmbeds(app.context);
      assert.equal(await count(), before - 3);
    });

    test("of pages that cannot be reached are links, which are cached for ten minutes", async (t) => {
      const { app } = suite;
      const site = await website(t);
      site.state.isDown = true;
      const { path } = await app.space();
      const url = `${site.url}/down%20page/`;
      assert.deepEqual(await embed(app.admin, path, url), link("127.0.0.1/down page"));
      site.state.isDown = false;
      now += 10 * minute - 1;
      assert.deepEqual(await embed(app.admin, path, url), link("127.0.0.1/down page"));
      assert.equal(site.requests.length, 1);
      now += 1;
      assert.deepEqual(await embed(app.admin, path, url), link("Page /down%20page/"));
    });

    test("share one request while it runs", async (t) => {
      const { app } = suite;
      const site = await website(t);
      site.state.delay = 100;
      const { path } = await app.space();
      const embeds = await Promise.all(
        Array.from({ length: 20 }, () => embed(app.admin, path, `${site.url}/shared`)),
      );
      assert.deepEqual(new Set(embeds.map(({ title }) => title)), new Set(["Page /shared"]));
      assert.equal(site.requests.length, 1);
    });

    test("are cached in a limited number of slots", async () => {
      const { app } = suite;
      const urls = Array.from({ length: 300 }, (_, i) => new URL(`https://example.com/${i}`));
      const keyOf = (url: URL) => embedKey(app.organizationId, url, slots);
      const embedOf = (url: URL) => ({ type: "link" as const, title: url.href, site: "s" });
      const slots = 16;
      for (const url of urls) await cacheEmbed(app.context, keyOf(url), embedOf(url), false);
      let found = 0;
      for (const url of urls) {
        const cached = await findCachedEmbed(app.context, keyOf(url));
        if (cached === undefined) continue;
        assert.deepEqual(cached, embedOf(url));
        found += 1;
      }
      assert.ok(found > 8 && found <= slots, `${found} embeds are cached`);
    });

    test("of URLs that are not http or https are refused", async () => {
      const { app } = suite;
      const { path } = await app.space();
      for (const url of ["", "x", "/a", "javascript:alert(1)", "file:///etc/passwd", "data:text/html,x"])
        for (const base of [path, "/urls"])
          await app.refused(app.admin, `GET ${base}/embed`, 400, /^url: /, { query: { url } });
      await app.refused(app.admin, `GET ${path}/embed`, 400, /^url: /, {});
      const url = `https://example.com/${"x".repeat(8200)}`;
      await app.refused(app.admin, `GET ${path}/embed`, 400, /^url: /, { query: { url } });
    });

    test("of URLs that an integration on the space displays name its block", async (t) => {
      const { app } = suite;
      const site = await website(t);
      const space = await app.space();
      const block = { id: "thread", title: "Thread", urlUnfurl: [`${site.url}/threads/**`] };
      const integration = await publishIntegration(app, { blocks: [block], visibility: "private" });
      const installation = await install(app, integration);
      const url = `${site.url}/threads/1/2`;
      assert.deepEqual(await embed(app.admin, space.path, url), link("Page /threads/1/2"));
      await app.ok(app.admin, `POST ${installation.path}/spaces`, { body: { space: space.id } });
      assert.deepEqual(await embed(app.admin, space.path, url), {
        ...link("127.0.0.1/threads/1/2"),
        ...{ type: "integration", integration: integration.name, block },
      });
      assert.deepEqual(await embed(app.admin, space.path, `${site.url}/b`), link("Page /b"));
      const guest = await app.member(null);
      await app.give(space.path, "read", { users: [guest] });
      assert.deepEqual(
        await embed(guest, space.path, url),
        link("Page /threads/1/2"),
        "a guest sees a private integration",
      );
    });

    test("are fetched for visitors only if a page shows the URL to them", async (t) => {
      const { app } = suite;
      const site = await website(t);
      const space = await app.space();
      const shown = `${site.url}/shown`;
      const hidden = `${site.url}/hidden`;
      const mentioned = `${site.url}/mentioned`;
      const markdown = `{% embed url="${shown}" %}
A caption
{% endembed %}

[text](${mentioned})

{% if visitor.claims.unsigned.beta %}
{% embed url="${hidden}" %}
{% endif %}
`;
      await app.page(space.path, "Page", { document: { markdown } });
      const sites = `/orgs/${app.organizationId}/sites`;
      const { id } = await app.ok(app.admin, `POST ${sites}`, { body: { spaces: [space.id] } });
      const { urls } = await app.ok(app.admin, `POST ${sites}/${id}/publish`);
      const visit = async (unsignedClaims: object): Promise<Person> => {
        const body = { url: urls.published, visitor: { unsignedClaims } };
        const { apiToken: token } = await app.ok(app.admin, "POST /urls/published", { body });
        return { id: "", email: "", token };
      };
      const [visitor, beta] = [await visit({}), await visit({ beta: true })];
      const titles = async (person: Person) => {
        const embeds = [shown, hidden, mentioned, `${site.url}/other`].map((url) =>
          embed(person, space.path, url),
        );
        return (await Promise.all(embeds)).map(({ title }) => title);
      };
      const [host, other] = ["127.0.0.1", "127.0.0.1/other"];
      const seen = ["Page /shown", `${host}/hidden`, `${host}/mentioned`, other];
      assert.deepEqual(await titles(visitor), seen);
      assert.deepEqual(site.requests, ["/shown"]);
      assert.deepEqual(await titles(beta), ["Page /shown", "Page /hidden", `${host}/mentioned`, other]);
      assert.deepEqual(site.requests, ["/shown", "/hidden"]);
      await titles(app.admin);
      assert.deepEqual(await titles(visitor), seen, "a visitor sees what is cached for others");
      const known = await embed(visitor, space.path, "https://vimeo.com/1");
      assert.equal(known.type, "rich");
      await app.refused(visitor, "GET /urls/embed", 403, /visitor/, { query: { url: shown } });
      const elsewhere = await app.space();
      await app.refused(visitor, `GET ${elsewhere.path}/embed`, 404, /Space/, { query: { url: shown } });
    });

    test("are not fetched from a private network, unless it is allowed", async (t) => {
      const site = await website(t);
      const database = await createTestDatabase(suite.kind);
      const app = await bootApp(database.environment);
      try {
        const { path } = await app.space();
        const reply = await app.ok(app.admin, `GET ${path}/embed`, { query: { url: `${site.url}/a` } });
        assert.deepEqual(reply, link("127.0.0.1/a"));
        assert.deepEqual(site.requests, []);
      } finally {
        await app.close();
        await database.remove();
      }
    });
  },
  { clock, config: { allowPrivateNetwork: true } },
);

test("patterns of integrations match whole URLs, in time proportional to both lengths", () => {
  for (const [pattern, url, isMatch] of [
    ["https://a.test/**", "https://a.test/", true],
    ["https://a.test/**", "https://a.test/b/c?d", true],
    ["https://a.test/*", "https://a.test/b", true],
    ["https://a.test/*", "https://a.test/b/c", false],
    ["https://*.a.test/*/c", "https://x.a.test/b/c", true],
    ["https://a.test/b", "https://a.test/bc", false],
    ["https://a.test/.", "https://a.test/b", false],
    ["**", "https://a.test/b", true],
  ] as const)
    assert.equal(matchesUrl(pattern, url), isMatch, `${pattern} ${url}`);
  const match = (length: number) => () =>
    assert.equal(matchesUrl("**a".repeat(66), `https://${"a".repeat(length)}b`), false);
  assertLinear(match(500), match(2000));
  const compare = (count: number) => () =>
    assert.equal(matchesUrl("**a".repeat(count), `https://${"a".repeat(2000)}b`), false);
  assertLinear(compare(16), compare(64));
});
