import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Reply } from "../../../test/support/app.ts";

type Body = Reply["body"];

describeOnEachDatabase("copies of pages and deleted pages", (suite) => {
  const outline = (pages: Body[]): Body[] =>
    pages.map(({ title, pages: below = [] }) => [title, ...outline(below)]);
  const insert = (title: string, into?: string) => ({
    operation: "insert_page",
    title,
    ref: title,
    ...(into !== undefined && { into }),
    document: { markdown: `Text of ${title}\n` },
  });

  /** A page with two levels below it, in a space and in a change request of it. */
  async function createPages() {
    const { app } = suite;
    const space = await app.space();
    const { changes } = await app.change(
      space.path,
      insert("A"),
      insert("B", "A"),
      insert("C", "B"),
      insert("D"),
    );
    const request = await app.changeRequest(space);
    return { app, space, request, page: changes[0].page.id as string };
  }
  const revisionOf = async (path: string): Promise<string> =>
    (await suite.app.ok(suite.app.admin, `GET ${path}`)).revision;
  const read = async (path: string) =>
    outline((await suite.app.ok(suite.app.admin, `GET ${path}/content/pages`)).pages);

  test("duplicate_page copies a page with the pages below it", async () => {
    const { app, space, request, page } = await createPages();
    for (const { path } of [space, request]) {
      await app.change(path, { operation: "duplicate_page", page, title: "Copy" });
      assert.deepEqual(await read(path), [["A", ["B", ["C"]]], ["Copy", ["B", ["C"]]], ["D"]]);
    }
    const change = (fields: object) => ({ changes: [{ operation: "duplicate_page", page, ...fields }] });
    const refused = (status: number, message: RegExp, body: object) =>
      app.refused(app.admin, `POST ${space.path}/content`, status, message, { body });
    await refused(404, /Page gone not found/, change({ page: "gone" }));
    await refused(404, /Page not found/, change({ into: "gone" }));
    await refused(400, /^changes\[0\]\.title: must/, change({ title: "" }));
  });

  test("revert_page restores a deleted page with the pages below it, also after other changes", async () => {
    const { app, space, request, page } = await createPages();
    for (const { path } of [space, request]) {
      const before = await revisionOf(path);
      await app.change(path, { operation: "delete_page", page });
      await app.change(path, { operation: "insert_page", title: "Later" });
      assert.deepEqual(await read(path), [["D"], ["Later"]]);
      await app.change(path, { operation: "revert_page", page, revision: before });
      assert.deepEqual(await read(path), [["A", ["B", ["C"]]], ["D"], ["Later"]]);
      const { markdown } = await app.ok(app.admin, `GET ${path}/content/page/${page}`, {
        query: { format: "markdown" },
      });
      assert.equal(markdown, "Text of A\n");
    }
  });
});
