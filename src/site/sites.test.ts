import assert from "node:assert/strict";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { SignJWT } from "jose";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { describeOnEachDatabase } from "../../test/support/app.ts";
import { addOrigin } from "../storage/repositories/space-origins.ts";

function* elementsIn(node: DefaultTreeAdapterTypes.Node): Generator<DefaultTreeAdapterTypes.Element> {
  if ("tagName" in node) yield node;
  if ("childNodes" in node) for (const child of node.childNodes) yield* elementsIn(child);
}

describeOnEachDatabase("published sites", (suite) => {
  const admin = (operation: string, body?: object) =>
    suite.app.ok(suite.app.admin, operation, body && { body });

  interface Options {
    readonly visibility?: string;
    readonly site?: object;
    readonly customization?: object;
    readonly pages?: readonly (readonly [title: string, options?: object])[];
  }

  /** A published site of one space. */
  async function publish({ visibility = "public", site = {}, customization, pages = [] }: Options = {}) {
    const { app } = suite;
    const space = await app.space({ title: "Handbook" });
    const ids = new Map<string, string>();
    for (const [title, options] of pages) ids.set(title, await app.page(space.path, title, options));
    const sites = `/orgs/${app.organizationId}/sites`;
    const { id } = await admin(`POST ${sites}`, { title: "Acme", spaces: [space.id] });
    const path = `${sites}/${id}`;
    if (customization) await admin(`PUT ${path}/customization`, customization);
    await admin(`POST ${path}/publish`);
    const { urls } = await admin(`PATCH ${path}`, { visibility, ...site });
    return { id: id as string, path, space, ids, url: (urls.published ?? "") as string };
  }

  async function open(url: string, headers: Readonly<Record<string, string>> = {}) {
    const { pathname, search, host } = new URL(url);
    const reply = await suite.app.app.inject({ url: pathname + search, headers: { host, ...headers } });
    return { status: reply.statusCode, headers: reply.headers, text: reply.body, bytes: reply.rawPayload };
  }

  const mainOf = (text: string) => /<main.*<\/main>/s.exec(text)?.[0] ?? "";

  test("show the first page at their URL, and every other page at its path", async () => {
    const site = await publish({
      pages: [
        ["Welcome", { description: "All about it", document: { markdown: "Hello **world**." } }],
        ["Guide", { document: { markdown: "## Usage\n\nText" } }],
      ],
    });
    const home = await open(site.url);
    assert.equal(home.status, 200);
    assert.match(String(home.headers["content-type"]), /^text\/html/);
    assert.match(home.text, /<title>Welcome \| Acme<\/title>/);
    assert.match(home.text, /<meta name="description" content="All about it">/);
    assert.match(
      mainOf(home.text),
      /<h1><span>Welcome<\/span><\/h1>.*<p>Hello <strong>world<\/strong>\.<\/p>/s,
    );
    const guide = await open(`${site.url}/guide`);
    assert.match(mainOf(guide.text), /<h2 id="usage">Usage/);
    assert.match(guide.text, /<a class="tree-link" href="[^"]*\/guide" aria-current="page">/);
    assert.match(mainOf(guide.text), /rel="prev"><small>Previous<\/small><span>Welcome/);
  });

  test("lead from a group, and from a page without text, to the first page below", async () => {
    const { app } = suite;
    const site = await publish();
    const group = await app.page(site.space.path, "Guides", { type: "group" });
    const empty = await app.page(site.space.path, "Chapter", { into: group });
    await app.page(site.space.path, "Part", { into: empty, document: { markdown: "Text" } });
    const { pathname } = new URL(site.url);
    for (const path of ["/guides", "/guides/chapter"]) {
      const reply = await open(site.url + path);
      const location = `${pathname}/guides/chapter${path === "/guides" ? "" : "/part"}`;
      assert.deepEqual([reply.status, reply.headers.location], [307, location]);
    }
  });

  test("say that a page does not exist, with pages of a similar name", async () => {
    const site = await publish({
      pages: [["Quickstart"], ["Reference"], ["Quick secret", { condition: "visitor.claims.isBeta" }]],
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

  test("show neither pages nor blocks whose conditions the visitor does not meet, in no part of a page", async () => {
    const beta = "visitor.claims.unsigned.beta";
    const site = await publish({
      pages: [
        ["Home", { document: { markdown: `Open.\n\n{% if ${beta} %}\nHidden words.\n{% endif %}\n` } }],
        ["Hidden page", { condition: beta, document: { markdown: "Hidden text." } }],
        ["Last", { document: { markdown: "See [this](hidden-page.md)." } }],
      ],
      customization: { header: { links: [{ title: "Hidden link", to: null, links: [], condition: beta }] } },
    });
    for (const path of ["", "/last", "/hidden-page"])
      assert.doesNotMatch((await open(site.url + path)).text, /hidden (?:words|page|link|text)/i);
    assert.equal((await open(`${site.url}/hidden-page`)).status, 404);
    const withClaims = await open(`${site.url}?visitor.beta=true`, { accept: "text/html" });
    assert.equal(withClaims.status, 307);
    assert.equal(withClaims.headers.location, new URL(site.url).pathname);
    const cookie = String(withClaims.headers["set-cookie"]);
    assert.match(cookie, /HttpOnly; SameSite=Lax/);
    const member = await open(site.url, { cookie: cookie.split(";")[0] ?? "" });
    assert.match(member.text, /Hidden words.*/s);
    assert.match(member.text, /Hidden link/);
    assert.match(String(member.headers["cache-control"]), /private, no-cache/);
    assert.match(
      mainOf((await open(`${site.url}/last`, { cookie: cookie.split(";")[0] ?? "" })).text),
      /href="[^"]*\/hidden-page"/,
    );
  });

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

  test("behind a proxy are served at its paths, and the API at all others", async () => {
    const host = `www-${suite.app.organizationId.toLowerCase()}.example.com`;
    await publish({ site: { proxy: `${host}/guide` }, pages: [["Home"], ["Part"]] });
    for (let i = 0; i < 3; i++) assert.equal((await open(`https://${host}/guide/part`)).status, 200);
    assert.equal((await open(`https://${host}/healthz`)).status, 200);
    assert.match((await open(`https://${host}/other`)).text, /No operation/);
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

  test("are compressed, and revalidated by their entity tag", async () => {
    const site = await publish({ pages: [["Home", { document: { markdown: "Text. ".repeat(100) } }]] });
    const plain = await open(site.url);
    const zipped = await open(site.url, { "accept-encoding": "gzip" });
    assert.equal(zipped.headers["content-encoding"], "gzip");
    assert.equal(gunzipSync(zipped.bytes).toString(), plain.text);
    const etag = String(plain.headers.etag);
    assert.equal((await open(site.url, { "if-none-match": etag })).status, 304);
    assert.match(String(plain.headers["cache-control"]), /^public, max-age=60/);
    await suite.app.page(site.space.path, "Another");
    const changed = await open(site.url, { "if-none-match": etag });
    assert.equal(changed.status, 200);
    assert.match(changed.text, /Another/);
  });

  test("show the current titles of linked pages in other spaces, and the current names of people", async () => {
    const { app } = suite;
    const member = await app.member("read");
    const site = await publish();
    const other = await app.space({ title: "Other" });
    const target = await app.page(other.path, "Before");
    await admin(`POST ${site.path}/sections`, { spaceId: other.id });
    const ref = { kind: "user", user: member.id };
    const mention = { object: "inline", type: "mention", isVoid: true, data: { ref } };
    const link = { kind: "page", page: target, space: other.id };
    const nodes = [
      { object: "block", type: "content-ref", isVoid: true, data: { ref: link } },
      { object: "block", type: "paragraph", isVoid: false, data: {}, nodes: [mention] },
    ];
    const document = { document: { object: "document", data: {}, nodes } };
    await app.page(site.space.path, "Home", { document });
    const url = (await admin(`GET ${site.path}`)).urls.published;
    assert.match(mainOf((await open(url)).text), /Before/);
    await app.change(other.path, { operation: "update_page", page: target, title: "After" });
    assert.match(mainOf((await open(url)).text), /After/);
    await app.ok(member, `PATCH /users/${member.id}`, { body: { displayName: "Renamed Person" } });
    assert.match(mainOf((await open(url)).text), /@Renamed Person/);
  });

  test("resolve links to GitBook's application in the spaces of the site, and keep others", async () => {
    const { app } = suite;
    const site = await publish();
    const other = await app.space({ title: "Other" });
    await app.page(other.path, "Target");
    await app.context.database.write((trx) => addOrigin(trx, other.id, "idInGitBook"));
    const section = await admin(`POST ${site.path}/sections`, { spaceId: other.id });
    await admin(`POST ${site.path}/section-groups`, { title: "Outer", sections: [section.id] });
    const at = (id: string, path: string) => `https://app.gitbook.com/s/${id}/${path}`;
    const urls = [
      at("idInGitBook", "target#x"),
      at(other.id, "target"),
      at("idInGitBook", "none"),
      at("far", "a"),
    ];
    const document = { markdown: urls.map((url) => `[x](${url})`).join(" ") };
    await app.page(site.space.path, "Home", { document });
    const { text } = await open((await admin(`GET ${site.path}`)).urls.published);
    const hrefs = [...mainOf(text).matchAll(/<a[^>]* href="([^"]*)"[^>]*>x</g)].map(([, href = ""]) => href);
    assert.deepEqual(
      hrefs.map((href) => href.replace(/^.*(?=\/other\/)/, "")),
      ["/other/target#x", "/other/target", ...urls.slice(2)],
    );
  });

  test("show links and marks in the headers of tables, and no comments", async () => {
    const markdown = "| [a](https://x.example) | *b* |\n| - | - |\n| c | d |\n\n<!-- hidden -->\n";
    const site = await publish({ pages: [["Home", { document: { markdown } }]] });
    const { text } = await open(site.url);
    assert.match(
      mainOf(text),
      /<th scope="col"><a [^>]*href="https:\/\/x\.example\/"[\s\S]*<em>b<\/em><\/th>/,
    );
    assert.doesNotMatch(text, /hidden -->/);
  });

  test("never run text of their authors", async () => {
    const attack = `"><script>alert(1)</script><img src=x onerror=alert(1)>`;
    const site = await publish({
      pages: [
        [
          `T ${attack}`,
          {
            slug: "home",
            description: attack,
            document: {
              markdown: `${attack}\n\n[a](javascript:alert(1)) ![b](javascript:alert(2))\n\n\`\`\`${"html"}\n${attack}\n\`\`\`\n\n$$\n\\href{javascript:alert(3)}{x}\n$$\n\n| ${attack} |\n| - |\n| <b onclick="alert(1)">x</b> |\n`,
            },
          },
        ],
      ],
      customization: {
        footer: { groups: [{ title: attack, links: [] }], copyright: attack },
        announcement: { enabled: true, message: attack, style: "info" },
      },
    });
    const { text, headers } = await open(site.url);
    const elements = [...elementsIn(parse(text))];
    assert.ok(elements.length > 50);
    const scripts = elements.filter(({ tagName }) => tagName === "script");
    assert.deepEqual(
      scripts.map(({ attrs }) => attrs.map(({ name }) => name)),
      [[], ["type", "src"]],
    );
    assert.doesNotMatch(
      JSON.stringify(scripts[0]?.childNodes.map((node) => "value" in node && node.value)),
      /alert/,
    );
    for (const { attrs, tagName } of elements)
      for (const { name, value } of attrs) {
        assert.doesNotMatch(name, /^(?:on|style$)/, tagName);
        if (["href", "src"].includes(name))
          assert.doesNotMatch(value, /^\s*(?:javascript|vbscript|data:text)/i);
      }
    assert.doesNotMatch(String(headers["content-security-policy"]), /unsafe-inline|unsafe-eval/);
  });
});
