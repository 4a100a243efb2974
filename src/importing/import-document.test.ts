import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, type TestContext, test } from "node:test";
import { withImportContext } from "../../test/support/importing.ts";
import { importDocument } from "./import-document.ts";
import type { ImportedTree, SourcePage } from "./source/imported-tree.ts";
import { createWebClient } from "./website/web-client.ts";

const square =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGNgYPgPRmAKABvyA/0Qx1vWAAAAAElFTkSuQmCC";

async function importHtml(t: TestContext, html: string | Buffer, contentType = ""): Promise<ImportedTree> {
  const folder = await mkdtemp(join(tmpdir(), "lectern-document-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, "source");
  await writeFile(path, html);
  const fetched = { path, address: "page.html", name: "page.html", contentType };
  return importDocument("html", fetched, createWebClient({ allowPrivateNetwork: false }), {
    folder,
    report: () => undefined,
  });
}

describe("an HTML document", () => {
  test("is imported with its inlined images", async (t) => {
    const html = `<h1>T</h1><p>One <img src="${square}"></p><figure><img src="${square}"><figcaption>C</figcaption></figure>`;
    const { pages, files, total } = await importHtml(t, html);
    const [file] = files;
    assert.equal(total, 2);
    assert.equal(file?.name, "image.png");
    assert.equal((await readFile(file.path)).length, 72);
    assert.match(file.address, /^inlined\/\w+\.png$/);
    assert.equal(
      pages[0]?.markdown,
      `One ![](/${file.address})\n\n<figure><img src="/${file.address}" alt=""><figcaption><p>C</p></figcaption></figure>\n`,
    );
  });

  test("is imported without spacer images and invalid images", async (t) => {
    const spacers = [
      "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7",
      "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 3 2'%3E%3C/svg%3E",
      "data:image/png;base64,PGh0bWw+",
      "data:text/html;base64,PGh0bWw+",
      "data:image/png",
    ];
    const html = `<h1>T</h1><p>Text${spacers.map((url) => `<img src="${url}">`).join("")}</p>`;
    const { pages, files, total } = await importHtml(t, html);
    assert.equal(pages[0]?.markdown, "Text\n");
    assert.deepEqual(files, []);
    assert.equal(total, 1);
  });

  test("is decoded with the charset of the response or of its meta tag", async (t) => {
    const russian = Buffer.from("\xcf\xf0\xe8\xe2\xe5\xf2", "latin1");
    const page = Buffer.concat([Buffer.from("<p>"), russian]);
    const fromResponse = await importHtml(t, page, "text/html; charset=windows-1251");
    assert.equal(fromResponse.pages[0]?.markdown, "Привет\n");
    const fromMeta = await importHtml(t, Buffer.concat([Buffer.from("<meta charset=windows-1251>"), page]));
    assert.equal(fromMeta.pages[0]?.markdown, "Привет\n");
  });

  test("maps the ids of headings to anchors", async (t) => {
    const { pages } = await importHtml(t, '<h1>T</h1><p>x</p><h2 id="Part_1">Part</h2>');
    assert.deepEqual(pages[0]?.anchors, new Map([["Part_1", "part_1"]]));
  });
});

/** Imports a Markdown file. */
async function importMarkdown(text: string): Promise<SourcePage | undefined> {
  return withImportContext(async (context) => {
    const path = join(context.folder, "file");
    await writeFile(path, text);
    const fetched = { path, address: "my-page.md", name: "my-page.md", contentType: "text/markdown" };
    const { pages } = await importDocument(
      "markdown",
      fetched,
      createWebClient({ allowPrivateNetwork: false }),
      context,
    );
    return pages[0];
  });
}

describe("a Markdown document", () => {
  test("takes its title from the front matter, the heading or the file name", async () => {
    for (const [text, title, markdown] of [
      ["# Simple Title\n\nHi", "Simple Title", "Hi"],
      ["---\ntitle: A\n---\n# A\n\nHi", "A", "---\ntitle: A\n---\nHi"],
      ["---\ntitle: A\n---\n# B\n\nHi", "A", "---\ntitle: A\n---\n# B\n\nHi"],
      ["Hi", "my page", "Hi"],
      ["---\ntitle: [\n---\nHi", "[", '---\ntitle: "["\n---\nHi'],
    ] as const) {
      const page = await importMarkdown(text);
      assert.deepEqual([page?.title, page?.markdown], [title, markdown]);
    }
  });

  test("maps anchors of other tools", async () => {
    const page = await importMarkdown("# Title\n\n## A & B\n");
    assert.deepEqual(Object.fromEntries(page?.anchors ?? []), {
      title: "",
      "a--b": "a-and-b",
      "a-b": "a-and-b",
    });
  });
});
