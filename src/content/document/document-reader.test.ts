import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { finish } from "../../platform/index.ts";
import { allDestinations, DestinationScanner, frontMatterLength } from "../markdown/index.ts";
import { DocumentReader } from "./document-reader.ts";
import { documentFromMarkdown } from "./markdown.ts";
import { leaf, paragraph, text } from "./model/build.ts";
import type { Block } from "./model/model.ts";
import { patchSteps } from "./patch.ts";
import { readText } from "./read/read-text.ts";

const folder = new URL("../../../test/corpus/", import.meta.url).pathname;
const textParagraph = (content: string): Block => paragraph([text(leaf(content))]);

/** Sources of blocks, among them starts and ends of blocks that continue in others. */
const snippets = [
  ..."One *two* [three](./a.md)|# Title|# Title|## Other <a id='x'></a>|Setext\n===|- a\n- b|- a\n\n  b|1. one|    code".split(
    "|",
  ),
  ..."```js\ncode\n```|```|> quote|> - [a](b.md)|---|***|[r]: ./r.md|[r]|[text][r]|[^n]: Note|Text[^n]|[^m]: # In a note".split(
    "|",
  ),
  ...'{% hint style="info" %}|{% endhint %}|> {% hint %}|{% if a %}|{% endif %}|{% if %}|{% include "x.md" %}'.split(
    "|",
  ),
  ...'<details>\n<summary>Title</summary>|</details>|<!-- comment|-->|<a name="x"></a>|<figure>|</figure|>|$$|$$\nx\n$$'.split(
    "|",
  ),
  ...'| a | b |\n|---|---|\n| [c](d.md) | e |=<<<<<<< change request========>>>>>>> primary content={% @a/b c="=" %}=a\r\nb=\u0000'.split(
    "=",
  ),
  "<details><summary>Title</summary>\n\nbody\n\n</details>",
  '{% tabs %}\n{% tab title="A" %}\n# Title\n{% endtab %}\n{% endtabs %}',
];
const separators = ["\n\n", "\n\n", "\n\n", "\n", "\n\n\n", "\n  \n", "\n\n  "];
const piece = fc
  .tuple(fc.constantFrom(...snippets), fc.constantFrom(...separators))
  .map((pair) => pair.join(""));

/** A change of a text: some of its pieces are replaced by others. */
const change = fc.record({
  at: fc.nat(),
  removed: fc.nat({ max: 2 }),
  added: fc.array(piece, { maxLength: 2 }),
});

async function assertReadAsWhole(versions: readonly string[]): Promise<void> {
  const [reader, scanner] = [new DocumentReader(), new DestinationScanner()];
  for (const source of versions) {
    const [expected, whole] = [documentFromMarkdown(source), finish(readText(source))];
    const read = finish(reader.readText(source));
    assert.deepEqual(read.parts, whole.parts);
    assert.deepEqual([read.segments, read.notes, read.starts], [whole.segments, whole.notes, whole.starts]);
    assert.deepEqual(finish(reader.readDocument(source, {})), expected);
    const front = { end: 0 };
    assert.deepEqual(await allDestinations(source, front, scanner), await allDestinations(source, front));
  }
}

describe("a reader of the versions of a document", () => {
  test("reads each as if it were the first", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 12 }),
        fc.array(change, { maxLength: 5 }),
        (start, changes) => {
          const pieces = [...start];
          const versions = [pieces.join("")];
          for (const { at, removed, added } of changes) {
            pieces.splice(at % (pieces.length + 1), removed, ...added);
            versions.push(pieces.join(""));
          }
          return assertReadAsWhole(versions);
        },
      ),
      { numRuns: 1500 },
    );
  });

  test("reads changed pages of the corpus as if each were the first", async () => {
    for (const [i, page] of globSync("*/*.md", { cwd: folder }).toSorted().entries()) {
      const markdown = readFileSync(`${folder}${page}`, "utf8");
      const source = markdown.slice(frontMatterLength(markdown));
      const lines = source.split("\n");
      const at = (i * 7919) % lines.length;
      const added = snippets[i % snippets.length] ?? "";
      const versions = [
        source,
        lines.toSpliced(at, 0, "", added, "").join("\n"),
        lines.toSpliced(at, 1, `${lines[at]} more`).join("\n"),
        lines.toSpliced(at, 2).join("\n"),
      ];
      await assertReadAsWhole(versions);
    }
  });

  test("patches each as if it were the first", () => {
    const edit = fc.record({
      at: fc.nat(),
      removed: fc.nat({ max: 1 }),
      added: fc.nat({ max: 2 }),
      from: fc.nat(),
    });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), fc.array(edit, { maxLength: 4 }), (start, edits) => {
        const reader = new DocumentReader();
        let source = start.join("");
        for (const { at, removed, added, from } of edits) {
          const { nodes } = finish(reader.readDocument(source, {}));
          const index = at % (nodes.length + 1);
          const moved = nodes[from % Math.max(1, nodes.length)] ?? textParagraph("x");
          const blocks = [moved, textParagraph(`new ${at}`)].slice(0, added);
          const changed = nodes.toSpliced(index, removed, ...blocks);
          const forms = { byPath: source, byId: source };
          const patched = finish(patchSteps(forms, changed, undefined, reader));
          assert.equal(patched, finish(patchSteps(forms, changed)));
          source = patched;
        }
      }),
      { numRuns: 600 },
    );
  });

  test("takes over the blocks that have not changed", () => {
    const lines = Array.from({ length: 200 }, (_, i) =>
      i % 20 === 0 ? "## Title" : i % 20 === 10 ? `{% hint %}\nHint ${i}\n{% endhint %}` : `Text *${i}*`,
    );
    for (const changed of [["New"], ["{% hint %}\nNew\n{% endhint %}"], ["[r]: ./r.md", "New [r]"], []]) {
      const reader = new DocumentReader();
      const before = finish(reader.readDocument(lines.join("\n\n"), {}));
      const after = finish(reader.readDocument(lines.toSpliced(105, 1, ...changed).join("\n\n"), {}));
      const isNew = (block: Block) => !before.nodes.includes(block);
      assert.ok(after.nodes.filter(isNew).length <= 1, changed.join(" "));
    }
  });
});
