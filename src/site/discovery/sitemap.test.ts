import assert from "node:assert/strict";
import { test } from "node:test";
import robotsParser from "robots-parser";
import { describeOnEachDatabase } from "../../../test/support/app.ts";
import { cookieOf, openPage, publishSite } from "../../../test/support/published-site.ts";
import { readSitemap } from "../../../test/support/sitemap.ts";

describeOnEachDatabase("sitemaps and robots.txt", (suite) => {
  const admin = (operation: string, body?: object) =>
    suite.app.ok(suite.app.admin, operation, body && { body });
  const open = (url: string, headers?: Readonly<Record<string, string>>) => openPage(suite.app, url, headers);

  /** All pages of the sitemaps of a site, by sitemap. */
  async function readSitemaps(url: string): Promise<Map<string, Map<string, string>>> {
    const address = `${url.replace(/\/$/, "")}/sitemap.xml`;
    const index = readSitemap(address, (await open(address)).text);
    const pages = new Map<string, Map<string, string>>();
    for (const [sitemap, lastChange] of index) {
      const reply = await open(sitemap);
      assert.match(String(reply.headers["content-type"]), /^application\/xml/);
      const found = readSitemap(sitemap, reply.text);
      assert.equal([...found.values()].toSorted().at(-1), lastChange);
      pages.set(sitemap, found);
    }
    return pages;
  }

  const text = { document: { markdown: "Text." } };

  test("list the pages that everyone sees and that may be indexed, with their last change", async () => {
    const { app } = suite;
    const secret = { condition: "visitor.claims.unsigned.beta" };
    const site = await publishSite(app, {
      pages: [
        ["Home", text],
        ["Guide", text],
        ["Unfinished", { ...text, hidden: true }],
        ["Not indexed", { ...text, noRobotsIndex: true }],
        ["Not searched", { ...text, noIndex: true }],
        ["Secret", { ...text, ...secret }],
        ["Über uns & more", text],
      ],
    });
    const page = await app.page(site.space.path, "Group", { type: "group" });
    await app.page(site.space.path, "In a group", { ...text, into: page });
    for (const title of ["Secret", "Not indexed", "Unfinished"])
      await app.page(site.space.path, "Below", { ...text, into: site.ids.get(title) });
    const empty = await app.page(site.space.path, "Empty");
    await app.page(site.space.path, "In an empty page", { ...text, into: empty });
    const hiddenSpace = await app.space({ title: "Draft" });
    await app.page(hiddenSpace.path, "Draft page", text);
    const sections: Record<string, string> = {};
    for (const title of ["Reference", "Members"]) {
      const space = await app.space({ title });
      await app.page(space.path, `${title} home`, text);
      await app.page(space.path, "Second", text);
      sections[title] = (await admin(`POST ${site.path}/sections`, { spaceId: space.id })).id;
    }
    await admin(`PATCH ${site.path}/sections/${sections.Members}`, secret);
    const { siteSpaces } = await admin(`GET ${site.path}/sections/${sections.Reference}`);
    assert.equal(siteSpaces.length, 1);
    const addSpace = await admin(`POST ${site.path}/site-spaces`, {
      spaceId: hiddenSpace.id,
      sectionId: sections.Reference,
    });
    await admin(`PATCH ${site.path}/site-spaces/${addSpace.id}`, { hidden: true });
    const found = await readSitemaps(site.url);
    assert.deepEqual(
      Array.from(found, ([sitemap, pages]) => [sitemap.slice(site.url.length), [...pages.keys()]]),
      [
        [
          "/sitemap-pages.xml",
          ["", "/guide", "/uber-uns-and-more", "/group/in-a-group", "/empty/in-an-empty-page"].map(
            (path) => site.url + path,
          ),
        ],
        ["/reference/sitemap-pages.xml", ["/reference", "/reference/second"].map((path) => site.url + path)],
      ],
    );
    for (const pages of found.values())
      for (const [url] of pages) {
        const reply = await open(url);
        assert.equal(reply.status, 200, url);
        assert.doesNotMatch(reply.text, /noindex/);
        assert.ok(reply.text.includes(`<link rel="canonical" href="${url}">`), url);
      }
    const guide = await admin(`GET ${site.space.path}/content/page/${site.ids.get("Guide")}`);
    assert.equal(found.get(`${site.url}/sitemap-pages.xml`)?.get(`${site.url}/guide`), guide.updatedAt);
    for (const path of ["/guide/sitemap.xml", "/guide/sitemap-pages.xml", "/sitemap-pages-2.xml"])
      assert.equal((await open(site.url + path)).status, 404, path);
    // With claims, the same.
    const cookie = cookieOf(await open(`${site.url}?visitor.beta=true`, { accept: "text/html" }));
    assert.match((await open(`${site.url}/secret`, { cookie })).text, /<h1>/);
    for (const headers of [{ cookie }, undefined])
      for (const path of ["/sitemap.xml?visitor.beta=true", "/sitemap-pages.xml?visitor.beta=true"])
        assert.doesNotMatch((await open(site.url + path, headers)).text, /secret|members/i);
  });

  test("change with the content, and are revalidated", async () => {
    const { app } = suite;
    const site = await publishSite(app, { pages: [["Home", text]] });
    const url = `${site.url}/sitemap-pages.xml`;
    const before = await open(url);
    assert.match(String(before.headers["cache-control"]), /^public/);
    const revalidated = { "if-none-match": String(before.headers.etag) };
    assert.equal((await open(url, revalidated)).status, 304);
    await app.page(site.space.path, "Another", text);
    const after = await open(url, revalidated);
    assert.deepEqual([...readSitemap(url, after.text).keys()], [site.url, `${site.url}/another`]);
  });

  test("omit spaces without pages", async () => {
    const { app } = suite;
    const site = await publishSite(app, { pages: [["Home", text]] });
    await admin(`POST ${site.path}/sections`, { spaceId: (await app.space({ title: "Plans" })).id });
    const sitemaps = await readSitemaps(site.url);
    assert.deepEqual([...sitemaps.keys()], [`${site.url}/sitemap-pages.xml`]);
    assert.equal((await open(`${site.url}/plans/sitemap-pages.xml`)).status, 404);
  });

  test("do not exist for sites that search engines must not show", async () => {
    const { app } = suite;
    for (const visibility of ["unlisted", "share-link", "visitor-auth"]) {
      const site = await publishSite(app, { visibility, pages: [["Home", text]] });
      let { url } = site;
      if (visibility === "share-link") {
        const link = await admin(`POST ${site.path}/share-links`, { name: "All" });
        url = (await admin(`GET ${site.path}`)).urls.published ?? link.urls?.published;
      }
      for (const name of ["sitemap.xml", "sitemap-pages.xml"]) {
        const { status, headers } = await open(`${url}/${name}`);
        // Nobody may get the refusal of another visitor from a cache.
        assert.deepEqual([status, headers["cache-control"]], [404, "no-store"], visibility);
      }
      if (visibility !== "visitor-auth") {
        const feed = await open(`${url}/rss.xml`);
        assert.deepEqual([feed.status, feed.headers["x-robots-tag"]], [200, "noindex"], visibility);
      }
    }
    const site = await publishSite(app, { pages: [["Home", text]] });
    await admin(`POST ${site.path}/unpublish`);
    assert.equal((await open(`${site.url}/sitemap.xml`)).status, 404);
  });

  test("robots.txt names the sitemap of a site on its own host, and lets crawlers see what is not indexed", async () => {
    const { app } = suite;
    const { baseUrl } = app.context.config;
    const rules = async (host: string) => {
      const reply = await open(`http://${host}/robots.txt`);
      assert.equal(reply.status, 200);
      assert.match(String(reply.headers["content-type"]), /^text\/plain/);
      return robotsParser(`http://${host}/robots.txt`, reply.text);
    };
    const host = (name: string) => `${name}-${suite.kind}.example.com`;
    for (const visibility of ["public", "unlisted", "share-link", "visitor-auth"]) {
      const hostname = host(visibility);
      const site = await publishSite(app, { visibility, site: { hostname }, pages: [["Home", text]] });
      const robots = await rules(hostname);
      const isOpen = ["public", "unlisted"].includes(visibility);
      const published = await admin(`GET ${site.path}`);
      const sitemaps = visibility === "public" ? [`${published.urls.published}sitemap.xml`] : [];
      assert.deepEqual(robots.getSitemaps(), sitemaps);
      assert.equal(robots.isAllowed(`http://${hostname}/home`, "Googlebot"), isOpen);
      assert.equal(robots.isAllowed(`http://${hostname}/~lectern/search?q=a`, "Googlebot"), false);
      if (visibility === "public")
        assert.deepEqual([...(await readSitemaps(published.urls.published)).keys()].length, 1);
      if (visibility === "unlisted")
        assert.equal((await open(published.urls.published)).headers["x-robots-tag"], "noindex");
    }
    const shared = await rules(new URL(baseUrl).host);
    assert.deepEqual(shared.getSitemaps(), []);
    const allowed = (path: string) => shared.isAllowed(`http://${new URL(baseUrl).host}${path}`, "Googlebot");
    assert.deepEqual(
      [
        "/acme/docs/guide",
        "/acme/docs/~lectern/assets/site.css",
        "/v1/orgs",
        "/acme/docs/~lectern/search",
      ].map(allowed),
      [true, true, false, false],
    );
  });

  test("robots.txt below the URL of all sites is that of the site, as a proxy serves it on another host", async () => {
    const { app } = suite;
    const read = async (url: string) => {
      const reply = await open(`${url}/robots.txt`);
      assert.equal(reply.status, 200, url);
      assert.match(String(reply.headers["content-type"]), /^text\/plain/);
      return robotsParser("http://docs.test/robots.txt", reply.text);
    };
    const publish = (visibility: string) => publishSite(app, { visibility, pages: [["Guide", text]] });
    const site = await publish("public");
    const robots = await read(site.url);
    assert.deepEqual(robots.getSitemaps(), [`${site.url}/sitemap.xml`]);
    assert.deepEqual(
      ["/guide", "/~lectern/search?q=a"].map((path) => robots.isAllowed(`http://docs.test${path}`)),
      [true, false],
    );
    const unlisted = await read((await publish("unlisted")).url);
    assert.deepEqual(unlisted.getSitemaps(), []);
    assert.equal(unlisted.isAllowed("http://docs.test/guide"), true);
    const forMembers = await read((await publish("visitor-auth")).url);
    assert.equal(forMembers.isAllowed("http://docs.test/guide"), false);
    const shared = await publish("share-link");
    const { urls } = await admin(`POST ${shared.path}/share-links`, { name: "Readers" });
    assert.equal((await read(urls.published)).isAllowed("http://docs.test/guide"), false);
    const without = urls.published.replace(/\/[^/]*$/, "");
    for (const url of [without, `${site.url}/guide`, `${site.url}-none`])
      assert.equal((await open(`${url}/robots.txt`)).status, 404, url);
    await admin(`POST ${site.path}/unpublish`);
    assert.equal((await open(`${site.url}/robots.txt`)).status, 404);
  });
});
