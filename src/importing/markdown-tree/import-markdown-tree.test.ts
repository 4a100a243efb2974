import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import { memoryFolder, withImportContext } from "../../../test/support/importing.ts";
import { importFiles, outlineOf, pageAt, png } from "../../../test/support/markdown-tree.ts";
import { zipOf } from "../../../test/support/zip.ts";
import { openZipFolder } from "../folders/zip-folder.ts";
import { ImportError, importLimits } from "../source/imported-tree.ts";
import { importMarkdownTree } from "./import-markdown-tree.ts";

describe("a Markdown tree without a SUMMARY.md", () => {
  test("has the order of its folders, with numbers in numeric order", async () => {
    const tree = await importFiles({
      "zebra.md": "",
      "10-last_words.md": "",
      "2-setup.md": "# Set it up\n\nNow.",
      "README.md": "# Project",
      "guide/index.mdx": "---\ntitle: The guide\n---\n",
      "guide/item-10.md": "",
      "guide/item-9.md": "",
      "03-more/x/deep.markdown": "",
      "03-more/a.md": "# Title\n",
      ".github/CONTRIBUTING.md": "",
      "code.ts": "",
    });
    assert.deepEqual(outlineOf(tree), [
      "Project",
      "Set it up",
      "More:",
      "  Title",
      "  X",
      "    Deep",
      "Last words",
      "The guide",
      "  Item 9",
      "  Item 10",
      "Zebra",
    ]);
    assert.equal(pageAt(tree, "2-setup.md").markdown, "Now.");
    assert.deepEqual(pageAt(tree, "03-more").type, "group");
    assert.deepEqual([pageAt(tree, "03-more/x").type, pageAt(tree, "03-more/x").markdown], ["document", ""]);
    assert.equal(tree.total, 11);
  });

  test("has the positions and titles of other tools", async () => {
    const tree = await importFiles({
      "c.md": "---\nsidebar_position: 1\n---\n",
      "a.md": "---\nweight: 3\n---\n",
      "b.md": "",
      "d/_category_.json": '{"label": "Fourth & more", "position": 2.5}',
      "d/x.md": "",
      "e/README.md": "---\nnav_order: 2\n---\n# Eee",
    });
    assert.deepEqual(outlineOf(tree), ["C", "Eee", "Fourth & more:", "  X", "A", "B"]);
    assert.equal(pageAt(tree, "c.md").markdown, "---\nsidebar_position: 1\n---\n");
  });

  test("imports the files that pages embed or link to, with their media types", async () => {
    const tree = await importFiles({
      "docs/a.md":
        "---\ncover: ../.gitbook/assets/cover.png\n---\n![a](<../img/a b.png>) ![liar](liar.png) [data](d%C3%A4ta.csv) ![none](no.png) <img src='x.svg'>",
      "img/a b.png": png,
      "docs/liar.png": "<script>",
      "docs/däta.csv": "a,b",
      "docs/x.svg": '<?xml version="1.0"?>\n<svg/>',
      "docs/unused.png": png,
      ".gitbook/assets/cover.png": png,
      ".gitbook/assets/deep/unused.pdf": "%PDF-1.7",
    });
    const types = Object.fromEntries(tree.files.map(({ address, contentType }) => [address, contentType]));
    assert.deepEqual(types, {
      ".gitbook/assets/cover.png": "image/png",
      ".gitbook/assets/deep/unused.pdf": "application/pdf",
      "img/a b.png": "image/png",
      "docs/liar.png": "application/octet-stream",
      "docs/däta.csv": "text/csv",
      "docs/x.svg": "image/svg+xml",
    });
    assert.equal(tree.total, 1 + 6);
  });

  test("extracts files under generated names", async () => {
    await withImportContext(async (context) => {
      const folder = memoryFolder({ "a.md": "![](../x.png) ![](b/y.png)", "b/y.png": png, "x.png": png });
      const { files } = await importMarkdownTree(folder, context);
      assert.deepEqual(
        files.map(({ address, name }) => [address, name]),
        [["b/y.png", "y.png"]],
      );
      assert.ok(files.every(({ path }) => path.startsWith(context.folder)));
      assert.ok(png.equals(await readFile(files[0]?.path ?? "")));
    });
  });

  test("can have a folder with the path of a page", async () => {
    const tree = await importFiles({ "x.md": "# File", "x.md/a.md": "[up](../x.md)", "x.md/b.md/c.md": "" });
    assert.deepEqual(outlineOf(tree), ["File", "X:", "  A", "  B", "    C"]);
    assert.equal(new Set(tree.pages.map(({ address }) => address)).size, tree.pages.length);
  });

  test("resolves slugs, links and files of other generators", async () => {
    const tree = await importFiles({
      "docs/01-intro/_category_.json": '{"label": "Getting Going", "position": 1}',
      "docs/01-intro/01-first.md":
        "# First\n\n![](/img/logo.png) ![](@site/static/img/logo.png) [x](/docs/x)",
      "docs/01-intro/02-install.mdx":
        "---\nslug: /getting/setup\nsidebar_label: Install it\n---\n[f](./first.md)",
      "docs/advanced/index.md": "+++\ntitle = 'Advanced'\n+++\nText",
      "static/img/logo.png": png,
    });
    assert.deepEqual(outlineOf(tree), ["Getting Going:", "  First", "  Install it", "Advanced"]);
    assert.deepEqual(
      tree.pages.map(({ slug }) => slug),
      ["intro", "first", "setup", undefined],
    );
    const { aliases } = pageAt(tree, "docs/01-intro/01-first.md");
    for (const alias of ["docs/intro/first.md", "docs/01-intro/first.md", "intro/first"])
      assert.ok(aliases?.includes(alias), alias);
    assert.equal(
      pageAt(tree, "docs/01-intro/01-first.md").markdown,
      "![](/static/img/logo.png) ![](/static/img/logo.png) [x](/docs/x)",
    );
    assert.deepEqual(
      tree.files.map(({ address }) => address),
      ["static/img/logo.png"],
    );
  });

  test("has reusable contents and variables", async () => {
    const tree = await importFiles({
      "a.md": '{% include ".gitbook/includes/snippet.md" %}',
      ".gitbook/includes/snippet.md": "---\ntitle: My snippet\n---\n![](../../pic.png)",
      ".gitbook/includes/other-one.md": "---\nx: y\n---\nText",
      ".gitbook/vars.yaml": "version: 1.10\nname: 'Lectern'\nlist: [1]\n",
      ".gitbook/tags.yaml": "- tag: beta\n  label: Beta\n  color: blue\n- tag: new\n  label: New\n- other\n",
      "pic.png": png,
    });
    assert.deepEqual(tree.reusableContents, [
      { address: ".gitbook/includes/other-one.md", title: "Other one", markdown: "---\nx: y\n---\nText" },
      { address: ".gitbook/includes/snippet.md", title: "My snippet", markdown: "![](../../pic.png)" },
    ]);
    assert.deepEqual(tree.variables, { version: "1.10", name: "Lectern" });
    assert.deepEqual(tree.warnings, [
      ".gitbook/tags.yaml: tags are imported by name; the labels, colors and icons of 2 tags are not",
    ]);
    assert.deepEqual(
      tree.files.map(({ address }) => address),
      ["pic.png"],
    );
    assert.deepEqual(outlineOf(tree), ["A"]);
  });

  test("is rejected without a page", async () => {
    await assert.rejects(importFiles({ "a.txt": "" }), ImportError);
  });
});

