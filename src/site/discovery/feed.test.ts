import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../test/support/app.ts";
import { cookieOf, openPage, publishSite } from "../../../test/support/published-site.ts";
import { readRss } from "../../../test/support/rss.ts";

const beta = "visitor.claims.unsigned.beta";

describeOnEachDatabase("feeds", (suite) => {
  const open = (url: string, headers?: Readonly<Record<string, string>>) => openPage(suite.app, url, headers);
  const text = { document: { markdown: "Text." } };
  const feedLink = async (url: string) =>
    /<link rel="alternate" type="application\/rss\+xml" title="[^"]*" href="([^"]+)">/.exec(
      (await open(url)).text,
    )?.[1];

  test("of a site space have the pages that were changed last and that the visitor sees", async () => {
    const { app } = suite;
    const site = await publishSite(app, {
      pages: [
        ["Home", { description: 'All <b>of</b> it & "more" \u0001' }],
        ["Guide", { document: { markdown: `Open.\n\n{% if ${beta} %}\nHidden words.\n{% endif %}\n` } }],
        ["Secret", { ...text, condition: beta }],
        ["Unfinished", { ...text, hidden: true }],
        ["Not indexed", { ...text, noIndex: true }],
      ],
    });
    await app.page(site.space.path, "Below", { ...text, into: site.ids.get("Secret") });
    const url = `${site.url}/rss.xml`;
    const reply = await open(url);
    assert.equal(reply.status, 200);
    assert.match(String(reply.headers["content-type"]), /^application\/rss\+xml/);
    const { title, items } = readRss(url, reply.text);
    assert.equal(title, "Acme");
    assert.deepEqual(
      items.map((item) => [item.title, item.link, item.description]),
      [
        ["Guide", `${site.url}/guide`, "<p>Open.</p>"],
        ["Home", site.url, "<p>All &lt;b&gt;of&lt;/b&gt; it &amp; &quot;more&quot; </p>"],
      ],
    );
    assert.equal(await feedLink(`${site.url}/guide`), new URL(url).pathname);
    const etag = { "if-none-match": String(reply.headers.etag) };
    assert.equal((await open(url, etag)).status, 304);
    // A change is a new entry.
    await app.change(site.space.path, {
      operation: "update_page",
      page: site.ids.get("Home"),
      title: "Start",
    });
    const changed = readRss(url, (await open(url, etag)).text).items;
    assert.deepEqual(
      changed.map((item) => item.title),
      ["Start", "Guide"],
    );
    assert.notEqual(changed[0]?.id, items[1]?.id);
    const cookie = cookieOf(await open(`${site.url}?visitor.beta=true`, { accept: "text/html" }));
    const personal = await open(url, { cookie });
    assert.match(personal.text, /Secret/);
    assert.match(String(personal.headers["cache-control"]), /^private/);
    assert.equal((await open(`${site.url}/guide/rss.xml`)).status, 404);
    assert.equal((await open(`${site.url}/secret/rss.xml`)).status, 404);
  });

  test("of a page with updates have these, also at the URL of the space if it is its first page", async () => {
    const { app } = suite;
    const markdown = `{% updates format="full" %}
{% update date="2030-01-02" tags="added,fixed" %}
## Version 2

More of it.

- One & two
{% endupdate %}

{% update date="2030-02-03" %}
A small change.
{% endupdate %}
{% endupdates %}`;
    const site = await publishSite(app, {
      pages: [
        ["Home", text],
        ["Changelog", { document: { markdown } }],
      ],
    });
    const url = `${site.url}/changelog/rss.xml`;
    const { title, items } = readRss(url, (await open(url)).text);
    assert.equal(title, "Changelog | Acme");
    assert.deepEqual(
      items.map(({ id, ...item }) => item),
      [
        {
          title: "A small change.",
          link: `${site.url}/changelog`,
          date: "2030-02-03T00:00:00.000Z",
          description: "<p>A small change.</p>",
          categories: [],
        },
        {
          title: "Version 2",
          link: `${site.url}/changelog#version-2`,
          date: "2030-01-02T00:00:00.000Z",
          description: "<p>More of it.</p><p>One &amp; two</p>",
          categories: ["added", "fixed"],
        },
      ],
    );
    assert.match((await open(`${site.url}/changelog`)).text, /id="version-2"/);
    assert.equal(await feedLink(`${site.url}/changelog`), new URL(url).pathname);
    const only = await publishSite(app, { pages: [["Changelog", { document: { markdown } }]] });
    const ofSpace = readRss(`${only.url}/rss.xml`, (await open(`${only.url}/rss.xml`)).text);
    assert.equal(ofSpace.items.length, 2);
  });

  test("of sites for some readers are for those only", async () => {
    const { app } = suite;
    const site = await publishSite(app, { visibility: "share-link", pages: [["Home", text]] });
    await app.ok(app.admin, `POST ${site.path}/share-links`, { body: { name: "All" } });
    const { urls } = await app.ok(app.admin, `GET ${site.path}`);
    const url = `${urls.published}/rss.xml`;
    const { items } = readRss(url, (await open(url)).text);
    assert.deepEqual(
      items.map(({ link }) => link),
      [urls.published],
    );
    const [, withoutKey = ""] = /^(.*)\/[^/]+$/.exec(urls.published) ?? [];
    assert.equal((await open(`${withoutKey}/rss.xml`)).status, 404);
    const members = await publishSite(app, { visibility: "visitor-auth", pages: [["Home", text]] });
    assert.equal((await open(`${members.url}/rss.xml`)).status, 404);
  });
});
