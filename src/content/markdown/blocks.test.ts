import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { finish } from "../../platform/steps.ts";
import { type BlockKind, splitSteps } from "./blocks.ts";

const splitBlocks = (markdown: string) => finish(splitSteps(markdown));

const textsOf = (markdown: string) => splitBlocks(markdown).blocks.map(({ text }) => text);
const kindsOf = (markdown: string) => splitBlocks(markdown).blocks.map(({ kind }) => kind);

/** Asserts the blocks of each document. */
function assertBlocks(documents: readonly (readonly string[])[]): void {
  for (const [markdown = "", ...blocks] of documents) assert.deepEqual(textsOf(markdown), blocks);
}

describe("the blocks of a document", () => {
  test("are its paragraphs with all their lines", () => {
    assertBlocks([
      ["a\nb\n  c\n\nd\n", "a\nb\n  c", "d"],
      ["a\n\n\n \t\nb", "a", "b"],
      ["a\n2. b\n*\n1)c", "a\n2. b\n*\n1)c"],
      ["a\n    b\n\n    c\n    d", "a\n    b", "    c\n    d"],
      ["a\n\u00a0\nb", "a\n\u00a0\nb"],
    ]);
  });

  test("are headings, setext ones with their underlines, and thematic breaks", () => {
    assertBlocks([
      ["# a\nb\n## c\n#d\n\n######", "# a", "b", "## c", "#d", "######"],
      ["a\nb\n===\nc\n--\nd", "a\nb\n===", "c\n--", "d"],
      ["===\n\n---\n***\n_ _ _\n- - -\na", "===", "---", "***", "_ _ _", "- - -", "a"],
      ["- a\n---\n* * *\nb", "- a", "---", "* * *", "b"],
    ]);
  });

  test("are single list items at any depth, with lazy continuation lines", () => {
    assertBlocks([
      ["- a\nb\n  c\n* d\n+ e", "- a\nb\n  c", "* d", "+ e"],
      ["1. a\n2. b\n   - c\n     1) d\n10. e", "1. a", "2. b", "   - c", "     1) d", "10. e"],
      ["- a\n\n  b\n\n- c", "- a", "  b", "- c"],
      ["-\n- [ ] a\n- [x] b", "-", "- [ ] a", "- [x] b"],
      ["a\n- b\n1. c", "a", "- b", "1. c"],
      ["7. a\n8. b", "7. a", "8. b"],
      ["-a\n1.b", "-a\n1.b"],
    ]);
    assert.deepEqual(kindsOf("a\n\n- b\n  1. c\n\n  d\n\n- - -"), [
      "other",
      "item",
      "item",
      "other",
      "other",
    ]);
  });

  test("are the rows of a table, the header row with its delimiter row", () => {
    const table = "| a | b |\n| :- | -: |\n| c | d |\ne | f\n| g |";
    assertBlocks([
      [table, "| a | b |\n| :- | -: |", "| c | d |", "e | f", "| g |"],
      ["a\nb | c\n--- | -\nd", "a", "b | c\n--- | -", "d"],
      // The document parser reads a line that could be a list item as one.
      ["a\nb | c\n- | -\nd", "a\nb | c", "- | -\nd"],
      [`${table}\n\nh | i`, ...textsOf(table), "h | i"],
      ["a | b\n--- | ---\n# c\n\n- d", "a | b\n--- | ---", "# c", "- d"],
      ["a | b\nc | d", "a | b\nc | d"],
      ["a | b\n|---|---|\n|---|---|\nc", "a | b\n|---|---|", "|---|---|", "c"],
    ]);
    const kinds: BlockKind[] = ["head", "row", "row", "row", "other"];
    assert.deepEqual(kindsOf(`${table}\n\nh | i`), kinds);
  });

  test("are fenced code and formulas from fence to fence", () => {
    assertBlocks([
      ["a\n```js\nb\n\n# c\n- d\n```\ne", "a", "```js\nb\n\n# c\n- d\n```", "e"],
      ["~~~ `\n```\n\n~~\n~~~~\na", "~~~ `\n```\n\n~~\n~~~~", "a"],
      ["````\n```\n\n````\n\na", "````\n```\n\n````", "a"],
      ["- ```\n  a\n\n  b\n  ```\n- c", "- ```\n  a\n\n  b\n  ```", "- c"],
      ["- a\n  ```\n  b\n\n  ```\n- c", "- a", "  ```\n  b\n\n  ```", "- c"],
      ["$$\na\n\nb\n$$\nc", "$$\na\n\nb\n$$", "c"],
      ["``` a`b\nc\n\n$$d$$\n\n$$ e\n\nf", "``` a`b\nc", "$$d$$", "$$ e", "f"],
    ]);
    assert.deepEqual(kindsOf("- ```\n  a\n  ```\n1. ~~~\n   ~~~\n```\n```"), ["item", "item", "other"]);
  });

  test("extend to the end of the document if code is not closed, but not if a formula is not closed", () => {
    assertBlocks([
      ["a\n```\nb\n\n- c\n", "a", "```\nb\n\n- c"],
      ["$$\na\n\nb", "$$\na", "b"],
      ["- $$\n- $$\n\na", "- $$", "- $$", "a"],
      ["- $$\n$$\n$$\n\na", "- $$", "$$\n$$", "a"],
    ]);
  });

  test("are quotes, with lazy continuation lines", () => {
    assertBlocks([
      ["> a\n> \n> - b\nc\n\n> d", "> a\n> \n> - b\nc", "> d"],
      ["a\n> b\n- c\n> d\n# e", "a", "> b", "- c", "> d", "# e"],
      ["> ```\n> a\n> ```\n\nb", "> ```\n> a\n> ```", "b"],
    ]);
  });

  test("are single tags, and the blocks between them", () => {
    assertBlocks([
      [
        '{% hint style="info" %}\na\nb\n{% endhint %}\nc',
        '{% hint style="info" %}',
        "a\nb",
        "{% endhint %}",
        "c",
      ],
      ["- a\n  {% if x %}  \n  b {% y %}\n", "- a", "  {% if x %}  ", "  b {% y %}"],
      ["{% code %}\n```\n{% a %}\n```\n{% endcode %}", "{% code %}", "```\n{% a %}\n```", "{% endcode %}"],
    ]);
  });

  test("are comments and raw HTML up to their ends", () => {
    assertBlocks([
      ["a\n<!-- b\n\nc -->\ne", "a", "<!-- b\n\nc -->", "e"],
      ["a\n<!-- b\n\nc --> d\ne\n\nf", "a", "<!-- b\n\nc --> d\ne", "f"],
      ["<!-- a -->\n<!-- b", "<!-- a -->", "<!-- b"],
      ["<PRE class=a>\n\nb\n</pre>\nc", "<PRE class=a>\n\nb\n</pre>", "c"],
      ["<script>\n\n</style>", "<script>", "</style>"],
      ["<div>\na\n\nb\n</div>", "<div>\na", "b\n</div>"],
      ["<preface>\n\na", "<preface>", "a"],
    ]);
  });

  test("are the same with any line endings", () => {
    const markdown =
      "a\nb\n===\n\n- c\n- d\n  e\n\n| f | g |\n| - | - |\n| h | i |\n\n```\n\nj\n```\n> k\n{% l %}\n***\n";
    const plain = splitBlocks(markdown);
    const { lead, blocks } = splitBlocks(markdown.replaceAll("\n", "\r\n"));
    const converted = blocks.map(({ kind, text }) => [kind, text.replaceAll("\r\n", "\n")]);
    assert.equal(lead, "");
    assert.deepEqual(
      converted,
      plain.blocks.map(({ kind, text }) => [kind, text]),
    );
    for (const { gap } of blocks) assert.match(gap, /^(?:\r\n)+$/);
  });

  test("do not contain the blank lines around them, which are in the lead and the gaps", () => {
    assert.deepEqual(splitBlocks(""), { lead: "", blocks: [] });
    assert.deepEqual(splitBlocks(" \n\t\n"), { lead: " \n\t\n", blocks: [] });
    assert.deepEqual(splitBlocks("\n \n  a\r\n \n\nb"), {
      lead: "\n \n",
      blocks: [
        { kind: "other", isCode: false, at: 3, text: "  a", gap: "\r\n \n\n" },
        { kind: "other", isCode: false, at: 11, text: "b", gap: "" },
      ],
    });
  });
});

