import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnce, describeOnEachDatabase } from "../../../test/support/app.ts";
import { maxNodes } from "../../content/model/limits.ts";
import { indexSpace } from "../../search/index-space.ts";

/** A table with this many nodes at least. */
function table(nodes: number, cell = "b"): string {
  const columns = 100;
  const rows = Math.ceil(nodes / columns / 5);
  const row = `${`|${cell}`.repeat(columns)}|\n`;
  return `${"|a".repeat(columns)}|\n${"|-".repeat(columns)}|\n${row.repeat(rows)}`;
}

const tooLarge =
  /^The document has more than 250000 nodes: it can be read only as Markdown, without evaluation$/;

describeOnce("large documents", (suite) => {
  test("a document with too many nodes is refused, in every form", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const refuse = (change: object, message: RegExp) =>
      app.refused(app.admin, `POST ${path}/content`, 400, message, { body: { changes: [change] } });
    const rule = /^changes\[0\]\.document: must have at most 250000 nodes: blocks, texts, and cells/;
    const document = { markdown: table(maxNodes) };
    await refuse({ operation: "insert_page", title: "T", document }, rule);
    await refuse({ operation: "insert_reusable_content", title: "T", document }, rule);
    const line = { object: "block", type: "code-line", nodes: [{ object: "text", leaves: [{ text: "" }] }] };
    const code = { object: "block", type: "code", nodes: Array.from({ length: maxNodes / 3 }, () => line) };
    const blocks = { document: { object: "document", nodes: [code] } };
    const blockRule = /^changes\[0\]\.document\.document: must have at most 250000 nodes/;
    await refuse({ operation: "insert_page", title: "T", document: blocks }, blockRule);
    const comment = { body: { markdown: table(maxNodes, "") } };
    const bodyRule = /^body\.markdown: must have at most 250000 nodes/;
    await app.refused(app.admin, `POST ${path}/comments`, 400, bodyRule, { body: comment });
  });

  /** Creates documents that only a merge of two changes makes too large. */
  async function createTooLarge(...middles: string[]) {
    const { app } = suite;
    const space = await app.space();
    const half = 0.6 * maxNodes;
    const target = await app.page(space.path, "Target");
    const pages: string[] = [];
    for (const markdown of middles)
      pages.push(await app.page(space.path, "Large", { document: { markdown } }));
    const request = await app.changeRequest(space);
    const write = (path: string, textOf: (middle: string) => string) =>
      app.change(
        path,
        ...pages.map((page, i) => {
          return { operation: "update_page", page, document: { markdown: textOf(middles[i] ?? "") } };
        }),
      );
    await write(request.path, (middle) => `${middle}\n${table(half)}`);
    await write(space.path, (middle) => `${table(half, "c")}\n${middle}`);
    assert.equal((await app.ok(app.admin, `POST ${request.path}/merge`)).result, "merge");
    const text = (middle: string) => `${table(half, "c")}\n${middle}\n${table(half)}`;
    return { app, space, target, pages, text };
  }

  test("a document that a merge makes too large can be read as Markdown", async () => {
    const middle = "Between [both](target.md) tables: quokka.\n";
    const { app, space, target, pages, text } = await createTooLarge(middle);
    const page = `${space.path}/content/page/${pages[0]}`;
    const { markdown, documentId } = await app.ok(app.admin, `GET ${page}`);
    assert.equal(markdown, text(middle));
    for (const path of [
      `${page}?format=document`,
      `${page}/document`,
      `${space.path}/documents/${documentId}`,
    ])
      await app.refused(app.admin, `GET ${path}`, 409, tooLarge);
    const comment = { page: pages[0], node: "x", body: { markdown: "a" } };
    await app.refused(app.admin, `POST ${space.path}/comments`, 409, tooLarge, { body: comment });
    const backlinks = await app.ok(app.admin, `GET ${space.path}/content/page/${target}/backlinks`);
    assert.equal(backlinks.items.length, 1);
    await indexSpace(app.context, space.id);
    const found = await app.ok(app.admin, `GET ${space.path}/search?query=quokka`);
    assert.equal(found.items[0].id, pages[0]);
    await app.change(space.path, { operation: "update_page", page: pages[0], title: "Renamed" });
    assert.equal((await app.ok(app.admin, `GET ${page}`)).markdown, markdown);
  });

  test("a document that is too large hides what a condition hides from visitors", async () => {
    const condition = "{% if visitor.claims.staff %}\n\nnumbat [b](target.md)\n\n{% endif %}\n";
    const hint = "{% hint %}\n\nbilby\n\n{% endhint %}\n";
    const { app, space, pages, text } = await createTooLarge(condition, hint);
    const sites = `/orgs/${app.organizationId}/sites`;
    const { id } = await app.ok(app.admin, `POST ${sites}`, { body: { spaces: [space.id] } });
    const { urls } = await app.ok(app.admin, `POST ${sites}/${id}/publish`);
    const { apiToken } = await app.ok(app.admin, "POST /urls/published", { body: { url: urls.published } });
    const visitor = { id: "", email: "", token: apiToken };
    const [hidden, shown] = pages.map((page) => `GET ${space.path}/content/page/${page}`);
    await app.refused(visitor, `${hidden}`, 409, tooLarge);
    assert.equal((await app.ok(app.admin, `${hidden}`)).markdown, text(condition));
    assert.equal((await app.ok(visitor, `${shown}`)).markdown, text(hint));
    await indexSpace(app.context, space.id);
    const search = async (reader: typeof visitor, query: string) =>
      (await app.ok(reader, `POST ${sites}/${id}/search`, { body: { query, scope: { mode: "all" } } })).items
        .length;
    assert.deepEqual(
      [await search(app.admin, "numbat"), await search(visitor, "numbat"), await search(visitor, "bilby")],
      [1, 0, 1],
    );
  });
});