describe("skipped items of a Markdown tree", () => {
  test("are counted: binary, long and unreadable files", async () => {
    const long = "x".repeat(importLimits.document + 10_000);
    const tree = await importFiles({
      "SUMMARY.md": "* [A](a.md)\n* [B](b.md)\n* [C](c.md)\n  * [D](d.md)\n",
      "a.md": Buffer.from([1, 0, 2]),
      "b.md": "good",
      "c.md": long,
      "d.md": "below",
    });
    assert.deepEqual(outlineOf(tree), ["B", "C:", "  D"]);
    assert.equal(tree.total, 3 + 2);
  });

  test("are counted: pages and documents beyond the limits", async () => {
    const many = Object.fromEntries(Array.from({ length: 2100 }, (_, i) => [`p${i}.md`, `${i}`]));
    const tree = await importFiles(many);
    assert.deepEqual([tree.pages.length, tree.total], [2000, 2100]);
    assert.equal(tree.pages.at(-1)?.title, "P1999");
    const big = "x".repeat(importLimits.document);
    const text = await importFiles(
      Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`p${i}.md`, big])),
    );
    assert.deepEqual([text.pages.length, text.total], [importLimits.text / importLimits.document, 40]);
  });

  test("do not include hostile files, which fail the import", async () => {
    await withImportContext(async (context) => {
      const file = join(context.folder, "a.zip");
      await writeFile(
        file,
        zipOf([
          { name: "a.md", bytes: "good" },
          { name: "b.md", bytes: "x".repeat(1000), size: 10 },
        ]),
      );
      const folder = await openZipFolder(file);
      await assert.rejects(importMarkdownTree(folder, context), /b\.md is larger than its declared size/);
      await folder.close();
    });
  });
});
