import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { memoryFolder, withImportContext } from "../../../test/support/importing.ts";
import { importLimits } from "../source/imported-tree.ts";
import { importMarkdownTree } from "./import-markdown-tree.ts";
import { readSummary } from "./summary.ts";

/** Repeats text up to a quarter of the maximum length of a document. */
const fill = (text: string) => text.repeat(Math.floor(importLimits.document / 4 / text.length));

const importFiles = (files: Readonly<Record<string, string>>) =>
  withImportContext((context) => importMarkdownTree(memoryFolder(files), context));

describe("hostile Markdown trees", () => {
  test("are imported with hostile tables of contents", async () => {
    const nested = Array.from({ length: 2000 }, (_, i) => `${" ".repeat(i)}* [${i}](a.md)`).join("\n");
    const texts = {
      nested,
      brackets: fill("["),
      items: fill("* [a](a.md)\n"),
      "items without an end": fill("* [a]("),
      "brackets in lines": fill(`* ${"[".repeat(8000)}\n`),
      "round brackets in lines": fill(`* [a](${"(".repeat(8000)}\n`),
      "spaces in lines": fill(`* [a](${" ".repeat(8000)}x)\n`),
      spaces: fill(" "),
      "spaces and stars": fill(" *"),
      headings: fill("# a\n"),
      hashes: fill("#"),
      tags: fill("* a <a id=x</a>\n"),
      "tags in a line": fill(`* a ${"<a ".repeat(2600)}</a>\n`),
      attributes: fill(`* a <a ${"x ".repeat(3000)}></a>\n`),
      emphasis: fill(`* ${"*a_".repeat(600)}\n`),
      "empty lines": fill("\r\n"),
    };
    for (const text of Object.values(texts)) {
      const tree = await importFiles({ "SUMMARY.md": text, "a.md": "text" });
      assert.ok(tree.pages.length <= 2 * importLimits.pages + 1);
    }
  });

  test("have lists of limited depth", () => {
    const deep = Array.from({ length: 5000 }, (_, i) => `${" ".repeat(i)}* ${i}`).join("\n");
    let { entries } = readSummary(deep, 10_000);
    let depth = 0;
    for (; entries.length > 0; depth++) entries = entries.at(-1)?.children ?? [];
    assert.equal(depth, 50);
  });

  test("are imported with hostile documents", async () => {
    const texts = {
      dashes: fill("---\n"),
      "dashes without an end": `---\n${fill("a: b\n")}`,
      hashes: fill("#"),
      headings: fill("# a\n"),
      "heading of spaces": `# ${fill(" ")}`,
      "empty lines": fill(" \n"),
      fences: fill("```\n"),
      brackets: fill("["),
      links: fill("[](a)"),
      "other links": Array.from({ length: 40_000 }, (_, i) => `[](${i}.md)`).join(""),
      "brackets and less": fill("<"),
      comments: fill("<!--"),
      backslashes: fill("\\"),
      "open callouts": fill(":::tip\n"),
      "callouts that are closed otherwise":
        fill(":::tip\n").slice(0, 1_000_000) + fill("::::\n").slice(0, 1_000_000),
      "quotes in quotes": fill(`${"> ".repeat(50)}[!NOTE]\n`),
      "indented callouts": fill("!!! note\n\n\n"),
      "callouts in callouts": Array.from({ length: 900 }, (_, i) => `${"    ".repeat(i)}!!! note\n`).join(""),
      "heading ids": fill("# {#"),
      "empty tags": fill("<a id="),
      "tags in lines": fill("<a id=x></a>"),
      toml: `+++\n${fill("a = ")}`,
    };
    for (const text of Object.values(texts)) await importFiles({ "a.md": text });
    const modules = {
      imports: fill("import a from 'b'\n"),
      "separate imports": fill("import a from 'b'\n\n"),
      comments: fill("{/* a */}"),
      "comments without an end": fill("{/*"),
      exports: fill("export {\n"),
      tabs: fill("<Tabs>\n"),
      "tabs in tabs": `${"<Tabs><TabItem>\n".repeat(15_000)}${"</TabItem></Tabs>\n".repeat(15_000)}`,
      "comments in a line": `a${fill("{/* */}")}`,
    };
    for (const text of Object.values(modules)) await importFiles({ "b.mdx": text });
  });

  test("are imported with hostile front matter", async () => {
    const laughs = Array.from({ length: 30 }, (_, i) => `l${i + 1}: &l${i + 1} [*l${i}, *l${i}, *l${i}]`);
    const blocks = {
      laughs: `l0: &l0 [x, x]\n${laughs.join("\n")}\nvars: *l30\nlayout: *l30\ntitle: T`,
      "laughs in fields": `l0: &l0 {a: b}\n${laughs.join("\n")}\ntitle: T`,
      itself: "vars: &a\n  b: *a\ntitle: T",
      brackets: "[".repeat(32_000),
      "deep brackets": `title: T\nx: ${"[".repeat(1000)}${"]".repeat(1000)}`,
      "deep fields": Array.from({ length: 200 }, (_, i) => `${" ".repeat(i)}a:`).join("\n"),
      "many fields": Array.from({ length: 3000 }, (_, i) => `a${i}: b`).join("\n"),
      quotes: '"'.repeat(32_000),
      colons: ":".repeat(32_000),
      "many mistakes": `title: T\na:\n${"  - * [a](b)\n".repeat(2400)}`,
      merges: `a: &a {b: c}\n${"<<: *a\n".repeat(3000)}`,
    };
    for (const [name, block] of Object.entries(blocks)) {
      const { pages } = await importFiles({ "a.md": `---\n${block}\n---\nText` });
      assert.match(pages[0]?.markdown ?? "", /Text$/, name);
    }
  });

  test("are imported with deep folders and long names", async () => {
    const deep = Array.from({ length: 2000 }, (_, i) => [`${i}/${"d/".repeat(250)}a.md`, ""]);
    await importFiles(Object.fromEntries(deep));
    const long = Array.from({ length: 15_000 }, (_, i) => [`${"1a".repeat(500)}${i}.md`, ""]);
    await importFiles(Object.fromEntries(long));
  });

  test("are imported with long front matter on many pages", async () => {
    const frontMatter = `---\ntitle: T\n${"a: bcdefghi\n".repeat(1500)}---\n`;
    const many = Array.from({ length: 200 }, (_, i) => [`${i}.md`, frontMatter]);
    await importFiles(Object.fromEntries(many));
  });
});
