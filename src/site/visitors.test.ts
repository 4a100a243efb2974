import assert from "node:assert/strict";
import { test } from "node:test";
import { SignJWT } from "jose";
import { describeOnEachDatabase } from "../../test/support/app.ts";
import { browser, cookieOf, openPage, publishSite } from "../../test/support/published-site.ts";
import { createSession, sessionCookie } from "../identity/sessions/sessions.ts";

describeOnEachDatabase("visitors of sites", (suite) => {
  const admin = (operation: string, body?: object) =>
    suite.app.ok(suite.app.admin, operation, body && { body });
  const publish = (options?: Parameters<typeof publishSite>[1]) => publishSite(suite.app, options);
  const open = (url: string, headers?: Readonly<Record<string, string>>) => openPage(suite.app, url, headers);

  test("shared by a link keep its key in a cookie, and have short URLs then", async () => {
    const site = await publish({ visibility: "share-link", pages: [["Home"], ["Guide"]] });
    assert.equal(site.url, "");
    const { urls } = await admin(`POST ${site.path}/share-links`, { name: "Readers" });
    const key = String(urls.published).split("/").at(-1) ?? "";
    const base = `${suite.app.context.config.sites.url}/${suite.app.organizationId}/${site.id}`;
    assert.equal((await open(base)).status, 404);
    const direct = await open(`${base}/${key}/guide`);
    assert.equal(direct.status, 200);
    assert.match(String(direct.headers["cache-control"]), /private/);
    const opened = await open(`${base}/${key}/guide`, { accept: "text/html" });
    assert.equal(opened.status, 307);
    assert.equal(opened.headers.location, new URL(`${base}/guide`).pathname);
    const cookie = String(opened.headers["set-cookie"]).split(";")[0] ?? "";
    const guide = await open(`${base}/guide`, { cookie });
    assert.equal(guide.status, 200);
    assert.doesNotMatch(guide.text, new RegExp(key));
  });

  test("with visitor authentication need a token, which a cookie keeps", async () => {
    const site = await publish({ visibility: "visitor-auth", pages: [["Home"]] });
    assert.equal((await open(site.url)).status, 404);
    await admin(`PATCH ${site.path}/publishing/auth`, { fallbackURL: "https://login.example.com/start" });
    const refused = await open(`${site.url}/home`);
    assert.deepEqual(
      [refused.status, refused.headers.location],
      [307, "https://login.example.com/start?location=%2Fhome"],
    );
    const { privateKey } = await admin(`GET ${site.path}/publishing/auth`);
    const jwt = await new SignJWT({ exp: Date.now() / 1000 + 3600 })
      .setProtectedHeader({ alg: "HS256" })
      .sign(new TextEncoder().encode(privateKey));
    const entered = await open(`${site.url}?jwt_token=${jwt}&x=1`, { accept: "text/html" });
    assert.deepEqual([entered.status, entered.headers.location], [307, `${new URL(site.url).pathname}?x=1`]);
    const cookie = String(entered.headers["set-cookie"]).split(";")[0] ?? "";
    const home = await open(site.url, { cookie });
    assert.equal(home.status, 200);
    assert.match(String(home.headers["cache-control"]), /private/);
  });

  test("let visitors with an expired token sign in again, and keep only valid tokens", async () => {
    const site = await publish({ visibility: "visitor-auth", pages: [["Home"]] });
    const { privateKey } = await admin(`GET ${site.path}/publishing/auth`);
    const sign = (exp: number) =>
      new SignJWT({ exp }).setProtectedHeader({ alg: "HS256" }).sign(new TextEncoder().encode(privateKey));
    const [expired, fresh] = await Promise.all([sign(1_000_000_000), sign(Date.now() / 1000 + 3600)]);
    const cookie = `lectern_visitor_token=${expired}`;
    assert.equal((await open(`${site.url}?jwt_token=${fresh}`, { cookie })).status, 200);
    // The first of several cookies has the longest path.
    const both = { cookie: `lectern_visitor_token=${fresh}; ${cookie}` };
    assert.equal((await open(site.url, both)).status, 200);
    const refused = await open(site.url, { cookie });
    assert.equal(refused.status, 404);
    assert.match(String(refused.headers["set-cookie"]), /lectern_visitor_token=; .*Max-Age=0/);
    await admin(`PATCH ${site.path}`, { visibility: "public" });
    const injected = await open(`${site.url}?jwt_token=x;%20Domain=example.com%0d%0a`, {
      accept: "text/html",
    });
    assert.deepEqual([injected.status, injected.headers["set-cookie"]], [200, undefined]);
    assert.match(String(injected.headers["cache-control"]), /private/);
  });

  test("keep claims of several URLs, nested ones too", async () => {
    const site = await publish({ pages: [["Home"]] });
    let cookie = "";
    for (const query of [
      "visitor.plan.tier=pro&visitor.beta=true",
      "visitor.plan.region=eu",
      "visitor.beta=false",
    ])
      cookie = cookieOf(await open(`${site.url}?${query}`, { ...browser, cookie }));
    assert.deepEqual(JSON.parse(decodeURIComponent(cookie.split("=")[1] ?? "")), {
      plan: { tier: "pro", region: "eu" },
      beta: false,
    });
  });

  test("who are members of the organization see a site before it is published", async () => {
    const { app } = suite;
    const site = await publish({ visibility: "visitor-auth", pages: [["Home"], ["Guide"]] });
    await admin(`POST ${site.path}/unpublish`);
    const url = `${app.context.config.sites.url}/${app.organizationId}/${site.id}`;
    const unknown = `${app.context.config.sites.url}/${app.organizationId}/nothing`;
    const [reader, stranger] = [await app.member("read"), await app.stranger()];
    const sessionOf = async ({ id }: { id: string }) => {
      const { database, clock, config } = app.context;
      const secretText = await database.write((trx) =>
        createSession(trx, { userId: id, loginMethod: "password" }, clock.now()),
      );
      return sessionCookie(secretText, config).split(";")[0] ?? "";
    };
    for (const cookie of ["", await sessionOf(stranger), "lectern_session=lcs_x", "lectern_preview=x.y.z"])
      for (const headers of [{ cookie }, { cookie, ...browser }]) {
        const [hidden, nothing] = [await open(url, headers), await open(unknown, headers)];
        assert.equal(hidden.status, 404);
        assert.equal(hidden.text.replaceAll(site.id, "nothing"), nothing.text);
      }
    const session = await sessionOf(reader);
    const page = await open(`${url}/guide`, { cookie: session });
    assert.equal(page.status, 200);
    assert.match(page.text, /class="preview-bar"[^>]*>Preview: this site is not published</);
    assert.match(page.text, /<meta name="robots" content="noindex">/);
    assert.equal(page.headers["cache-control"], "private, no-cache");
    assert.equal(page.headers["x-robots-tag"], "noindex");
    const guest = await app.member(null);
    assert.equal((await open(url, { cookie: await sessionOf(guest) })).status, 404);
    await app.refused(stranger, `GET ${site.path}/publishing/preview`, 404, /not found/);

    const { url: link } = await app.ok(reader, `GET ${site.path}/publishing/preview`);
    const opened = await open(link, browser);
    assert.deepEqual([opened.status, opened.location], [307, new URL(url).pathname]);
    assert.equal(opened.headers["cache-control"], "no-store");
    assert.match(
      String(opened.headers["set-cookie"]),
      /^lectern_preview=.*; Path=\/.+; HttpOnly; SameSite=Lax/,
    );
    assert.equal((await open(url, { cookie: cookieOf(opened) })).status, 200);
    const other = await publish();
    await admin(`POST ${other.path}/unpublish`);
    const otherUrl = `${app.context.config.sites.url}/${app.organizationId}/${other.id}`;
    assert.equal((await open(otherUrl, { cookie: cookieOf(opened) })).status, 404);

    const led = await open(`${app.context.config.baseUrl}/auth/preview/${app.organizationId}/${site.id}`, {
      cookie: session,
    });
    assert.equal(led.status, 307);
    assert.match(String(led.location), /\?preview_token=/);
    const anonymous = await open(
      `${app.context.config.baseUrl}/auth/preview/${app.organizationId}/${site.id}`,
    );
    assert.deepEqual([anonymous.status, anonymous.location], [307, "/auth/sign-in"]);
    await app.ok(app.admin, `DELETE /orgs/${app.organizationId}/members/${reader.id}`);
    assert.equal((await open(url, { cookie: cookieOf(opened) })).status, 404);
    assert.equal((await open(url, { cookie: session })).status, 404);
  });

  test("are previewed with claims, with drafts, and at a page", async () => {
    const { app } = suite;
    const markdown =
      '{% if visitor.claims.plan == "pro" %}\nFor pros.\n{% endif %}\n\n{% if visitor.claims.unsigned.beta %}\nFor testers.\n{% endif %}\n';
    const site = await publish({ pages: [["Home", { document: { markdown } }], ["Guide"]] });
    const other = await app.space({ title: "Reference" });
    const { id: section } = await admin(`POST ${site.path}/sections`, { spaceId: other.id });
    await admin(`PATCH ${site.path}/sections/${section}`, { draft: true });
    await admin(`POST ${site.path}/unpublish`);
    const base = `${app.context.config.sites.url}/${app.organizationId}/${site.id}`;
    const previewOf = async (query: object) => {
      const { url } = await admin(
        `GET ${site.path}/publishing/preview?${new URLSearchParams(Object.entries(query))}`,
      );
      const opened = await open(url, browser);
      const path = String(opened.location);
      const { text } = await open(new URL(path, base).href, { ...browser, cookie: cookieOf(opened) });
      return { path, text };
    };
    const plain = await previewOf({ draft: "false" });
    assert.doesNotMatch(plain.text, /For pros|For testers|Reference/);
    const { text } = await previewOf({ claims: "(plan:pro,unsigned:(beta:!t))" });
    assert.match(text, /For pros\.[\s\S]*For testers\./);
    assert.match(text, /Reference/);
    assert.doesNotMatch(
      (await previewOf({ claims: "(plan:basic)", draft: "false" })).text,
      /For pros|Reference/,
    );
    const { path } = await previewOf({ target: `${base}/guide?x=1#y` });
    assert.equal(path, `${new URL(base).pathname}/guide`);
    const host = `preview-${suite.kind}.example.com`;
    await admin(`PATCH ${site.path}`, { hostname: host });
    assert.equal(
      (await previewOf({ target: `http://${host}/guide` })).path,
      `${new URL(base).pathname}/guide`,
    );
    for (const [query, message] of [
      ["claims=(plan", /claims: is not valid Rison/],
      ["claims=!(1)", /claims: must be an object/],
      [`claims=(a:'${"ü".repeat(1_500)}')`, /claims: must not have more than 2000 bytes/],
      ["target=https://elsewhere.example/guide", /target: must be a URL of this site/],
      [`target=${base}x/guide`, /target: must be a URL of this site/],
      ["target=guide", /target: must be a URL of this site/],
      ["draft=perhaps", /draft: must be boolean/],
    ] as const)
      await app.refused(app.admin, `GET ${site.path}/publishing/preview?${encodeURI(query)}`, 400, message);
  });

  test("get errors as pages in their language, and programs get them as JSON", async () => {
    const { app } = suite;
    const site = await publish({ visibility: "visitor-auth", pages: [["Home"]] });
    const expectPage = async (
      url: string,
      status: number,
      title: RegExp,
      headers: Readonly<Record<string, string>> = {},
    ) => {
      const reply = await open(url, { ...browser, ...headers });
      assert.equal(reply.status, status, url);
      assert.match(String(reply.headers["content-type"]), /^text\/html/);
      assert.match(reply.text, title);
      assert.doesNotMatch(reply.text, /Acme|Handbook/);
      assert.equal(reply.headers["cache-control"], "no-store");
      assert.doesNotMatch(String(reply.headers["content-security-policy"]), /unsafe-inline/);
      const [, styles = ""] = /<link rel="stylesheet" href="([^"]+)"/.exec(reply.text) ?? [];
      assert.equal((await open(new URL(url).origin + styles)).status, 200);
    };
    await expectPage(site.url, 403, /<h1>This site is not public</);
    await expectPage(site.url, 403, /<html lang="ar" dir="rtl">/, {
      "accept-language": "xx, ar-EG;q=0.9, en",
    });
    await expectPage(`${site.url}?jwt_token=x`, 400, /<h1>This link is not valid</);
    await expectPage(`${site.url.slice(0, -3)}xyz`, 404, /<h1>Nothing found here</);
    await expectPage(`${site.url}/%00`, 400, /<h1>This address cannot be opened</);
    await expectPage(`${site.url}/${"a".repeat(9000)}`, 414, /<h1>This address cannot be opened</);
    await expectPage(`${site.url}/%zz`, 400, /<h1>This address cannot be opened</);
    for (const [url, status] of [
      [`${site.url}/%zz`, 400],
      [site.url, 404],
      [`${site.url}?jwt_token=x`, 400],
      [`${site.url}/%00`, 400],
    ] as const) {
      const reply = await open(url);
      assert.deepEqual([reply.status, JSON.parse(reply.text).error.code], [status, status]);
    }
    const shared = await publish({ visibility: "share-link", pages: [["Home"]] });
    const { id, urls } = await admin(`POST ${shared.path}/share-links`, { name: "Readers" });
    const cookie = cookieOf(await open(urls.published, browser));
    assert.equal((await open(urls.published.replace(/\/[^/]+$/, ""), { cookie })).status, 200);
    await admin(`PATCH ${shared.path}/share-links/${id}`, { active: false });
    await expectPage(urls.published, 404, /or the link to it is no longer valid/);
    await expectPage(urls.published.replace(/\/[^/]+$/, ""), 404, /no longer valid/, { cookie });
    const posted = await openPage(app, site.url, browser, "POST");
    assert.equal(posted.status, 405);
  });

  test("get errors in the look of the site, as far as they may see it", async () => {
    const styling = { primaryColor: { light: "#bf1f5c", dark: "#ff7eb0" } };
    const logo = { light: "https://images.example.com/l.png", dark: "https://images.example.com/d.png" };
    const site = await publish({ pages: [["Home"]], customization: { styling, header: { logo } } });
    const looks = async (visibility: string) => {
      await admin(`PATCH ${site.path}`, { visibility });
      const { text } = await open(`${site.url}/${"a".repeat(9000)}`, browser);
      assert.match(text, /class="refusal"/);
      return [/#bf1f5c/i, />[^<]* \| Acme</, /images\.example\.com/].map((pattern) => pattern.test(text));
    };
    assert.deepEqual(await looks("public"), [true, true, true]);
    assert.deepEqual(await looks("visitor-auth"), [true, false, false]);
    assert.deepEqual(await looks("share-link"), [false, false, false]);
  });
});
