import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { cpuTimesOf } from "../../../test/support/linear.ts";
import { finish } from "../../platform/index.ts";
import { frontMatterLength } from "../markdown/front-matter.ts";
import { leaf, paragraph, text } from "./model/build.ts";
import { dualDestination } from "./model/dual-destination.ts";
import type { Block } from "./model/model.ts";
import { patchSteps } from "./patch.ts";
import { readMarkdown } from "./read/read-markdown.ts";
import { writeMarkdown } from "./write/write-markdown.ts";

const patchMarkdown = (...input: Parameters<typeof patchSteps>) => finish(patchSteps(...input));
const folder = new URL("../../../test/corpus/", import.meta.url).pathname;
const textParagraph = (content: string): Block => paragraph([text(leaf(content))]);

/** Patches a text in which one block is replaced or removed. */
function replaceBlock(source: string, index: number, ...blocks: Block[]): string {
  const patched = readMarkdown(source).toSpliced(index, 1, ...blocks);
  return patchMarkdown({ byPath: source, byId: source }, patched);
}

describe("patchMarkdown", () => {
  test("compares blocks in short steps", () => {
    const section = (heading: string, word: string) =>
      `# ${heading}\n\n${Array.from({ length: 250 }, (_, i) => `${word} ${i % 20}\n\n`).join("")}`;
    const sections = (word: string) => Array.from({ length: 10 }, (_, i) => section(`${i}`, word)).join("");
    const source = sections("before");
    const times = cpuTimesOf(patchSteps({ byPath: source, byId: source }, readMarkdown(sections("after"))));
    const total = times.reduce((sum, time) => sum + time, 0);
    const longest = Math.max(...times);
    assert.ok(longest < total / 4, `${longest.toFixed()} of ${total.toFixed()} ms`);
  });

  test("returns the same text for the blocks of that text", async () => {
    for (const page of globSync("*/*.md", { cwd: folder, exclude: ["odd/*"] })) {
      const markdown = readFileSync(`${folder}${page}`, "utf8");
      const source = markdown.slice(frontMatterLength(markdown));
      assert.equal(patchMarkdown({ byPath: source, byId: source }, readMarkdown(source)), source, page);
    }
  });

  test("changes only the lines of changed blocks", async () => {
    const source = "# A\n\n\nfirst *one*\nof two lines\n\n* x\n* y\n\n[r]: u\n\nlast [one][r]\n";
    assert.equal(
      await replaceBlock(source, 1, textParagraph("new")),
      source.replace("first *one*\nof two lines", "new"),
    );
    assert.equal(await replaceBlock(source, 1), "# A\n\n\n* x\n* y\n\n[r]: u\n\nlast [one][r]\n");
    assert.equal(await replaceBlock(source, 3, textParagraph("new")), source.replace("last [one][r]", "new"));
    const added = patchMarkdown({ byPath: source, byId: source }, [
      textParagraph("new"),
      ...readMarkdown(source),
    ]);
    assert.equal(added, `new\n\n${source}`);
  });

  test("keeps comments and anchors between the blocks, and in unchanged blocks", () => {
    const source =
      '<!-- a -->\n\nb <!-- c --> d\n\n<!-- e\n--> f\n\n<a name="g"></a>\n\n# H\ni\n<!-- j -->\n';
    assert.equal(replaceBlock(source, 3, textParagraph("new")), source.replace("i\n", "\nnew\n\n"));
    assert.equal(replaceBlock(source, 1, textParagraph("new")), source.replace("<!-- e\n--> f", "new"));
    assert.equal(replaceBlock(source, 0, textParagraph("new")), source.replace("b <!-- c --> d", "new"));
  });

  test("writes new blocks with the bullets, footnote labels and line endings of the text", async () => {
    const list = readMarkdown("- new\n- two\n")[0] ?? textParagraph("");
    assert.equal(await replaceBlock("* one\n* two\n\nend\n", 0, list), "* new\n* two\n\nend\n");
    const notes = "one[^a]\n\ntwo[^b]\n\n[^a]: A\n[^b]: B\n";
    const [, second = textParagraph("")] = readMarkdown(notes);
    const moved = { ...second, nodes: [text(leaf("second ")), ...(second.nodes ?? [])] };
    assert.equal(await replaceBlock(notes, 1, moved), notes.replace("two", "second two"));
    assert.equal(await replaceBlock("a *b*\r\n\r\nc\r\n", 1, textParagraph("d")), "a *b*\r\n\r\nd\r\n");
  });

  test("uses the source of blocks from another text that contains them", async () => {
    const [current, previous] = ["a *b*\n\nchanged\n", "a *b*\n\nc *d*\n"];
    const patched = patchMarkdown({ byPath: current, byId: current }, readMarkdown(previous), {
      byPath: previous,
      byId: previous,
    });
    assert.equal(patched, previous);
  });

  test("compares links by id, and keeps them unchanged", async () => {
    const byPath = "[a](./a.md) *b*\n\nold\n";
    const byId = byPath.replace("./a.md", dualDestination("/pages/p1", "./a.md"));
    const [first = textParagraph("")] = readMarkdown(byId);
    assert.equal(
      patchMarkdown({ byPath, byId }, [first, textParagraph("new")]),
      byPath.replace("old", "new"),
    );
  });

  test("falls back to the canonical form if the patched text would be read differently", async () => {
    const [list = textParagraph("")] = readMarkdown("- b\n");
    const blocks = [...readMarkdown("+ a\n"), list];
    const patched = patchMarkdown({ byPath: "+ a\n", byId: "+ a\n" }, blocks);
    assert.equal(writeMarkdown(readMarkdown(patched)), writeMarkdown(blocks));
  });
});
