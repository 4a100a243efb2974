import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { frontMatterLength } from "../markdown/front-matter.ts";
import { leaf, paragraph, text } from "./model/build.ts";
import { dualDestination } from "./model/dual-destination.ts";
import type { Block } from "./model/model.ts";
import { patchMarkdown } from "./patch.ts";
import { readMarkdown } from "./read/read-markdown.ts";
import { writeMarkdown } from "./write/write-markdown.ts";

const folder = new URL("../../../test/corpus/", import.meta.url).pathname;
const words = (said: string): Block => paragraph([text(leaf(said))]);

/** Patches a text in which one block is replaced or removed. */
function replaced(source: string, at: number, ...by: Block[]): string {
  const blocks = readMarkdown(source).toSpliced(at, 1, ...by);
  return patchMarkdown({ byPath: source, byId: source }, blocks);
}

describe("patchMarkdown", () => {
  test("returns the same text for the blocks of that text", async () => {
    for (const page of globSync("*/*.md", { cwd: folder, exclude: ["odd/*"] })) {
      const whole = readFileSync(`${folder}${page}`, "utf8");
      const source = whole.slice(frontMatterLength(whole));
      assert.equal(patchMarkdown({ byPath: source, byId: source }, readMarkdown(source)), source, page);
    }
  });

  test("changes only the lines of changed blocks", async () => {
    const source = "# A\n\n\nfirst *one*\nof two lines\n\n* x\n* y\n\n[r]: u\n\nlast [one][r]\n";
    assert.equal(await replaced(source, 1, words("new")), source.replace("first *one*\nof two lines", "new"));
    assert.equal(await replaced(source, 1), "# A\n\n\n* x\n* y\n\n[r]: u\n\nlast [one][r]\n");
    assert.equal(await replaced(source, 3, words("new")), source.replace("last [one][r]", "new"));
    const added = patchMarkdown({ byPath: source, byId: source }, [words("new"), ...readMarkdown(source)]);
    assert.equal(added, `new\n\n${source}`);
  });

  test("writes new blocks with the bullets, footnote labels and line endings of the text", async () => {
    const list = readMarkdown("- new\n- two\n")[0] ?? words("");
    assert.equal(await replaced("* one\n* two\n\nend\n", 0, list), "* new\n* two\n\nend\n");
    const notes = "one[^a]\n\ntwo[^b]\n\n[^a]: A\n[^b]: B\n";
    const [, second = words("")] = readMarkdown(notes);
    const moved = { ...second, nodes: [text(leaf("second ")), ...(second.nodes ?? [])] };
    assert.equal(await replaced(notes, 1, moved), notes.replace("two", "second two"));
    assert.equal(await replaced("a *b*\r\n\r\nc\r\n", 1, words("d")), "a *b*\r\n\r\nd\r\n");
  });

  test("takes the source of blocks from another text that has them", async () => {
    const [now, then] = ["a *b*\n\nchanged\n", "a *b*\n\nc *d*\n"];
    const patched = patchMarkdown({ byPath: now, byId: now }, readMarkdown(then), {
      byPath: then,
      byId: then,
    });
    assert.equal(patched, then);
  });

  test("compares links by id, and keeps them as they were written", async () => {
    const byPath = "[a](./a.md) *b*\n\nold\n";
    const byId = byPath.replace("./a.md", dualDestination("/pages/p1", "./a.md"));
    const [first = words("")] = readMarkdown(byId);
    assert.equal(patchMarkdown({ byPath, byId }, [first, words("new")]), byPath.replace("old", "new"));
  });

  test("falls back to the canonical form if the patched text would be read differently", async () => {
    const [list = words("")] = readMarkdown("- b\n");
    const blocks = [...readMarkdown("+ a\n"), list];
    const patched = patchMarkdown({ byPath: "+ a\n", byId: "+ a\n" }, blocks);
    assert.equal(writeMarkdown(readMarkdown(patched)), writeMarkdown(blocks));
  });
});
