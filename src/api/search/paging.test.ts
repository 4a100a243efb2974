import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../test/support/app.ts";
import { runNextJob } from "../../server/jobs/work.ts";

describeOnEachDatabase("many results of a search", (suite) => {
  async function createSpace(pages: readonly { title: string; markdown: string }[]) {
    const space = await suite.app.space({ title: "Space" });
    for (let start = 0; start < pages.length; start += 50) {
      const batch = pages.slice(start, start + 50);
      const inserted = batch.map(({ title, markdown }) => ({
        operation: "insert_page",
        title,
        document: { markdown },
      }));
      await suite.app.change(space.path, ...inserted);
    }
    while (await runNextJob(suite.app.context));
    return space;
  }

  /** Reads the titles of all results, page by page, and checks the count of the last page. */
  async function readAllPages(path: string, query: string, limit: number): Promise<string[]> {
    const titles: string[] = [];
    let page: string | undefined;
    do {
      const reply = await suite.app.ok(suite.app.admin, `GET ${path}/search`, {
        query: { query, limit, ...(page !== undefined && { page }) },
      });
      titles.push(...reply.items.map(({ title }: { title: string }) => title));
      assert.ok(reply.items.length <= limit);
      page = reply.next?.page;
      if (page === undefined) assert.equal(titles.length, reply.count, "wrong count");
    } while (page !== undefined);
    assert.equal(new Set(titles).size, titles.length, "duplicate results");
    return titles;
  }
  const numbered = (length: number, title: string, markdown: string) =>
    Array.from({ length }, (_, i) => ({ title: `${title} ${i}`, markdown }));

  test("are the same for every page size", async () => {
    const space = await createSpace([...numbered(20, "Gecko", "text"), ...numbered(40, "Page", "A gecko.")]);
    const all = await readAllPages(space.path, "gecko", 1000);
    assert.equal(all.length, 60);
    assert.ok(
      all.slice(0, 20).every((title) => title.startsWith("Gecko")),
      "pages with a matching title are not first",
    );
    for (const limit of [1, 7, 59, 60]) assert.deepEqual(await readAllPages(space.path, "gecko", limit), all);
  });

  test("are complete if there are more results than fit on a page", async () => {
    const space = await createSpace(numbered(1200, "Page", "A gecko."));
    for (const limit of [50, 1000])
      assert.equal((await readAllPages(space.path, "gecko", limit)).length, 1200, `${limit}`);
  });

  test("have every page once during concurrent insertions and deletions", async () => {
    const { app } = suite;
    const pages = Array.from({ length: 150 }, (_, i) => ({
      title: `${i % 3 === 0 ? "Gecko " : ""}Page ${i}`,
      markdown: `A gecko. ${"More of it. ".repeat(i % 7)}`,
    }));
    const space = await createSpace(pages);
    const before = await readAllPages(space.path, "gecko", 1000);
    const { items } = await app.ok(app.admin, `GET ${space.path}/search?query=gecko&limit=6`);
    const titles = new Set(items.map(({ title }: { title: string }) => title));
    const touched: { id: string }[] = [...items];
    const seen: string[] = [];
    for (let page: string | undefined = ""; page !== undefined; ) {
      const reply: { items: { title: string }[]; next?: { page: string } } = await app.ok(
        app.admin,
        `GET ${space.path}/search`,
        { query: { query: "gecko", limit: 20, ...(page !== "" && { page }) } },
      );
      seen.push(...reply.items.map(({ title }) => title));
      page = reply.next?.page;
      await app.page(space.path, "Gecko", { document: { markdown: "A gecko." } });
      const other = touched.pop();
      if (other === undefined) continue;
      const isEdited = touched.length % 2 === 0;
      await app.change(space.path, {
        page: other.id,
        ...(isEdited
          ? { operation: "update_page", title: "Other", document: { markdown: "Nothing." } }
          : { operation: "delete_page" }),
      });
    }
    const times = (title: string) => seen.filter((seenTitle) => seenTitle === title).length;
    assert.deepEqual(
      before.filter((title) => !titles.has(title) && times(title) !== 1),
      [],
    );
  });

  test("are not displaced by a page with very many sections", async () => {
    const sections = Array.from({ length: 1200 }, (_, i) => `## Gecko ${i}\n\nA gecko.\n`).join("\n");
    const space = await createSpace([
      { title: "Gecko", markdown: sections },
      ...numbered(60, "Page", "A gecko."),
    ]);
    for (const limit of [1, 50]) {
      const found = await readAllPages(space.path, "gecko", limit);
      assert.deepEqual([found.length, found[0]], [61, "Gecko"]);
    }
  });

  test("begin with the page whose title equals the query", async () => {
    const long = "Nothing to say. ".repeat(3000);
    const space = await createSpace([
      ...numbered(150, "Lemur number", "lemur"),
      { title: "Lemur", markdown: long },
      ...numbered(150, "Page", "ring tailed ".repeat(40)),
      { title: "Ring tailed", markdown: long },
    ]);
    assert.equal((await readAllPages(space.path, "lemur", 50))[0], "Lemur");
    assert.equal((await readAllPages(space.path, "ring tailed", 50))[0], "Ring tailed");
  });

  test("of an organization have some pages of each space", async () => {
    const { app } = suite;
    const many = await createSpace(numbered(70, "Page", "An okapi, an okapi."));
    const few = await createSpace(numbered(3, "Page", `An okapi. ${"Nothing else. ".repeat(30)}`));
    const { items } = await app.ok(app.admin, `GET /orgs/${app.organizationId}/search?query=okapi`);
    const counts = new Map(items.map(({ id, pages }: { id: string; pages: object[] }) => [id, pages.length]));
    assert.deepEqual([counts.get(few.id), Number(counts.get(many.id)) >= 50], [3, true]);
    const { next } = await app.ok(app.admin, `GET ${many.path}/search?query=okapi&limit=5`);
    const other = { query: "page", limit: 5, page: next.page };
    await app.refused(app.admin, `GET ${many.path}/search`, 400, /^page: is not a cursor/, { query: other });
  });

  test("of an organization are spaces, the best first", async () => {
    const { app } = suite;
    for (let i = 0; i < 5; i++) {
      const space = await app.space({ title: `Space ${i}` });
      await app.page(space.path, i === 3 ? "Ibex" : "Page", { document: { markdown: "An ibex." } });
    }
    while (await runNextJob(app.context));
    const path = `/orgs/${app.organizationId}`;
    const all = await readAllPages(path, "ibex", 50);
    assert.deepEqual([all.length, all[0]], [5, "Space 3"]);
    for (const limit of [1, 2]) assert.deepEqual(await readAllPages(path, "ibex", limit), all);
  });
});
