import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import fc from "fast-check";
import { paragraphBlock } from "../../../test/support/blocks.ts";
import { finish } from "../../platform/index.ts";
import { type Block, type Document, nodesIn, plainText } from "../document/index.ts";
import { documentFromMarkdown, documentToMarkdown } from "../document/markdown.ts";
import { patchSteps } from "../document/patch.ts";
import { writeDocument } from "../document-store/index.ts";
import { frontMatterLength } from "../markdown/front-matter.ts";
import { editDraft, emptyContent, openDraft } from "../model/index.ts";
import { createNodeCache, inMemoryNodes, Nodes } from "../nodes/index.ts";
import { applyBlockChanges } from "./apply-block-changes.ts";
import type { BlockChange } from "./block-change.ts";
import { updatePageBlocks } from "./update-page-blocks.ts";

const folder = new URL("../../../test/corpus/", import.meta.url).pathname;
const pages = globSync("*/*.md", { cwd: folder, exclude: ["odd/*"] }).sort();
const now = "2030-01-01T00:00:00.000Z";

function readSource(page: string): string {
  const markdown = readFileSync(`${folder}${page}`, "utf8");
  return markdown.slice(frontMatterLength(markdown));
}

function change(source: string, document: Document, ...changes: BlockChange[]): string {
  const { nodes } = finish(applyBlockChanges(document, changes));
  return finish(patchSteps({ byPath: source, byId: source }, nodes));
}

/** The words of a text, without entities. */
function wordsOf(text: string): string[] {
  return text.replace(/&#?\w{1,10};/g, " ").match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The lines of two texts between their equal beginnings and ends. */
function differentLines(before: string, after: string): [before: string[], after: string[]] {
  const [a, b] = [before.split("\n"), after.split("\n")];
  let [start, end] = [0, 0];
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return [a.slice(start, a.length - end), b.slice(start, b.length - end)];
}

/** The paragraphs that have lines of their own: not cells, captions and titles, nor those with footnotes. */
function paragraphsIn(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block) => {
    if (block.type === "paragraph")
      return [...nodesIn([block])].some(({ type }) => type === "annotation") ? [] : [block];
    const bodies = (block.fragments ?? []).filter(({ type }) => type === "expandable-body");
    const children = (block.nodes ?? []).filter((node) => node.object === "block");
    return paragraphsIn([...children, ...bodies.flatMap(({ nodes }) => nodes)]);
  });
}

describe("changes to single blocks", () => {
  test("change no line of other blocks, at any depth", () => {
    let count = 0;
    for (const page of pages) {
      const source = readSource(page);
      const document = documentFromMarkdown(source);
      const topLevel = new Set(document.nodes);
      for (const [i, block] of paragraphsIn(document.nodes).entries()) {
        if (topLevel.has(block) ? i % 20 > 0 : i % 4 > 0) continue;
        const key = block.key ?? "";
        const replaced = change(source, document, {
          operation: "replace_block",
          key,
          blocks: [paragraphBlock("Zebra quokka")],
        });
        const [before, after] = differentLines(source, replaced);
        // This container is written as an element on one line.
        if (before.some((line) => line.includes("data-gb-custom-block"))) continue;
        const own = new Set(wordsOf(documentToMarkdown({ object: "document", data: {}, nodes: [block] })));
        const isMarker = (word: string) => /^(?:\d+|x)$/i.test(word);
        const foreign = wordsOf(before.join("\n")).filter((word) => !own.has(word) && !isMarker(word));
        // Formatting that blocks do not have, such as the color of an icon, is in the removed line only.
        assert.ok(before.length <= 1 || foreign.length === 0, `${page}: ${before.join("\n")}`);
        const added = wordsOf(after.join("\n")).filter((word) => !isMarker(word));
        assert.deepEqual(added, ["Zebra", "quokka"], `${page}: ${plainText([block])}`);
        count++;
      }
    }
    assert.ok(count > 150, String(count));
  });

  test("move and delete blocks of real pages without changing the lines of others", () => {
    for (const page of pages.filter((_, i) => i % 3 === 0)) {
      const source = readSource(page);
      const document = documentFromMarkdown(source);
      const movable = document.nodes.filter(({ type }) => type === "paragraph" || type === "code");
      const [first, last] = [movable.at(0), movable.at(-1)];
      if (first === undefined || last === undefined || first === last) continue;
      const moved = change(source, document, {
        operation: "move_block",
        key: first.key ?? "",
        after: last.key ?? "",
      });
      const lines = (text: string) =>
        text
          .split("\n")
          .filter((line) => line.trim() !== "")
          .sort();
      assert.deepEqual(lines(moved), lines(source), page);
    }
  });

  test("are never lost, whatever is edited 50 times in a row", () => {
    const edit = fc.record({
      operation: fc.constantFrom("insert", "replace", "move", "delete"),
      at: fc.nat(),
      to: fc.nat(),
    });
    const sources = pages.filter((_, i) => i % 30 === 0).map(readSource);
    fc.assert(
      fc.property(
        fc.constantFrom(...sources),
        fc.array(edit, { minLength: 50, maxLength: 50 }),
        (start, edits) => {
          let source = start;
          let word = 0;
          for (const { operation, at, to } of edits) {
            const document = documentFromMarkdown(source);
            const keyAt = (index: number) =>
              document.nodes[index % Math.max(1, document.nodes.length)]?.key ?? "";
            const blocks = [paragraphBlock(`word${word++} *text* [a](b) <b> {% hint %}`)];
            const [key, after] = [keyAt(at), keyAt(to)];
            if (document.nodes.length < 2 || (operation === "move" && key === after)) continue;
            const changes: Record<string, BlockChange> = {
              insert: { operation: "insert_blocks", blocks, after },
              replace: { operation: "replace_block", key, blocks },
              move: { operation: "move_block", key, after },
              delete: { operation: "delete_block", key },
            };
            const changed = changes[operation];
            if (changed === undefined) continue;
            const expected = finish(applyBlockChanges(document, [changed]));
            source = finish(patchSteps({ byPath: source, byId: source }, expected.nodes));
            const texts = (nodes: readonly Block[]) => nodes.map((node) => plainText([node])).filter(Boolean);
            assert.deepEqual(texts(documentFromMarkdown(source).nodes), texts(expected.nodes));
          }
        },
      ),
      { numRuns: 6 },
    );
  });
});

