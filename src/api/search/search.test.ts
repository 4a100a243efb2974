import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Person } from "../../../test/support/app.ts";
import { runNextJob } from "../../server/jobs/work.ts";

interface FoundPage {
  readonly id: string;
  readonly title: string;
  readonly path: string;
  readonly description?: string;
  readonly rank: number;
  readonly ancestors: readonly { title: string }[];
  readonly sections: readonly { id: string; title: string; path: string; body: string; score: number }[];
}

describeOnEachDatabase("search", (suite) => {
  const inSpace = (space: { path: string }, query: string, person = suite.app.admin) =>
    suite.app.ok(person, `GET ${space.path}/search`, { query: { query } });
  const inOrganization = (query: string, person = suite.app.admin, id = suite.app.organizationId) =>
    suite.app.ok(person, `GET /orgs/${id}/search`, { query: { query } });
  const titles = ({ items }: { items: readonly { title: string }[] }) => items.map(({ title }) => title);

  async function createPage(markdown: string, title = "Page", fields: object = {}) {
    const space = await suite.app.space({ title: "Space", ...fields });
    const page = await suite.app.page(space.path, title, { document: { markdown } });
    return { space, page };
  }

  test("finds pages with their sections and paths", async () => {
    const { space, page } = await createPage(
      "Before tapirs.\n\n## About tapirs\n\nThey swim.\n\n## Other\n\nNo.",
      "Zoo",
    );
    const { count, items, next } = await inSpace(space, "tapirs");
    assert.deepEqual([count, next], [1, undefined]);
    const [found] = items as FoundPage[];
    const scores = found?.sections.map(({ score }) => score) ?? [];
    assert.ok(scores[0] && scores[1] && scores[0] > scores[1], "the best section has the best score");
    const app = suite.app.context.urls.app(`/spaces/${space.id}/pages/${page}`);
    assert.deepEqual(found, {
      id: page,
      title: "Zoo",
      path: "zoo",
      score: scores[0],
      rank: 1,
      ancestors: [],
      sections: [
        {
          id: `${page}#about-tapirs`,
          title: "About tapirs",
          path: "zoo#about-tapirs",
          body: "They swim.",
          score: scores[0],
          urls: { app: `${app}#about-tapirs` },
        },
        { id: page, title: "Zoo", path: "zoo", body: "Before tapirs.", score: scores[1], urls: { app } },
      ],
      urls: { app },
    });
    const all = await inOrganization("tapirs");
    const foundSpace = { type: "space", id: space.id, title: "Space", score: scores[0], pages: [found] };
    assert.deepEqual([all.count, all.items], [1, [foundSpace]]);
  });

  test("results have the description and the ancestors of their page, and ranks that continue on later pages", async () => {
    const { space, page } = await createPage("About the numbat.", "Animals");
    const child = await suite.app.page(space.path, "Marsupials", { into: page });
    const numbat = { into: child, description: "Eats termites" };
    await suite.app.page(space.path, "Numbat", numbat);
    const search = (query: object) =>
      suite.app.ok(suite.app.admin, `GET ${space.path}/search`, { query: { query: "numbat", ...query } });
    const { items, next } = await search({ limit: "1" });
    const [best] = items as FoundPage[];
    assert.deepEqual(
      [best?.title, best?.description, best?.ancestors, best?.rank],
      ["Numbat", "Eats termites", [{ title: "Animals" }, { title: "Marsupials" }], 1],
    );
    const [second] = (await search({ limit: "1", page: next.page })).items as FoundPage[];
    assert.deepEqual([second?.title, second?.ancestors, second?.rank], ["Animals", [], 2]);
    const [found] = (await inOrganization("numbat")).items;
    assert.deepEqual(
      found.pages.map(({ title, rank }: FoundPage) => [title, rank]),
      [
        ["Numbat", 1],
        ["Animals", 2],
      ],
    );
  });

  test("finds pages by title and description, and ranks titles above text", async () => {
    const { space } = await createPage("Nothing but okapi, okapi and okapi.", "Animals");
    await suite.app.page(space.path, "Okapi", { description: "A shy quagga." });
    assert.deepEqual(titles(await inSpace(space, "okapi")), ["Okapi", "Animals"]);
    assert.deepEqual(titles(await inSpace(space, "quagga")), ["Okapi"]);
  });

  test("matches all words, or any word if no section has all", async () => {
    const { space } = await createPage("The vicuna jumps.", "One");
    await suite.app.page(space.path, "Two", { document: { markdown: "The vicuna sleeps." } });
    assert.deepEqual(titles(await inSpace(space, "vicuna sleeps")), ["Two"]);
    assert.deepEqual(titles(await inSpace(space, "vicuna unheard")).toSorted(), ["One", "Two"]);
  });

  test("matches quoted words as a phrase, without stemming", async () => {
    const { space } = await createPage("walking dogs", "Page", { language: "en" });
    for (const [query, count] of [
      ['"walking dogs"', 1],
      ['"dogs walking"', 0],
      ['"dogs walk"', 0],
      ['"walk dog"', 0],
      ["walk dog", 1],
    ] as const)
      assert.equal((await inSpace(space, query)).count, count, query);
  });

  test("stems words in the language of the space, which can be changed", async () => {
    const { space } = await createPage(
      "So ist das: die Häuser sind verbindlich alle da, und was nicht da ist, das ist weg.",
      "Seite",
      { language: "de" },
    );
    assert.equal((await inSpace(space, "Verbindlichkeiten")).count, 1);
    const { path } = space;
    await suite.app.ok(suite.app.admin, `PATCH ${path}`, { body: { language: "fi" } });
    assert.equal((await inSpace(space, "Verbindlichkeiten")).count, 0);
    await suite.app.ok(suite.app.admin, `PATCH ${path}`, { body: { language: null } });
    assert.equal((await inSpace(space, "Verbindlichkeiten")).count, 1, "the language is not detected");
  });

  test("finds words of every script", async () => {
    const texts = {
      使用搜索功能: ["搜索", "搜", "功能", "使用搜索"],
      検索機能の設定: ["検索", "設定", "の設定"],
      "검색 기능을 사용": ["검색", "기능"],
      การตั้งค่าระบบ: ["ตั้งค่า"],
      "إعدادات النظام": ["إعدادات"],
      "הגדרות מערכת": ["הגדרות", "מער"],
      "Настройки системы": ["настройка"],
      "Cài đặt hệ thống": ["cai dat", "ĐẶT"],
      "Straße im Größenwahn": ["strasse", "GRÖSSENWAHN"],
    };
    for (const [text, queries] of Object.entries(texts)) {
      const { space } = await createPage(text);
      for (const query of queries) assert.equal((await inSpace(space, query)).count, 1, query);
    }
  });

  test("finds words in any case, accent and Unicode form", async () => {
    const { space } = await createPage(
      "か\u3099いと\u3099 ｶﾞｲﾄﾞ co\u00adoperation 搜索功能的设置 L’installation",
      "Installation",
    );
    for (const query of ["がいど", "ガイド", "cooperation", "搜索设置", "d'installation", "INSTALLATION"])
      assert.equal((await inSpace(space, query)).count, 1, query);
  });

  test("accepts any query", async () => {
    const { space } = await createPage(
      "It's 1.2.3 of node.js, see foo_bar or mail to a.b@example.com. AND OR NOT NEAR",
    );
    for (const query of [
      ...[
        "",
        " ",
        "...",
        '"',
        '""',
        "'",
        "\\",
        "a\\'",
        "*",
        "^",
        ":*",
        "( & | ! )",
        "<->",
        "{title} : x",
        "@1",
      ],
      ...[
        "\u0301",
        "it's \u0301",
        "🎉",
        "❤️",
        "\ud800",
        "x".repeat(512),
        "word ".repeat(100),
        "; drop table x",
      ],
    ])
      for (const path of [`${space.path}/search`, `/orgs/${suite.app.organizationId}/search`]) {
        const { status } = await suite.app.call(suite.app.admin, `GET ${path}`, { query: { query } });
        assert.equal(status, 200, query);
      }
    for (const query of ["it's", "1.2.3", "node.js", "foo_bar", "a.b@exam", "AND", "near", "NOT NEAR"])
      assert.equal((await inSpace(space, query)).count, 1, query);
    const search = `GET ${space.path}/search`;
    await suite.app.refused(suite.app.admin, search, 400, /query: is required/);
    const long = { query: { query: "x".repeat(513) } };
    await suite.app.refused(suite.app.admin, search, 400, /query: .*512/, long);
    const page = { query: { query: "it's", page: "forged" } };
    await suite.app.refused(suite.app.admin, search, 400, /page/, page);
  });

  test("indexes unusual documents", async () => {
    const { space } = await createPage("An accent \u0301 on nothing (\u0308) beside a capybara.");
    assert.equal((await inSpace(space, "capybara")).count, 1);
    const words = Array.from({ length: 150_000 }, (_, i) => `w${i.toString(36)}x${i}`);
    await suite.app.page(space.path, "Huge", { document: { markdown: words.join(" ") } });
    while ((await runNextJob(suite.app.context)) !== undefined);
    for (const word of [words[5], words[100_000], "capybara"])
      assert.equal((await inSpace(space, `"${word}"`)).count, 1, `${word}`);
  });

  test("finds only the pages of an organization that the caller may read", async () => {
    const { app } = suite;
    const { space } = await createPage("The axolotl.");
    const other = await app.organization();
    const otherSpace = await app.space({}, other.id, other.admin);
    await app.ok(other.admin, `POST ${otherSpace.path}/content`, {
      body: { changes: [{ operation: "insert_page", title: "Axolotl" }] },
    });
    const [reader, guest, stranger] = [
      await app.member("read"),
      await app.member(null),
      await app.stranger(),
    ];
    const found = async (person: Person) => {
      const { count, items } = await inOrganization("axolotl", person);
      assert.equal(count, items.length);
      return count;
    };
    assert.deepEqual([await found(app.admin), await found(reader), await found(guest)], [1, 1, 0]);
    await app.refused(guest, `GET ${space.path}/search?query=axolotl`, 404, /Space not found/);
    await app.refused(stranger, `GET /orgs/${app.organizationId}/search?query=axolotl`, 404, /not found/);
    await app.refused(undefined, `GET ${space.path}/search?query=axolotl`, 401, /token/);
    await app.refused(reader, `GET /orgs/${other.id}/search?query=axolotl`, 404, /not found/);
    await app.give(space.path, "read", { users: [guest] });
    assert.equal(await found(guest), 1);
    assert.equal((await inSpace(space, "axolotl", guest)).count, 1);
    assert.equal((await inOrganization("axolotl", other.admin, other.id)).items[0].id, otherSpace.id);
  });
});
