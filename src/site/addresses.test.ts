import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { describeOnEachDatabase } from "../../test/support/app.ts";
import { browser, openPage, publishSite } from "../../test/support/published-site.ts";

describeOnEachDatabase("the addresses of sites", (suite) => {
  const admin = (operation: string, body?: object) =>
    suite.app.ok(suite.app.admin, operation, body && { body });
  const publish = (options?: Parameters<typeof publishSite>[1]) => publishSite(suite.app, options);
  const open = (url: string, headers?: Readonly<Record<string, string>>) => openPage(suite.app, url, headers);

  const mainOf = (text: string) => /<main.*<\/main>/s.exec(text)?.[0] ?? "";

  test("lead from a group, and from a page without text, to the first page below", async () => {
    const { app } = suite;
    const site = await publish({ pages: [["Home"]] });
    const group = await app.page(site.space.path, "Guides", { type: "group" });
    const empty = await app.page(site.space.path, "Chapter", { into: group });
    await app.page(site.space.path, "Part", { into: empty, document: { markdown: "Text" } });
    const { pathname } = new URL(site.url);
    // As a file of a repository is imported that has only front matter and a title.
    const frontMatter = { document: { markdown: "---\nicon: book\n---\n\n" } };
    const readme = await app.page(site.space.path, "Reference", { ...frontMatter, into: group });
    await app.page(site.space.path, "Calls", { into: readme, ...frontMatter });
    const listed = await open(`${site.url}/sitemap-pages.xml`);
    assert.doesNotMatch(listed.text, /\/(?:chapter|reference)</);
    assert.match(listed.text, /\/reference\/calls</);
    assert.doesNotMatch((await open(`${site.url}/llms.txt`)).text, /\/(?:chapter|reference)\.md/);
    const leading = await open(`${site.url}/guides/reference`);
    assert.deepEqual([leading.status, leading.headers.location], [307, `${pathname}/guides/reference/calls`]);
    assert.equal((await open(`${site.url}/guides/reference/calls`)).status, 200);
    for (const path of ["/guides", "/guides/chapter"]) {
      const reply = await open(site.url + path);
      const location = `${pathname}/guides/chapter${path === "/guides" ? "" : "/part"}`;
      assert.deepEqual([reply.status, reply.headers.location], [307, location]);
      assert.equal((await open(`${site.url}${path}?x=1`)).headers.location, `${location}?x=1`);
    }
  });

  test("of groups of which the visitor sees no page are free for redirects", async () => {
    const { app } = suite;
    const site = await publish({ pages: [["Home", { document: { markdown: "[Guides](guides.md)" } }]] });
    const group = await app.page(site.space.path, "Guides", { type: "group" });
    await app.page(site.space.path, "Hidden", { into: group, hidden: true });
    const condition = "visitor.claims.unsigned.beta";
    await app.page(site.space.path, "Secret", { into: group, condition });
    const missing = await open(`${site.url}/guides`, browser);
    assert.equal(missing.status, 404);
    assert.match(mainOf(missing.text), /<h1>Page not found<\/h1>/);
    assert.equal((await open(`${site.url}/guides.md`)).status, 404);
    assert.equal((await open(`${site.url}/guides/hidden`)).status, 200);
    assert.doesNotMatch(mainOf((await open(site.url)).text), /href="[^"]*guides/);
    const cookie = `lectern_visitor_claims=${encodeURIComponent(JSON.stringify({ beta: true }))}`;
    const seen = await open(`${site.url}/guides`, { ...browser, cookie });
    assert.match(String(seen.headers.location), /\/guides\/secret$/);
    const [siteSpace] = (await admin(`GET ${site.path}/site-spaces`)).items;
    await admin(`POST ${site.path}/redirects`, {
      source: "/guides",
      destination: { kind: "site-space", siteSpaceId: siteSpace.id },
    });
    const led = await open(`${site.url}/guides`, browser);
    assert.deepEqual([led.status, led.headers.location], [308, new URL(site.url).pathname]);
  });

  test("of pages are not those of what sites have beside pages", async () => {
    const { app } = suite;
    const text = { document: { markdown: "Text" } };
    const site = await publish({ pages: [["Home", text]] });
    for (const slug of [
      "rss.xml",
      "llms.txt",
      "llms-full.txt",
      "sitemap.xml",
      "sitemap-pages.xml",
      "~lectern",
    ]) {
      const page = await app.page(site.space.path, "Page", { ...text, slug });
      const { path } = await admin(`GET ${site.space.path}/content/page/${page}`);
      assert.equal(path, `${slug}-1`);
      const shown = await open(`${site.url}/${path}`);
      assert.deepEqual(
        [shown.status, shown.headers["content-type"]],
        [200, "text/html; charset=utf-8"],
        path,
      );
    }
    const home = site.ids.get("Home") ?? "";
    await app.change(site.space.path, { operation: "update_page", page: home, slug: "llms.txt" });
    assert.equal((await admin(`GET ${site.space.path}/content/page/${home}`)).path, "llms.txt-2");
  });

  test("lead on to the next and the previous page past pages without text", async () => {
    const { app } = suite;
    const text = { document: { markdown: "Text" } };
    const site = await publish({ pages: [["Home", text]] });
    const chapter = await app.page(site.space.path, "Chapter");
    await app.page(site.space.path, "Part", { ...text, into: chapter });
    const last = await app.page(site.space.path, "Last");
    await app.page(site.space.path, "Unseen", { ...text, into: last, hidden: true });
    const links = async (path: string) => {
      const found = mainOf((await open(site.url + path)).text).matchAll(/href="([^"]*)" rel="(prev|next)"/g);
      return Array.from(
        found,
        ([, href = "", rel]) => `${rel} ${href.slice(new URL(site.url).pathname.length)}`,
      );
    };
    assert.deepEqual(await links(""), ["next /chapter/part"]);
    assert.deepEqual(await links("/chapter/part"), ["prev ", "next /last"]);
    assert.deepEqual(await links("/last"), ["prev /chapter/part"]);
  });

  test("say that a page does not exist, with pages of a similar name", async () => {
    const site = await publish({
      pages: [
        ["Home"],
        ["Quickstart"],
        ["Reference"],
        ["Quick secret", { condition: "visitor.claims.isBeta" }],
      ],
    });
    const missing = await open(`${site.url}/old/quikstart`);
    assert.equal(missing.status, 404);
    assert.match(missing.text, /<h1>Page not found<\/h1>/);
    assert.match(mainOf(missing.text), /href="[^"]*\/quickstart"/);
    assert.doesNotMatch(missing.text, /secret/i);
    assert.equal((await open(`${site.url.slice(0, -3)}xyz`)).status, 404);
    await admin(`POST ${site.path}/unpublish`);
    assert.equal((await open(site.url)).status, 404);
  });

  test("behind a proxy are served at its paths, and the API at all others", async () => {
    const host = `www-${suite.app.organizationId.toLowerCase()}.example.com`;
    await publish({ site: { proxy: `${host}/guide` }, pages: [["Home"], ["Part"]] });
    for (let i = 0; i < 3; i++) assert.equal((await open(`https://${host}/guide/part`)).status, 200);
    assert.equal((await open(`https://${host}/healthz`)).status, 200);
    assert.match((await open(`https://${host}/other`)).text, /No operation/);
    // The proxy may forward these paths only, so the assets of refusals are below them.
    const refused = await open(`https://${host}/guide/${"a".repeat(9000)}`, browser);
    assert.match(refused.text, /<link rel="stylesheet" href="\/guide\/~lectern\/assets\//);
    assert.equal(refused.status, 414);
  });

  test("with a host that is missing or not valid are those of the API", async () => {
    const site = await publish({ pages: [["Home"]] });
    for (const host of ["", "a b", "%%%", "[::1", "x:99999"]) {
      assert.equal((await open(site.url, { host })).status, 200, host);
      assert.equal((await open(`${new URL(site.url).origin}/healthz`, { host })).status, 200, host);
    }
  });

  test("are on a new host after a second, even if it is requested all the time", async () => {
    const hostname = `new-${suite.app.organizationId.toLowerCase()}.example.com`;
    const site = await publish({ pages: [["Home"]] });
    assert.equal((await open(`http://${hostname}/`)).status, 404);
    await admin(`PATCH ${site.path}`, { hostname });
    let status = 404;
    for (const end = Date.now() + 3_000; status === 404 && Date.now() < end; await setTimeout(100))
      ({ status } = await open(`http://${hostname}/`));
    assert.equal(status, 200);
    // A server in front of this one may ask for a password.
    assert.equal((await open(`http://${hostname}/`, { authorization: "Basic eDp5" })).status, 200);
    const bearer = { authorization: `Bearer ${suite.app.admin.token}` };
    assert.match((await open(`http://${hostname}/v1/user`, bearer)).text, /"object":"user"/);
  });

  test("are served on their own host, with its paths", async () => {
    const hostname = `docs-${suite.app.organizationId.toLowerCase()}.example.com`;
    const site = await publish({ site: { hostname }, pages: [["Home"], ["V1", { slug: "v1" }]] });
    const home = await open(`http://${hostname}/`);
    assert.equal(home.status, 200);
    assert.match(home.text, /<a class="tree-link" href="\/v1">/);
    assert.equal((await open(`http://${hostname}/v1`)).status, 200);
    const user = await open(`http://${hostname}/v1/user`);
    assert.equal(user.status, 404);
    assert.match(user.text, /Page not found/);
    const posted = await suite.app.app.inject({ method: "POST", url: "/", headers: { host: hostname } });
    assert.equal(posted.statusCode, 405);
    const [, styles = ""] = /<link rel="stylesheet" href="([^"]+)"/.exec(home.text) ?? [];
    const sheet = await open(`http://${hostname}${styles}`);
    assert.equal(sheet.status, 200);
    assert.match(String(sheet.headers["cache-control"]), /immutable/);
    assert.ok(site.url.includes(hostname));
  });

  test("lead to the canonical path of a page, permanently, and keep the query", async () => {
    const { app } = suite;
    const site = await publish({
      site: { basename: "docs" },
      pages: [["Home"], ["Guide"], ["README", { slug: "README" }]],
    });
    const { pathname, origin } = new URL(site.url);
    const group = await app.page(site.space.path, "Group", { type: "group", slug: "group" });
    const inner = await app.page(site.space.path, "Inner", { into: group });
    const cases = [
      ["/home", ""],
      ["/HOME?a=1", "?a=1"],
      ["/guide/", "/guide"],
      ["//guide", "/guide"],
      ["/Guide?x=1&y", "/guide?x=1&y"],
      ["/readme", "/README"],
      ["/%67uide", "/guide"],
      ["/GROUP/Inner/", "/group/inner"],
      ["/", ""],
    ];
    for (const [written = "", canonical] of cases) {
      const reply = await open(`${site.url}${written}`);
      assert.deepEqual([reply.status, reply.location], [308, `${pathname}${canonical}`], written);
      assert.equal(reply.headers["cache-control"], "public, max-age=60, must-revalidate");
    }
    const upper = await open(`${origin}${pathname.replace(/docs$/, "DOCS")}/guide`);
    assert.deepEqual([upper.status, upper.location], [308, `${pathname}/guide`]);
    for (const path of ["", "/guide", "/README", "/group/inner"])
      assert.equal((await open(site.url + path)).status, 200, path);
    const head = await openPage(app, `${site.url}/guide/`, {}, "HEAD");
    assert.deepEqual([head.status, head.location, head.text], [308, `${pathname}/guide`, ""]);
    await app.change(site.space.path, { operation: "update_page", page: inner, slug: "renamed", into: null });
    assert.equal((await open(`${site.url}/group/inner`)).location, `${pathname}/renamed`);
  });

  test("of an organization lead to its default site, in any case", async () => {
    const { app } = suite;
    const { id, admin: owner } = await app.organization();
    const hostname = `org-${id.toLowerCase()}`;
    const { id: site } = await app.ok(owner, `POST /orgs/${id}/sites`, { body: { title: "Docs" } });
    await app.ok(owner, `PATCH /orgs/${id}`, { body: { hostname, defaultContent: { type: "site", site } } });
    const { urls } = await app.ok(owner, `POST /orgs/${id}/sites/${site}/publish`);
    for (const name of [hostname, hostname.toUpperCase(), id]) {
      const reply = await open(`${app.context.config.sites.url}/${name}?x=1`);
      assert.deepEqual([reply.status, reply.location], [307, `${urls.published}?x=1`], name);
    }
  });

  test("are links to the root of a space where pages link to its first page", async () => {
    const site = await publish({
      pages: [["Home"], ["Guide", { document: { markdown: "See [home](home.md)." } }]],
    });
    const { text } = await open(`${site.url}/guide`);
    const root = new URL(site.url).pathname;
    assert.doesNotMatch(text, new RegExp(`${root}/home"`));
    assert.match(text, new RegExp(`<a class="tree-link" href="${root}">`));
    assert.match(text, new RegExp(`<link rel="canonical" href="[^"]*${root}/guide">`));
    assert.match((await open(site.url)).text, new RegExp(`<link rel="canonical" href="${site.url}">`));
  });

  test("of redirects, sections and variants are served and lead to each other", async () => {
    const { app } = suite;
    const site = await publish({ pages: [["Home"], ["Guide"]] });
    const [reference, older] = [await app.space({ title: "Api" }), await app.space({ title: "v1" })];
    for (const { path } of [reference, older]) {
      await app.page(path, "Start");
      await app.page(path, "Guide");
    }
    const { id } = await admin(`POST ${site.path}/sections`, { spaceId: reference.id, title: "API" });
    await admin(`POST ${site.path}/site-spaces`, { spaceId: older.id, sectionId: id });
    const redirect = { source: "/old/docs", destination: { kind: "site-section", siteSectionId: id } };
    await admin(`POST ${site.path}/redirects`, redirect);
    const { pathname } = new URL(site.url);
    for (const path of ["", "/guide", "/api", "/api/guide", "/api/v1", "/api/v1/guide"])
      assert.equal((await open(site.url + path)).status, 200, path);
    for (const [from = "", to = ""] of [
      ["/old/docs", "/api"],
      ["/API/Guide", "/api/guide"],
      ["/api/v1/start", "/api/v1"],
      ["/api/api/guide", "/api/guide"],
    ]) {
      const reply = await open(site.url + from);
      assert.deepEqual([reply.status, reply.location], [308, pathname + to], from);
    }
    const { text } = await open(`${site.url}/api/v1/guide`);
    assert.match(text, new RegExp(`href="${pathname}/api/guide"`));
    const { text: start } = await open(`${site.url}/api`);
    assert.match(start, new RegExp(`href="${pathname}/api/v1"`));
    assert.doesNotMatch(start, /\/start"/);
    await admin(`PATCH ${older.path}`, { title: "Version one" });
    for (const path of ["/api/guide", "/api/v1/guide"])
      assert.match((await open(site.url + path)).text, /Version one/, path);
    const group = await admin(`POST ${site.path}/section-groups`, { title: "More", sections: [id] });
    assert.ok(group.id);
    assert.equal((await open(`${site.url}/api/v1/guide`)).status, 200);
  });

  test("of files are below the site, on each of its hosts", async () => {
    const { app } = suite;
    const name = app.organizationId.toLowerCase();
    const hostname = `files-${name}.example.com`;
    const proxy = `files-www-${name}.example.com/docs`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`;
    for (const settings of [{}, { hostname }, { proxy }]) {
      const site = await publish({ site: settings });
      const files = [
        { name: "a b.svg", contentType: "image/svg+xml", base64: Buffer.from(svg).toString("base64") },
      ];
      const { insertedFiles } = await app.change(site.space.path, { operation: "insert_files", files });
      const file = insertedFiles[0].id;
      const block = { object: "block", type: "image", isVoid: true, data: { ref: { kind: "file", file } } };
      const images = { object: "block", type: "images", isVoid: false, data: {}, nodes: [block] };
      const document = { document: { object: "document", data: {}, nodes: [images] } };
      await app.page(site.space.path, "Home", { document });
      const { text } = await open(site.url);
      const [, src = ""] = /<img [^>]*src="([^"]+)"/.exec(text) ?? [];
      const base = new URL(site.url);
      assert.ok(src.startsWith(`${base.pathname.replace(/\/$/, "")}/~lectern/files/`), src);
      const url = base.origin + src.replaceAll("&amp;", "&");
      const image = await open(url);
      assert.deepEqual([image.status, image.text], [200, svg], url);
      assert.match(String(image.headers["content-disposition"]), /^attachment/);
      assert.match(String(image.headers["content-security-policy"]), /default-src 'none'; sandbox/);
      assert.match(String(image.headers["cache-control"]), /^private, .*immutable/);
      assert.equal((await open(url.replace("signature=", "signature=x"))).status, 404);
    }
  });
});
