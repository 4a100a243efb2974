import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../test/support/app.ts";

describeOnEachDatabase("links and texts of documents as blocks", (suite) => {
  async function createPage(markdown: string) {
    const { app } = suite;
    const { path } = await app.space();
    const target = await app.page(path, "Target", { document: { markdown: "t" } });
    const page = await app.page(path, "Page", { document: { markdown } });
    const pagePath = `${path}/content/page/${page}`;
    return {
      app,
      path,
      target,
      page,
      document: async () => (await app.ok(app.admin, `GET ${pagePath}?format=document`)).document,
      markdown: async () => (await app.ok(app.admin, `GET ${pagePath}`)).markdown,
      write: (document: object) =>
        app.change(path, { operation: "update_page", page, document: { document } }),
    };
  }
  const textNode = (text: string) => ({ object: "text", leaves: [{ object: "leaf", text, marks: [] }] });
  const paragraph = (...nodes: object[]) => ({ object: "block", type: "paragraph", nodes });

  test("have ids in links and images, and the original text in code and plain text", async () => {
    const source =
      '[a](target.md) <a href=target.md>b</a>\n\n    [x](target.md)\n\n{% @a/b content="[y](target.md)" %}\n\n<picture><source srcset="target.md" media="(prefers-color-scheme: dark)"><img src="i.png"></picture>\n';
    const { target, document } = await createPage(source);
    const { nodes } = await document();
    const ref = { kind: "page", page: target };
    assert.deepEqual([nodes[0].nodes[0].data.ref, nodes[0].nodes[2].data.ref], [ref, ref]);
    assert.equal(nodes[1].nodes[0].nodes[0].leaves[0].text, "[x](target.md)");
    assert.equal(nodes[2].data.props.content, "[y](target.md)");
    assert.deepEqual(nodes[3].nodes[0].data.refDark, { kind: "url", url: `/pages/${target}` });
  });

  test("keep links to a deleted page when the document is written back", async () => {
    const source = "Para *one* [x](./target.md) and\nmore.\n\n* two [y](target.md)\n";
    const { app, path, target, document, markdown, write } = await createPage(source);
    await app.change(path, { operation: "delete_page", page: target });
    await write(await document());
    assert.equal(await markdown(), source);
  });

  test("can refer to pages and files of the same batch by ref", async () => {
    const { app, path } = await createPage("");
    const link = {
      object: "inline",
      type: "link",
      data: { ref: { kind: "page", page: "second" } },
      nodes: [textNode("l")],
    };
    const file = { object: "block", type: "file", data: { ref: { kind: "file", file: "pic" } } };
    const { changes, insertedFiles } = await app.change(
      path,
      {
        operation: "insert_page",
        title: "One",
        document: { document: { object: "document", nodes: [paragraph(link), file] } },
      },
      { operation: "insert_page", title: "Two", ref: "second" },
      {
        operation: "insert_files",
        files: [{ ref: "pic", name: "a.txt", contentType: "text/plain", base64: "YQ==" }],
      },
    );
    const pagePath = `${path}/content/page/${changes[0].page.id}`;
    const { markdown } = await app.ok(app.admin, `GET ${pagePath}`);
    assert.equal(markdown, `[l](/pages/two)\n\n{% file src="/files/${insertedFiles[0]?.id}" %}\n`);
  });

  test("keep the line endings of the page", async () => {
    const { document, markdown, write } = await createPage("One *a*\r\n\r\nold\r\n\r\n* x\r\n");
    const { nodes, ...rest } = await document();
    await write({ ...rest, nodes: nodes.with(1, paragraph(textNode("new"))) });
    assert.equal(await markdown(), "One *a*\r\n\r\nnew\r\n\r\n* x\r\n");
  });

  test("are reverted byte for byte, even after other changes of the batch", async () => {
    const { app, path, page, document, markdown } = await createPage("# A\n\nx *y*\n\nlast *z*\n");
    const { revision } = await app.ok(app.admin, `GET ${path}`);
    const [, second] = (await document()).nodes;
    const changed = "# A\n\nchanged\n\nlast *z*, and more\n";
    await app.change(
      path,
      { operation: "update_page", page, document: { markdown: changed } },
      { operation: "revert_page", page, revision, block: [second.key] },
    );
    assert.equal(await markdown(), "# A\n\nx *y*\n\nlast *z*, and more\n");
  });
});