describe("changes of two editors of one page", () => {
  async function openPage(markdown: string, nodes = inMemoryNodes()) {
    const draft = openDraft(emptyContent(nodes));
    const document = await writeDocument(draft, undefined, markdown, {});
    const record = {
      title: "Page",
      slug: "page",
      type: "document",
      parent: "",
      order: "a",
      createdAt: now,
      updatedAt: now,
    };
    await editDraft(draft, "pages", [
      ["page", { ...record, type: "document" as const, ...(document && { document }) }],
    ]);
    const base = { nodes: draft.nodes, roots: draft.roots };
    const update = (changes: readonly BlockChange[]) =>
      updatePageBlocks(draft, { pageId: "page", base, changes, now });
    return { draft, update };
  }

  test("take over all other blocks of the version before, and cache one version", async () => {
    const cache = createNodeCache(32 * 1024 * 1024);
    const lines = Array.from({ length: 100 }, (_, i) => `Paragraph ${i} with [a link](https://example.com)`);
    const { draft } = await openPage(
      `${lines.join("\n\n")}\n`,
      new Nodes({ load: async () => new Map() }, cache),
    );
    const update = (changes: readonly BlockChange[]) =>
      updatePageBlocks(draft, { pageId: "page", base: draft, changes, now });
    let { after } = await update([]);
    for (const index of [50, 0, 99]) {
      const before = after;
      const change = { operation: "replace_block", key: before.nodes[index]?.key ?? "" } as const;
      ({ after } = await update([{ ...change, blocks: [paragraphBlock(`Changed ${index}`)] }]));
      assert.equal(plainText(after.nodes.slice(index, index + 1)), `Changed ${index}`);
      assert.equal(after.nodes.filter((block) => before.nodes.includes(block)).length, 99);
    }
    assert.equal(Array.from(cache.keys()).filter((key) => key.startsWith("document ")).length, 1);
  });

  test("on different blocks all arrive, in any order", async () => {
    const editor = fc.array(fc.record({ at: fc.nat({ max: 11 }), isInsertion: fc.boolean() }), {
      minLength: 1,
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(editor, editor, async (mine, theirs) => {
        const names = Array.from({ length: 24 }, (_, i) => `Paragraph number ${i} of the page.`);
        const { update } = await openPage(`${names.join("\n\n")}\n`);
        const { after: start } = await update([]);
        const used = new Set<number>();
        const changesOf = (edits: typeof mine, parity: number, author: string) =>
          edits.flatMap(({ at, isInsertion }, i): { change: BlockChange; text: string }[] => {
            // Every other block belongs to one of the editors.
            const index = 2 * at + parity;
            const key = start.nodes[index]?.key ?? "";
            if (used.has(index)) return [];
            used.add(index);
            const text = `${author}${i} wrote about ${isInsertion ? "something" : "everything"} at ${at}`;
            const blocks = [paragraphBlock(text)];
            const change: BlockChange = isInsertion
              ? { operation: "insert_blocks", after: key, blocks }
              : { operation: "replace_block", key, blocks };
            return [{ change, text }];
          });
        const first = changesOf(mine, 0, "Ann");
        const second = changesOf(theirs, 1, "Bob");
        await update(first.map(({ change }) => change));
        const { after } = await update(second.map(({ change }) => change));
        const texts = after.nodes.map((node) => plainText([node]));
        for (const { text } of [...first, ...second])
          assert.equal(texts.filter((other) => other === text).length, 1, `${text}\n${texts.join("\n")}`);
        for (const [i, name] of names.entries()) if (!used.has(i)) assert.ok(texts.includes(name), name);
      }),
      { numRuns: 60 },
    );
  });

  test("on the same block are both kept, without markers", async () => {
    const { draft, update } = await openPage(
      "| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\ncode\n```\n\n1. one\n2. two\n",
    );
    const { after } = await update([]);
    const replaceAll = (text: string) =>
      update(
        after.nodes.map(({ key = "" }) => ({
          operation: "replace_block",
          key,
          blocks: [paragraphBlock(text)],
        })),
      );
    await replaceAll("theirs");
    await replaceAll("mine");
    const [page] = await Promise.all([
      updatePageBlocks(draft, { pageId: "page", base: draft, changes: [], now }),
    ]);
    const texts = page.after.nodes.map((node) => plainText([node]));
    assert.deepEqual([texts.includes("theirs"), texts.includes("mine")], [true, true]);
    assert.doesNotMatch(documentToMarkdown(page.after), /<<<<<<<|>>>>>>>/);
  });
});
