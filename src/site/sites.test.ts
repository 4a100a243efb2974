import assert from "node:assert/strict";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { describeOnEachDatabase } from "../../test/support/app.ts";
import { openPage, publishSite } from "../../test/support/published-site.ts";
import { addOrigin } from "../storage/repositories/space-origins.ts";

function* elementsIn(node: DefaultTreeAdapterTypes.Node): Generator<DefaultTreeAdapterTypes.Element> {
  if ("tagName" in node) yield node;
  if ("childNodes" in node) for (const child of node.childNodes) yield* elementsIn(child);
}

describeOnEachDatabase("published sites", (suite) => {
  const admin = (operation: string, body?: object) =>
    suite.app.ok(suite.app.admin, operation, body && { body });

  const publish = (options?: Parameters<typeof publishSite>[1]) => publishSite(suite.app, options);
  const open = (url: string, headers?: Readonly<Record<string, string>>) => openPage(suite.app, url, headers);

  const mainOf = (text: string) => /<main.*<\/main>/s.exec(text)?.[0] ?? "";

  test("show the first page at their URL, and every other page at its path", async () => {
    const site = await publish({
      pages: [
        ["Welcome", { description: "All about it", document: { markdown: "Hello **world**." } }],
        ["Guide", { linkTitle: "Using it", document: { markdown: "## Usage\n\nText" } }],
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
    assert.match(mainOf(guide.text), /<h1><span>Guide<\/span><\/h1>/);
    assert.match(
      guide.text,
      /<a class="tree-link" href="[^"]*\/guide" aria-current="page"><span>Using it<\/span>/,
    );
    assert.match(guide.text, /<meta name="description" content="Text">/);
    assert.match(mainOf(guide.text), /rel="prev"><small>Previous<\/small><span>Welcome/);
  });

  test("have other ids in the frame and in blocks than the anchors of headings", async () => {
    const titles = ["Content", "Page tree", "Feedback sent", "Note 1", "Tabs 2", "Tabs 2 1", "Search list"];
    const tabs = '{% tabs %}\n{% tab title="A" %}\nB\n{% endtab %}\n{% endtabs %}';
    const markdown = ["Text[^1].", "[^1]: Note.", tabs, ...titles.map((title) => `## ${title}`)].join("\n\n");
    const site = await publish({
      pages: [["Home", { document: { markdown } }]],
      customization: { feedback: { enabled: true } },
    });
    const attributes = [...elementsIn(parse((await open(site.url)).text))].flatMap(({ attrs }) => attrs);
    const ids = attributes.flatMap(({ name, value }) => (name === "id" ? value : []));
    assert.deepEqual(ids.toSorted(), [...new Set(ids)].toSorted());
    for (const anchor of ["content", "page-tree", "note-1", "tabs-2", "tabs-2-1"])
      assert.ok(ids.includes(anchor));
    for (const { name, value } of attributes)
      if (name === "popovertarget" || name === "aria-controls" || (name === "href" && value.startsWith("#")))
        assert.ok(ids.includes(value.replace(/^#/, "")), value);
  });

  for (const target of ["self", "blank"])
    test(`open links to other sites in ${target === "self" ? "the same" : "a new"} tab, in every part of the frame`, async () => {
      const to = { kind: "url", url: "https://other.example/" };
      const link = { title: "Other", to };
      const display = { header: true, footer: true };
      const site = await publish({
        pages: [["Home", { document: { markdown: "[Other](https://other.example/)" } }]],
        customization: {
          externalLinks: { target },
          header: { primaryLink: to, links: [{ ...link, links: [] }] },
          footer: { groups: [{ title: "More", links: [link] }] },
          announcement: { enabled: true, message: "News", style: "info", link },
          pageActions: { externalAI: false, markdown: true, mcp: true },
          privacyPolicy: { url: "https://other.example/privacy" },
          socialAccounts: [{ platform: "github", handle: "acme", display }],
        },
      });
      await suite.app.change(site.space.path, {
        ...{ operation: "insert_page", type: "link", title: "Elsewhere", target: to },
      });
      const { text } = await open(site.url);
      const links = [...text.matchAll(/<a [^>]*href="https:[^>]*>/g)].map(([tag]) => tag);
      // The logo, the header, its drawer, the tree, the footer, the announcement, the page, the policy, and the account thrice.
      assert.equal(links.length, 11, links.join("\n"));
      for (const tag of links) {
        assert.equal(tag.includes('target="_blank"'), target === "blank", tag);
        assert.match(tag, /rel="(?:me )?noopener"/);
      }
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
    for (const path of ["", "/last", "/hidden-page"]) {
      // The search field has the words of the path.
      const text = (await open(site.url + path)).text.replace('value="hidden page"', "");
      assert.doesNotMatch(text, /hidden (?:words|page|link|text)/i);
    }
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

  test("are compressed, and revalidated by their entity tag", async () => {
    const site = await publish({ pages: [["Home", { document: { markdown: "Text. ".repeat(100) } }]] });
    const plain = await open(site.url);
    const zipped = await open(site.url, { "accept-encoding": "gzip" });
    assert.equal(zipped.headers["content-encoding"], "gzip");
    assert.equal(gunzipSync(zipped.bytes).toString(), plain.text);
    const etag = String(plain.headers.etag);
    for (const seen of [etag, etag.replace("W/", ""), `"other", ${etag}`, "*"])
      assert.equal((await open(site.url, { "if-none-match": seen })).status, 304, seen);
    assert.equal((await open(site.url, { "if-none-match": '"other", W/"*"' })).status, 200);
    assert.equal((await open(`${site.url}/none`, { "if-none-match": "*" })).status, 404);
    assert.match(String(plain.headers["cache-control"]), /^public, max-age=60, must-revalidate$/);
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
    await app.page(other.path, "First");
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
    const isData = ({ attrs }: (typeof elements)[number]) =>
      attrs.some(({ value }) => value === "application/ld+json");
    const scripts = elements.filter((element) => element.tagName === "script" && !isData(element));
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

  test("serve a page that was opened before as it is after every change", async () => {
    const site = await publish({ pages: [["Home"], ["Guide", { document: { markdown: "First." } }]] });
    const url = `${site.url}/guide`;
    const reopen = async () => {
      // The second time, the page is found by its URL; the third time, after its site was found to be unchanged.
      const [first, second] = [await open(url), await open(url)];
      await admin(`POST /orgs/${suite.app.organizationId}/collections`, { title: "Unrelated" });
      const third = await open(url);
      for (const later of [second, third]) {
        assert.equal(later.text, first.text);
        assert.deepEqual(later.headers.etag, first.headers.etag);
      }
      return third;
    };
    assert.match((await reopen()).text, /First\./);
    const page = `${site.space.path}/content`;
    const update = {
      operation: "update_page",
      page: site.ids.get("Guide"),
      document: { markdown: "Second." },
    };
    await admin(`POST ${page}`, { changes: [update] });
    assert.match((await reopen()).text, /Second\./);
    await admin(`PATCH ${site.path}`, { title: "Renamed" });
    assert.match((await reopen()).text, /<title>Guide \| Renamed<\/title>/);
    await admin(`PUT ${site.path}/customization`, {
      header: { links: [{ title: "New", to: null, links: [] }] },
    });
    assert.match((await reopen()).text, /New/);
    await admin(`PATCH ${site.path}`, { visibility: "unlisted" });
    assert.equal((await reopen()).headers["x-robots-tag"], "noindex");
    await admin(`PATCH ${site.path}`, { visibility: "share-link" });
    assert.equal((await open(url)).status, 404);
    await admin(`PATCH ${site.path}`, { visibility: "public" });
    assert.equal((await reopen()).status, 200);
    await admin(`POST ${site.path}/unpublish`);
    assert.equal((await open(url)).status, 404);
  });

  test("never show a page of a visitor's claims to others at the same URL", async () => {
    const beta = "visitor.claims.unsigned.beta";
    const markdown = `Open.\n\n{% if ${beta} %}\nHidden words.\n{% endif %}\n`;
    const site = await publish({ pages: [["Home", { document: { markdown } }]] });
    const cookie = `lectern_visitor_claims=${encodeURIComponent(JSON.stringify({ beta: true }))}`;
    for (let round = 0; round < 2; round++) {
      assert.match((await open(site.url, { cookie })).text, /Hidden words/);
      assert.doesNotMatch((await open(site.url)).text, /Hidden words/);
      assert.match((await open(`${site.url}?visitor.beta=true`, { accept: "*/*" })).text, /Hidden words/);
    }
  });

  test("list similar pages for a path without a page, and have its words in a search field", async () => {
    const site = await publish({ pages: [["Home"], ["Installation"]] });
    const missing = await open(`${site.url}/old/how_to-install%20it.html`);
    assert.equal(missing.status, 404);
    assert.match(mainOf(missing.text), /name="q"[^>]* value="how to install it"/);
    const hostile = await open(`${site.url}/${encodeURIComponent('"><script>alert(1)</script>')}`);
    assert.match(mainOf(hostile.text), /value="script alert 1 script"/);
    assert.match(mainOf((await open(`${site.url}/instalation`)).text), /href="[^"]*\/installation"/);
    assert.doesNotMatch(mainOf((await open(`${site.url}/zzzz`)).text), /installation/);
  });

  test("list similar pages of other sections, and of spaces of any size, for a path without a page", async () => {
    const { app } = suite;
    const beta = "visitor.claims.unsigned.beta";
    const site = await publish({ pages: [["Home"]] });
    const reference = await app.space({ title: "Reference" });
    await app.page(reference.path, "Start");
    await app.page(reference.path, "Webhook signatures");
    await app.page(reference.path, "Webhook secrets", { condition: beta });
    await app.page(reference.path, "Webhook drafts", { hidden: true });
    const section = { spaceId: reference.id, title: "Reference" };
    await app.ok(app.admin, `POST ${site.path}/sections`, { body: section });
    const url = (await app.ok(app.admin, `GET ${site.path}`)).urls.published;
    const { pathname } = new URL(url);
    const missing = mainOf((await open(`${url}/guides/webook-signatures`)).text);
    assert.ok(missing.includes(`href="${pathname}/reference/webhook-signatures"`), missing);
    assert.match(missing, /<span>Webhook signatures<\/span><span class="link-card-note">Reference<\/span>/);
    assert.doesNotMatch(missing, /secrets|drafts/);
    const text = (await open(`${url}/webook-signatures.md`)).text;
    assert.ok(text.includes(`[Webhook signatures](${url}/reference/webhook-signatures)`), text);
    // The first page has the URL of its section.
    assert.ok(mainOf((await open(`${url}/sttart`)).text).includes(`href="${pathname}/reference"`));

    // Names are not compared one by one in such a space.
    const chapter = await app.page(reference.path, "Chapter");
    const insert = (title: string) => ({ operation: "insert_page", title, into: chapter });
    await app.change(reference.path, ...Array.from({ length: 49 }, (_, i) => insert(`Number ${i}`)));
    const copy = { operation: "duplicate_page", page: chapter };
    for (let i = 0; i < 2; i++) await app.change(reference.path, ...Array.from({ length: 50 }, () => copy));
    assert.match(
      mainOf((await open(`${url}/reference/nothing/webook-signatures`)).text),
      /\/webhook-signatures"/,
    );
  });

  test("say in the language of their space that a page does not exist, what was found, and which pages there are", async () => {
    const named = await publish({ pages: [["مرحبا"]] });
    const declared = await publish({ pages: [["Home"]] });
    await suite.app.ok(suite.app.admin, `PATCH ${declared.space.path}`, { body: { language: "ar" } });
    for (const { url } of [named, declared])
      for (const path of ["zzzz", "~lectern/search?q=zzzz", "~lectern/tree/top"]) {
        const { text } = await open(`${url}/${path}`);
        assert.match(text, /<html lang="ar" dir="rtl"/, path);
        assert.match(mainOf(text), /<h1>[^<a-z]+<\/h1>/, path);
      }
    const other = await publish({ pages: [["Home"]] });
    assert.match((await open(`${other.url}/~lectern/tree/top`)).text, /<html lang="en"/);
  });

  test("say that pages are in the language of their space, unless they are written in another script", async () => {
    const english = "This page was written in English, and nobody has translated it so far. ".repeat(3);
    const polish =
      "Lektern to system do dokumentacji, który działa na własnym serwerze. Strony są szybkie i czytelne. ";
    const text = (markdown: string) => ({ document: { markdown } });
    const site = await publish({
      // The characters of this title are Chinese ones, too.
      pages: [["東京都庁案内所"], ["English", text(english)], ["Polish", text(polish.repeat(2))]],
    });
    const languageOf = async (path: string) => {
      const page = (await open(site.url + path)).text;
      const found = [/<html lang="([^"]*)"/, /"og:locale" content="([^"]*)"/, /"inLanguage":"([^"]*)"/];
      return found.map((pattern) => pattern.exec(page)?.[1]);
    };
    assert.deepEqual(await languageOf(""), ["zh", "zh_CN", "zh"]);
    const choose = (language: string) => admin(`PATCH ${site.space.path}`, { language });
    await choose("ja");
    assert.deepEqual(await languageOf(""), ["ja", "ja_JP", "ja"]);
    assert.deepEqual(await languageOf("/english"), ["en", "en_US", "en"]);
    await choose("pl");
    assert.deepEqual(await languageOf("/polish"), ["pl", "pl_PL", "pl"]);
    // The words of the frame are English ones, also around the titles of Polish pages.
    const { text: page } = await open(`${site.url}/polish`);
    for (const pattern of [
      /<header class="site-header" lang="en">/,
      /<nav class="page-tree"[^>]* lang="en"[^>]*>(?:(?!<ul).)*<ul lang="pl">/,
      /<nav class="neighbours"[^>]* lang="en"><a[^>]*><small>Previous<\/small><span lang="pl">English/,
      /&quot;lang&quot;:&quot;en&quot;,&quot;dir&quot;:&quot;ltr&quot;/,
    ])
      assert.match(page, pattern);
    await choose("en");
    assert.match((await open(`${site.url}/english`)).text, /<header class="site-header">/);
    assert.deepEqual(await languageOf(""), ["zh", "zh_CN", "zh"]);
  });
});
