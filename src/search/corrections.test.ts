import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../test/support/app.ts";

const pages = [
  ["Installation", "How to install the program on a workstation."],
  ["Webhooks", "A webhook is called after each deployment. Configure its signature."],
  ["Настройка", "Чтобы настроить сервер, откройте конфигурацию."],
  ["Short", "The cats form a herd."],
] as const;

describeOnEachDatabase("a search with a mistyped word", (suite) => {
  async function searchable() {
    const space = await suite.app.space({ title: "Manual" });
    for (const [title, markdown] of pages)
      await suite.app.page(space.path, title, { document: { markdown } });
    return async (query: string): Promise<string[]> => {
      const path = `GET ${space.path}/search?query=${encodeURIComponent(query)}`;
      const { items } = await suite.app.ok(suite.app.admin, path);
      return items.map(({ title }: { title: string }) => title);
    };
  }

  test("finds the word with one letter inserted, left out, replaced or exchanged", async () => {
    const search = await searchable();
    for (const query of ["workstaton", "workstatiion", "workstetion", "workstatoin", "vorkstation"])
      assert.deepEqual(await search(query), ["Installation"], query);
    for (const query of ["webhoks", "wbehooks", "deplyment", "signeture", "confgiuring", "webhok deploymnet"])
      assert.deepEqual(await search(query), ["Webhooks"], query);
    assert.deepEqual(await search("конфигурацю"), ["Настройка"]);
  });

  test("finds words that begin with the last one", async () => {
    const search = await searchable();
    for (const query of ["instalat", "isntal", "wrokst"])
      assert.deepEqual(await search(query), ["Installation"], query);
    assert.deepEqual(await search("program wrokst"), ["Installation"]);
  });

  test("prefers what is written as in the query, and leaves short words as they are", async () => {
    const search = await searchable();
    await suite.app.page((await suite.app.space({ title: "Other" })).path, "Workstetion");
    assert.deepEqual(await search("webhook"), ["Webhooks"]);
    for (const query of ["cast", "fotm", "herz", "zzzzzzz", "workxxation"])
      assert.deepEqual(await search(query), [], query);
  });

  test("finds words of a later edit, and not those that were removed", async () => {
    const space = await suite.app.space({ title: "Manual" });
    const page = await suite.app.page(space.path, "Page", { document: { markdown: "hippopotamus" } });
    const search = async (query: string) =>
      (await suite.app.ok(suite.app.admin, `GET ${space.path}/search?query=${query}`)).count;
    assert.equal(await search("hipopotamus"), 1);
    await suite.app.change(space.path, {
      operation: "update_page",
      page,
      document: { markdown: "rhinoceros" },
    });
    assert.equal(await search("hipopotamus"), 0);
    assert.equal(await search("rhinoceross"), 1);
  });
});