describe("any text", () => {
  /** Pieces of Markdown, separated by broken bars. */
  const pieces =
    "a¦ ¦\n¦\n¦\n\n¦\r\n¦\r¦\t¦- ¦-¦---¦1. ¦2) ¦> ¦# ¦|¦| a | b |\n| - | - |\n¦:-¦=¦===¦```¦~~~¦`¦$$¦$$\n¦{% a %}¦{%¦%}¦<!--¦-->¦<pre>¦</pre>¦<¦* ¦*¦_¦\u00a0¦\u2028¦é¦😀";
  const text = fc
    .array(fc.constantFrom(...pieces.split("¦")), { maxLength: 120, size: "max" })
    .map((parts) => parts.join(""));
  const any = fc.oneof(text, fc.string({ unit: "binary", size: "max", maxLength: 60 }));

  test("equals its lead, blocks and gaps joined, and each block is at its offset", () => {
    fc.assert(
      fc.property(any, (markdown) => {
        const { lead, blocks } = splitBlocks(markdown);
        assert.equal(lead + blocks.map((block) => block.text + block.gap).join(""), markdown);
        for (const { at, text, gap } of blocks) {
          assert.equal(markdown.slice(at, at + text.length + gap.length), text + gap);
          assert.match(text, /[^ \t\r\n]/);
          assert.match(gap, /^(?:\r?\n[ \t\r\n]*)?$/);
        }
        for (const { gap } of blocks.slice(0, -1)) assert.match(gap, /\n/);
        assert.match(lead, /^[ \t\r\n]*$/);
      }),
      { numRuns: 1000 },
    );
  });

  test("has the same blocks after they are joined with blank lines", () => {
    fc.assert(
      fc.property(any, (markdown) => {
        const blocks = textsOf(markdown);
        // Some blocks depend on the line before them: what continues a paragraph may be code or a list on its own.
        fc.pre(blocks.every((block) => isDeepStrictEqual(textsOf(block), [block])));
        // An unclosed block continues into the next one, and a carriage return before a line feed becomes a line break.
        fc.pre(blocks.every((block) => textsOf(`${block}\n\na`).includes("a") && !block.endsWith("\r")));
        assert.deepEqual(textsOf(blocks.join("\n\n")), blocks);
      }),
      { numRuns: 500 },
    );
  });
});