describeOnEachDatabase("large trees of pages", (suite) => {
  test("pages cannot be nested too deeply, or have too long paths", async () => {
    const { app } = suite;
    const space = await app.space();
    /** Inserts pages, each below the one before, and returns their ids. */
    const insertChain = async (length: number, slug: string, into?: string) => {
      const changes = Array.from({ length }, (_, i) => {
        const parent = i === 0 ? into : `${slug}${i - 1}`;
        return {
          operation: "insert_page",
          title: slug,
          slug,
          ref: `${slug}${i}`,
          ...(parent && { into: parent }),
        };
      });
      const { changes: results } = await app.change(space.path, ...changes);
      return results.map(({ page }: { page: { id: string } }) => page.id);
    };
    const refuse = (message: RegExp, change: object, path = space.path) =>
      app.refused(app.admin, `POST ${path}/content`, 400, message, { body: { changes: [change] } });
    const deep = await insertChain(50, "d");
    const depthRule = /^changes\[0\]\.into: pages can be nested at most 50 levels deep$/;
    await refuse(depthRule, { operation: "insert_page", title: "T", into: deep[49] });
    const [branch, below] = await insertChain(2, "b");
    await refuse(depthRule, { operation: "update_page", page: branch, into: deep[48] });
    const long = await insertChain(19, "x".repeat(100));
    const pathRule = (field: string) =>
      new RegExp(`^changes\\[0\\]\\.${field}: the path of a page can have at most 2000 characters$`);
    await refuse(pathRule("into"), { operation: "insert_page", title: "y".repeat(100), into: long[18] });
    const last = await app.page(space.path, "T", { slug: "y".repeat(81), into: long[18] });
    const rename = (slug: string) => ({ operation: "update_page", page: long[0], slug });
    await app.change(space.path, rename("short"), { operation: "insert_page", title: "T", into: last });
    await refuse(pathRule("slug"), rename("x".repeat(100)));
    const request = await app.changeRequest(space);
    await app.change(request.path, { operation: "update_page", page: branch, into: deep[47] });
    await app.page(space.path, "T", { into: below });
    const mergeRule = /^The contents cannot be merged: pages can be nested at most 50 levels deep \(page /;
    for (const operation of ["merge", "update"])
      await app.refused(app.admin, `POST ${request.path}/${operation}`, 409, mergeRule);
  });

  test("a long reply is a stream with the same JSON, and can be asked for with HEAD", async () => {
    const { app } = suite;
    const space = await app.space();
    const parent = await app.page(space.path, "Parent");
    for (let i = 0; i < 4; i++)
      await app.change(
        space.path,
        ...Array.from({ length: 50 }, (_, k) => ({
          operation: "insert_page",
          ...{ title: `Page ${i} ${k}`, description: "d".repeat(500), ...(k > 0 && { into: parent }) },
        })),
      );
    const read = (method: "GET" | "HEAD", path: string) => {
      const headers = { authorization: `Bearer ${app.admin.token}` };
      return app.app.inject({ method, url: `/v1${space.path}/content${path}`, headers });
    };
    const [all, head, small] = [
      await read("GET", ""),
      await read("HEAD", ""),
      await read("GET", "/page/none"),
    ];
    const { pages } = all.json();
    assert.deepEqual(
      [pages.length, pages[0].pages.length, pages[0].pages[0].path],
      [5, 196, "parent/page-0-1"],
    );
    assert.deepEqual((await read("GET", "/pages")).json().pages, pages);
    const { markdown, ...page } = (await read("GET", `/page/${parent}`)).json();
    assert.deepEqual(page, pages[0]);
    assert.equal(all.headers["content-length"], undefined);
    for (const name of ["content-type", "etag"]) assert.equal(head.headers[name], all.headers[name]);
    assert.deepEqual([head.statusCode, head.body, small.statusCode], [200, "", 404]);
    const one = await read("GET", `/page/${pages[1].id}`);
    assert.equal(one.headers["content-length"], String(Buffer.byteLength(one.body)));
  });
});
