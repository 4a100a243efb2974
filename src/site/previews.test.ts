import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../test/support/app.ts";
import { browser, openPage, publishSite } from "../../test/support/published-site.ts";

const sites = { url: "http://sites.example.net:8080", protocol: "http:", port: "8080" };

describeOnEachDatabase("previews of change requests", (suite) => {
  const admin = (operation: string, body?: object) =>
    suite.app.ok(suite.app.admin, operation, body && { body });
  const open = (url: string, headers: Readonly<Record<string, string>> = browser) =>
    openPage(suite.app, url, headers);

  /** A change request that adds a page to the space of a site, and the link to its preview. */
  async function preview(spacePath: string, markdown = "Only in the change request.") {
    const { app } = suite;
    const request = await app.changeRequest({ path: spacePath });
    await app.change(request.path, { operation: "insert_page", title: "New", document: { markdown } });
    const link = await admin(`POST ${request.path}/preview-link`);
    return { request, link, url: link.urls.preview as string, origin: new URL(link.urls.preview).origin };
  }

  test("show the site with the content of the change request, to whoever has the link", async () => {
    const { app } = suite;
    const customization = { title: "Acme docs" };
    const site = await publishSite(app, { pages: [["Home"], ["Guide"]], customization });
    const other = await app.space({ title: "Other" });
    await app.page(other.path, "Elsewhere", {
      document: { markdown: `[to the handbook](https://app.gitbook.com/s/${site.space.id})` },
    });
    await admin(`POST ${site.path}/site-spaces`, { spaceId: other.id });
    const { request, link, url, origin } = await preview(site.space.path, "See [the guide](guide.md).");
    assert.deepEqual(
      link.sites.map(({ id, urls }: { id: string; urls: object }) => [id, urls]),
      [[site.id, { preview: `${url}/${site.id}` }]],
    );
    const led = await open(url);
    assert.deepEqual([led.status, origin + led.location], [307, `${url}/${site.id}`]);
    const page = await open(`${url}/${site.id}/new`);
    assert.equal(page.status, 200);
    assert.match(page.text, /Preview of change request #1/);
    assert.match(page.text, /<title>New \| Acme docs<\/title>/);
    const app_ = `${app.context.config.baseUrl}/app/spaces/${site.space.id}/change-requests/${request.id}`;
    assert.ok(page.text.includes(`href="${app_}"`));
    const { pathname } = new URL(`${url}/${site.id}`);
    assert.ok(page.text.includes(`<a href="${pathname}/guide"`));
    const links = [...page.text.matchAll(/(?:href|src|action)="(\/[^"]*)"/g)].map(([, path = ""]) => path);
    assert.deepEqual(
      links.filter((path) => !path.startsWith(pathname)),
      [],
    );
    assert.doesNotMatch(page.text, /rel="canonical"|og:|data-events|role="search"|<search|rss\.xml/);
    assert.match(page.text, /<meta name="robots" content="noindex">/);
    const { "x-robots-tag": robots, "cache-control": cache, "referrer-policy": referrer } = page.headers;
    assert.deepEqual([robots, cache, referrer], ["noindex", "private, no-cache", "same-origin"]);
    const fromOther = await open(`${url}/${site.id}/other`);
    assert.match(fromOther.text, new RegExp(`<a[^>]* href="${pathname}"[^>]*>to the handbook<`));
    for (const [, path = ""] of (await open(`${url}/${site.id}`)).text.matchAll(
      /(?:href|src)="(\/[^"]*~lectern\/assets[^"]*)"/g,
    ))
      assert.equal((await open(origin + path)).status, 200, path);
    const markdown = await open(`${url}/${site.id}/new.md`, {});
    assert.equal(markdown.status, 200);
    assert.equal(markdown.headers["x-robots-tag"], "noindex");
    await app.change(request.path, { operation: "insert_page", title: "Newer" });
    assert.equal((await open(`${url}/${site.id}/newer`)).status, 200);
    assert.doesNotMatch((await open(`${url}/${site.id}/new`)).text, /newer changes/);
    await app.page(site.space.path, "Published meanwhile");
    assert.match((await open(`${url}/${site.id}/new`)).text, /The published content has newer changes/);
  });

  test("leave nothing in the published site", async () => {
    const { app } = suite;
    const site = await publishSite(app, { pages: [["Home", { document: { markdown: "Zebra one." } }]] });
    const { url } = await preview(site.space.path, "Quagga.");
    const base = `${url}/${site.id}`;
    for (const path of ["", "/new", "/nothing"]) await open(base + path);
    assert.equal((await open(`${site.url}/new`)).status, 404);
    assert.doesNotMatch((await open(site.url)).text, /preview-bar|\/new"/);
    const found = await open(`${site.url}/~lectern/search?q=quagga`, { accept: "application/json" });
    assert.deepEqual(JSON.parse(found.text).pages, []);
    assert.doesNotMatch((await open(`${site.url}/sitemap-pages.xml`)).text, /\/new</);
    for (const path of ["sitemap.xml", "llms.txt", "llms-full.txt", "rss.xml", "~gitbook/mcp", "robots.txt"])
      assert.notEqual((await open(`${base}/${path}`)).status, 200, path);
    const search = await open(`${base}/~lectern/search?q=zebra`, { accept: "application/json" });
    assert.equal(search.status, 404);
    const event = await openPage(
      app,
      `${base}/new/~lectern/events`,
      { "content-type": "application/json" },
      "POST",
    );
    assert.equal(event.status, 404);
    const { body } = await app.call(
      app.admin,
      `GET /urls/published?url=${encodeURIComponent(`${base}/new`)}`,
    );
    assert.equal(body.error?.code, 404);
  });

  test("end with the change request, and with the link", async () => {
    const { app } = suite;
    const site = await publishSite(app, { pages: [["Home"]] });
    const path = (of: string) => `${of}/${site.id}/new`;
    const isOpen = async (of: string) => {
      const { status, text, headers } = await open(path(of));
      if (status === 200) return true;
      assert.equal(status, 404);
      assert.match(text, /<h1>This preview has ended/);
      assert.match(String(headers["cache-control"]), /no-store/);
      assert.doesNotMatch(text, /Acme|Handbook/);
      return false;
    };
    const { request, url: first } = await preview(site.space.path);
    const { url: second } = await preview(site.space.path);
    assert.deepEqual([await isOpen(first), await isOpen(second)], [true, true]);
    const renewed = (await admin(`POST ${request.path}/preview-link`)).urls.preview;
    assert.deepEqual([await isOpen(first), await isOpen(renewed), await isOpen(second)], [false, true, true]);
    await admin(`PATCH ${request.path}`, { status: "archived" });
    assert.equal(await isOpen(renewed), false);
    assert.equal((await admin(`GET ${request.path}/preview-link`)).active, false);
    await app.refused(app.admin, `POST ${request.path}/preview-link`, 409, /archived/);
    await admin(`PATCH ${request.path}`, { status: "open" });
    assert.equal(await isOpen(renewed), true);
    await app.call(app.admin, `DELETE ${request.path}/preview-link`);
    assert.equal(await isOpen(renewed), false);
    const { status } = await app.call(app.admin, `DELETE ${request.path}/preview-link`);
    assert.equal(status, 204);
    const again = (await admin(`POST ${request.path}/preview-link`)).urls.preview;
    await admin(`POST ${request.path}/merge`);
    assert.equal(await isOpen(again), false);
    await app.refused(app.admin, `POST ${request.path}/preview-link`, 409, /merged/);
    for (const key of ["x", "0".repeat(22), "~", second.split("/").at(-1)?.toLowerCase() ?? ""])
      assert.equal(await isOpen(second.replace(/[^/]+$/, key)), false, key);
    assert.equal(await isOpen(second), true);
    await app.call(app.admin, `DELETE ${site.space.path}`);
    assert.equal(await isOpen(second), false);
  });

  test("open only their change request: no other site, no space that not everyone may read", async () => {
    const { app } = suite;
    const site = await publishSite(app, { pages: [["Home"]], visibility: "share-link" });
    const secret = await app.space({ title: "Secret" });
    await app.page(secret.path, "Payroll");
    await admin(`POST ${site.path}/site-spaces`, { spaceId: secret.id });
    const foreign = await publishSite(app, { pages: [["Foreign home"]] });
    const editor = await app.member("edit");
    const { request, url } = await preview(site.space.path);
    const base = `${url}/${site.id}`;
    assert.equal((await open(`${base}/new`)).status, 200);
    for (const path of ["", "/new", "/secret", "/secret/payroll", "/payroll"])
      assert.doesNotMatch((await open(base + path)).text, /Payroll|Secret/, path);
    assert.equal((await open(`${base}/secret/payroll`)).status, 404);
    assert.equal((await open(`${url}/${foreign.id}`)).status, 404);
    assert.equal((await open(`${url}/space/new`)).status, 200);
    assert.equal((await open(`${base}/new`, { ...browser, cookie: "lectern_preview=x.y.z" })).status, 200);
    // The key is no share link of the site.
    const key = url.split("/").at(-1) ?? "";
    assert.equal(
      (await open(`${app.context.config.sites.url}/${app.organizationId}/${site.id}/${key}`)).status,
      404,
    );
    const reader = await app.member("read");
    const linkPath = `${request.path}/preview-link`;
    assert.equal((await app.ok(reader, `GET ${linkPath}`)).urls.preview, url);
    await app.refused(reader, `POST ${linkPath}`, 403, /edit/);
    await app.refused(reader, `DELETE ${linkPath}`, 403, /edit/);
    assert.equal((await app.call(editor, `POST ${linkPath}`)).status, 201);
  });

  test("show what a visitor without a token sees, also of a space without a site", async () => {
    const { app } = suite;
    const space = await app.space({ title: "Alone" });
    await app.page(space.path, "Home");
    const condition = (claim: string) => `{% if visitor.claims.${claim} %}\nOnly ${claim}.\n{% endif %}\n\n`;
    const { url, link } = await preview(space.path, condition("plan") + condition("unsigned.beta"));
    assert.deepEqual(link.sites, []);
    const led = await open(url);
    assert.match(String(led.location), /\/space$/);
    const page = await open(`${url}/space/new`);
    assert.match(page.text, /<title>New \| Alone<\/title>/);
    assert.doesNotMatch(page.text, /Only/);
    const cookie = `lectern_visitor_claims=${encodeURIComponent(JSON.stringify({ beta: true }))}`;
    const beta = await open(`${url}/space/new`, { ...browser, cookie });
    assert.match(beta.text, /Only unsigned\.beta/);
    assert.doesNotMatch(beta.text, /Only plan/);
  });
});

describeOnEachDatabase(
  "previews of change requests on an origin of their own",
  (suite) => {
    test("are not opened on the origin of the API", async () => {
      const { app } = suite;
      const space = await app.space();
      await app.page(space.path, "Home");
      const request = await app.changeRequest(space);
      const { urls } = await app.ok(app.admin, `POST ${request.path}/preview-link`);
      assert.ok(urls.preview.startsWith(`${sites.url}/`));
      assert.equal((await openPage(app, `${urls.preview}/space`, browser)).status, 200);
      const onApi = urls.preview.replace(sites.url, app.context.config.baseUrl);
      assert.equal((await openPage(app, `${onApi}/space`, browser)).status, 404);
    });
  },
  { config: { sites } },
);
