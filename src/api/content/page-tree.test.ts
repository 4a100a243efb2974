import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../test/support/app.ts";

describeOnEachDatabase("the tree of pages", (suite) => {
  test("is the same for all members and in each reply, until a page changes", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const parent = await app.page(path, "Parent", { tags: [{ tag: "beta" }] });
    const child = await app.page(path, "Child", { into: parent });
    const people = [app.admin, await app.member("read"), app.admin];
    const readAll = async (part: string) =>
      Promise.all(people.map(async (person) => app.ok(person, `GET ${path}/content${part}`)));
    for (const title of ["Child", "Other"]) {
      await app.change(path, { operation: "update_page", page: child, title });
      const [first, ...others] = await readAll("/pages");
      const [page] = first.pages;
      assert.deepEqual([page.title, page.pages[0].title], ["Parent", title]);
      for (const { pages } of others) assert.deepEqual(pages, first.pages);
      for (const { pages, tags } of await readAll("")) {
        assert.deepEqual(pages, first.pages);
        assert.deepEqual(
          tags.map(({ slug }: { slug: string }) => slug),
          ["beta"],
        );
      }
    }
  });
});
