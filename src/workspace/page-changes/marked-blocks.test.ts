import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { documents } from "../../../test/support/documents.ts";
import { diffBlockSteps } from "../../content/block-diff/index.ts";
import { documentOf } from "../../content/document/markdown.ts";
import type { Block } from "../../content/document/model/model.ts";
import { nodeText } from "../../content/document/model/plain-text.ts";
import { readMarkdown } from "../../content/document/read/read-markdown.ts";
import { writeMarkdown } from "../../content/document/write/write-markdown.ts";
import { finish } from "../../platform/index.ts";
import { MarkedBlocks } from "./marked-blocks.ts";

const stored = (blocks: readonly Block[]) => documentOf(readMarkdown(writeMarkdown(blocks))).nodes;

/** The characters of blocks without white space. */
const textOf = (blocks: readonly Block[]) => blocks.map(nodeText).join("").replace(/\s+/g, "");
/** The same, however they are ordered: the title of a column may be in its definition or in a fragment. */
const lettersOf = (blocks: readonly Block[]) => [...textOf(blocks)].sort().join("");

/** The text of the nodes that are marked so. */
function markedText({ marks }: MarkedBlocks, ...kinds: readonly string[]): string {
  const nodes = [...marks].filter(([, mark]) => kinds.includes(mark)).map(([node]) => node);
  return nodes.map((node) => nodeText(node as Block)).join("");
}

describe("blocks that show a difference", () => {
  test("have the whole text of each version, and mark what only one of them has", () => {
    fc.assert(
      fc.property(documents, documents, fc.boolean(), (first, second, isExtended) => {
        const before = stored(first);
        const after = stored(isExtended ? [...first.slice(1), ...second] : second);
        const diffs = finish(diffBlockSteps(before, after));
        assert.equal(lettersOf(new MarkedBlocks("before").build(diffs)), lettersOf(before));
        const reverse = finish(diffBlockSteps(after, before));
        assert.equal(lettersOf(new MarkedBlocks("before").build(reverse)), lettersOf(after));
        const both = new MarkedBlocks("both");
        const shown = textOf(both.build(diffs));
        for (const version of [before, after])
          assert.ok(shown.length >= textOf(version).length, "something is missing");
        const same = new MarkedBlocks("both");
        assert.deepEqual(same.build(finish(diffBlockSteps(before, stored(before)))), before);
        assert.equal(same.marks.size, 0);
      }),
      { numRuns: 60 },
    );
  });

  test("contain the removed and the added words of both versions in one", () => {
    const diffs = finish(
      diffBlockSteps(
        stored(readMarkdown("one two three\n\n- a\n- b\n\nlast old")),
        stored(readMarkdown("one 2 three\n\n- a\n- b\n- c\n\nlast new")),
      ),
    );
    const both = new MarkedBlocks("both");
    assert.equal(textOf(both.build(diffs)), "onetwo2threeabclastoldnew");
    assert.equal(markedText(both, "removed"), "twoold");
    assert.equal(markedText(both, "added"), "2cnew");
  });
});
