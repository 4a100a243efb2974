import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../test/support/app.ts";
import { browser, openPage, publishSite } from "../../../test/support/published-site.ts";

interface FoundPage {
  readonly url: string;
  readonly title: readonly string[];
  readonly trail: readonly string[];
  readonly text: readonly string[];
  readonly sections: readonly { url: string; title: readonly string[]; text: readonly string[] }[];
}

describeOnEachDatabase("the search of a site", (suite) => {
  const admin = (operation: string, body?: object) =>
    suite.app.ok(suite.app.admin, operation, body && { body });
  const publish = (options?: Parameters<typeof publishSite>[1]) => publishSite(suite.app, options);

  /** Searches as the dialog does. */
  async function search(site: string, query: string, more = "", headers: Record<string, string> = {}) {
    const url = `${site}/~lectern/search?q=${encodeURIComponent(query)}${more}`;
    const reply = await openPage(suite.app, url, { accept: "application/json", ...headers });
    assert.equal(reply.status, 200, reply.text);
    return { ...reply, pages: JSON.parse(reply.text).pages as FoundPage[] };
  }
  const titles = ({ pages }: { pages: readonly FoundPage[] }) => pages.map(({ title }) => title.join(""));

  test("finds pages with the sections that match, and marks the words", async () => {
    const markdown =
      "Welcome to the **zebra** guide.\n\n## Feeding zebras\n\nA zebra eats grass.\n\n## Other\n\nNothing.";
    const site = await publish({ pages: [["Home"], ["Animals", { document: { markdown } }]] });
    const { pages, headers } = await search(site.url, "zebra");
    const path = `${new URL(site.url).pathname}/animals`;
    assert.deepEqual(pages, [
      {
        url: path,
        title: ["Animals"],
        trail: [],
        text: ["Welcome to the ", "zebra", " guide."],
        sections: [
          {
            url: `${path}#feeding-zebras`,
            title: ["Feeding ", "zebras", ""],
            text: ["A ", "zebra", " eats grass."],
          },
        ],
      },
    ]);
    assert.match(String(headers["cache-control"]), /^public, max-age=60, must-revalidate$/);
    assert.match(String(headers.vary), /accept/);
    assert.equal(headers["x-robots-tag"], "noindex");
    const [home] = (await search(site.url, "hom")).pages;
    assert.equal(home?.url, new URL(site.url).pathname);
  });

  test("is a page with the same results without scripts, whose field has the query", async () => {
    const hostile = `<script>alert("zebra")</script>`;
    const document = { markdown: "A zebra with `<b>` stripes." };
    const site = await publish({ pages: [["Home"], ["Animals", { document }]] });
    const open = (query: string) =>
      openPage(suite.app, `${site.url}/~lectern/search?q=${encodeURIComponent(query)}`, browser);
    const { status, text, headers } = await open("zebra");
    assert.equal(status, 200);
    assert.match(text, /<mark>zebra<\/mark> with &lt;b&gt; stripes/);
    assert.match(text, /<input type="search" name="q" maxlength="512" value="zebra"/);
    assert.match(text, /href="[^"]*\/animals"/);
    assert.match(String(headers["content-security-policy"]), /default-src 'none'/);
    assert.match(text, /<meta name="robots" content="noindex">/);
    assert.doesNotMatch((await open(hostile)).text, /<script>alert/);
    const mainOf = async (query: string) => /<main.*<\/main>/s.exec((await open(query)).text)?.[0] ?? "";
    assert.match(await mainOf("quagga"), /Nothing found/);
    assert.doesNotMatch(await mainOf(""), /Nothing found/);
    const home = await openPage(suite.app, site.url, browser);
    assert.match(home.text, /<form class="search-form no-script" action="[^"]*\/~lectern\/search">/);
  });

  test("looks in this site space, in the defaults of the other sections, or in all variants", async () => {
    const site = await publish({ pages: [["Home", { document: { markdown: "zebra" } }]] });
    const add = async (title: string) => {
      const space = await suite.app.space({ title });
      await suite.app.page(space.path, `Page of ${title}`, { document: { markdown: "zebra" } });
      return space.id;
    };
    await admin(`POST ${site.path}/sections`, { spaceId: await add("Reference"), title: "Reference" });
    const { items } = await admin(`GET ${site.path}/sections`);
    const reference = items.find(({ title }: { title: string }) => title === "Reference");
    for (const [title, hidden] of [
      ["Second", false],
      ["Hidden", true],
    ] as const) {
      const body = { spaceId: await add(title), sectionId: reference.id };
      const { id } = await admin(`POST ${site.path}/site-spaces`, body);
      if (hidden) await admin(`PATCH ${site.path}/site-spaces/${id}`, { hidden });
    }
    const url = (await admin(`GET ${site.path}`)).urls.published;
    assert.deepEqual(titles(await search(url, "zebra")), ["Home", "Page of Reference"]);
    assert.deepEqual(titles(await search(url, "zebra", "&scope=here")), ["Home"]);
    const all = await search(url, "zebra", "&scope=variants");
    assert.deepEqual(titles(all).toSorted(), ["Home", "Page of Reference", "Page of Second"]);
    assert.deepEqual(all.pages.find(({ title }) => title.join("") === "Page of Second")?.trail, [
      "Reference",
      "Second",
    ]);
    const trailOf = ({ pages }: typeof all, name: string) =>
      pages.find(({ title }) => title.join("") === name)?.trail;
    assert.deepEqual(trailOf(all, "Home"), ["Handbook"], "the only variant of a section is not named");
    // Sections in one group are named too.
    const sections = items.map(({ id }: { id: string }) => id);
    await admin(`POST ${site.path}/section-groups`, { title: "Group", sections });
    assert.deepEqual(trailOf(await search(url, "zebra"), "Home"), ["Handbook"]);
    const inReference = await search(`${url}/reference`, "zebra");
    assert.deepEqual(titles(inReference), ["Page of Reference", "Home"]);
    for (const page of all.pages)
      assert.equal((await openPage(suite.app, new URL(page.url, url).href)).status, 200, page.url);
  });

  test("finds nothing that the visitor does not see", async () => {
    const beta = "visitor.claims.unsigned.beta";
    const site = await publish({
      pages: [
        ["Home", { document: { markdown: `Shown.\n\n{% if ${beta} %}\nSecret zebra.\n{% endif %}\n` } }],
        ["Zebra page", { condition: beta, document: { markdown: "zebra" } }],
        ["Zebra hidden", { hidden: true, document: { markdown: "zebra" } }],
        ["Zebra apart", { noIndex: true, document: { markdown: "zebra" } }],
      ],
    });
    const other = await suite.app.space({ title: "Zebra section" });
    await suite.app.page(other.path, "Zebra in a section", { document: { markdown: "zebra" } });
    const addSection = async (spaceId: string, title: string, change: object) => {
      const { id } = await admin(`POST ${site.path}/sections`, { spaceId, title });
      await admin(`PATCH ${site.path}/sections/${id}`, change);
    };
    await addSection(other.id, "Zebra", { condition: beta });
    const draft = await suite.app.space({ title: "Zebra draft" });
    await suite.app.page(draft.path, "Zebra in a draft", { document: { markdown: "zebra" } });
    await addSection(draft.id, "Draft", { draft: true });
    const url = (await admin(`GET ${site.path}`)).urls.published;
    for (const query of ["zebra", "secret", "zebra shown", "zebar"])
      assert.doesNotMatch((await search(url, query, "&scope=variants")).text, /zebra|secret/i, query);
    assert.deepEqual(titles(await search(url, "shown", "&scope=variants")), ["Home"]);
    const cookie = await openPage(suite.app, `${url}?visitor.beta=true`, browser);
    const headers = { cookie: String(cookie.headers["set-cookie"]).split(";")[0] ?? "" };
    const found = await search(url, "zebra", "&scope=variants", headers);
    assert.deepEqual(titles(found).toSorted(), ["Home", "Zebra in a section", "Zebra page"]);
    assert.match(String(found.headers["cache-control"]), /private/);
  });

  test("says which word it has found instead of a mistyped one, and lists similar words if nothing is found", async () => {
    const beta = "visitor.claims.unsigned.beta";
    const markdown = `Installation of the **workstation**.\n\n{% if ${beta} %}\nA hippopotamus.\n{% endif %}\n`;
    const site = await publish({ pages: [["Home", { document: { markdown } }]] });
    const other = await publish({ pages: [["Other", { document: { markdown: "workstands" } }]] });
    assert.deepEqual(titles(await search(other.url, "workstands")), ["Other"]);
    const answer = async (query: string) => JSON.parse((await search(site.url, query)).text);
    const found = await answer("workstaton");
    assert.deepEqual(found.corrected, ["workstation"]);
    assert.deepEqual(found.pages[0].text, ["Installation of the ", "workstation", "."]);
    const none = await answer("workztatin");
    assert.deepEqual([none.pages, none.similar], [[], ["workstation"]]);
    for (const query of ["hipopotamus", "hippopotamus", "hipoptamus"])
      assert.deepEqual(await answer(query), { corrected: [], similar: [], pages: [] }, query);
    const page = await openPage(suite.app, `${site.url}/~lectern/search?q=workztatin`, browser);
    assert.match(page.text, /Similar words: <a rel="nofollow" href="\?q=workstation">/);
  });

  test("is closed to visitors who may not open the site", async () => {
    const pages = [["Home", { document: { markdown: "zebra" } }]] as const;
    for (const visibility of ["visitor-auth", "share-link"]) {
      const site = await publish({ pages, visibility: "public" });
      await admin(`PATCH ${site.path}`, { visibility });
      const url = `${site.url}/~lectern/search?q=zebra`;
      for (const accept of ["application/json", "text/html"]) {
        const reply = await openPage(suite.app, url, { accept });
        assert.ok([403, 404].includes(reply.status), `${visibility}: ${reply.status}`);
        assert.doesNotMatch(reply.text, /zebra/);
      }
    }
    const site = await publish({ pages });
    await admin(`POST ${site.path}/unpublish`);
    const reply = await openPage(suite.app, `${site.url}/~lectern/search?q=zebra`);
    assert.equal(reply.status, 404);
  });

  test("answers any input", async () => {
    const document = { markdown: "日本語の文書です。 مرحبا بالعالم. Größe 🦓 zebra." };
    const site = await publish({ pages: [["Home", { document }]] });
    const url = `${site.url}/~lectern/search`;
    for (const query of ["", "?!…", "🦓🦓", "\u0000", "a".repeat(100_000), '"', "* AND (", "'", "\ud800x"])
      assert.deepEqual((await search(site.url, query.toWellFormed().slice(0, 4000))).pages, [], query);
    for (const query of ["日本", "文書", "مرحبا", "GRÖSSE", "grosse", "zeb", "🦓 zebra"])
      assert.deepEqual(titles(await search(site.url, query)), ["Home"], query);
    assert.deepEqual((await search(site.url, "文書")).pages[0]?.text.slice(0, 2), ["日本語の", "文書"]);
    for (const end of ["", "?q", "?q=a&q=b", "?q=zebra&scope=__proto__", "?q=%"])
      assert.equal((await openPage(suite.app, url + end, browser)).status, 200, end);
    const post = await openPage(suite.app, `${url}?q=zebra`, {}, "POST");
    assert.equal(post.status, 405);
  });
});
