import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import fc from "fast-check";
import { Fragment, type Node } from "prosemirror-model";
import { documents } from "../../../../test/support/documents.ts";
import { documentFromMarkdown, documentOf } from "../../../content/document/markdown.ts";
import { findConflicts as findConflictsInPages } from "../../../workspace/page-html/find-conflicts.ts";
import { applyChanges, type BlockChange, changesBetween } from "./changes.ts";
import { findConflicts } from "./conflicts.ts";
import type { Block, Document } from "./document.ts";
import { fromDocument } from "./from-document.ts";
import { schema } from "./schema.ts";
import { toDocument } from "./to-document.ts";

const corpus = globSync("test/corpus/**/*.md").map((file) => ({ file, text: readFileSync(file, "utf8") }));

function opaqueIn(doc: Node): string[] {
  const found: string[] = [];
  doc.descendants(({ type, attrs }) => {
    if (type.name === "opaque_block") found.push(attrs.json.type);
  });
  return found;
}

describe("a document in the editor", () => {
  test("is the same document, for the whole corpus, and knows all of its blocks", () => {
    for (const { file, text } of corpus) {
      const document = documentFromMarkdown(text) as Document;
      const doc = fromDocument(document);
      doc.check();
      assert.deepEqual(toDocument(doc), document, file);
      assert.deepEqual(opaqueIn(doc), [], file);
    }
  });

  test("is the same document, whatever its blocks", () => {
    fc.assert(
      fc.property(documents, (blocks) => {
        const document = documentOf(blocks) as Document;
        const doc = fromDocument(document);
        doc.check();
        assert.deepEqual(toDocument(doc), document);
      }),
      { numRuns: 300 },
    );
  });

  test("keeps what it does not know", () => {
    const unknown = {
      object: "block",
      type: "hologram",
      isVoid: true,
      data: { angle: 7 },
      key: "k",
    } as const;
    const document: Document = { object: "document", data: {}, nodes: [unknown] };
    const doc = fromDocument(document);
    assert.deepEqual(opaqueIn(doc), ["hologram"]);
    assert.deepEqual(toDocument(doc), document);
  });
});

describe("a conflict in the editor", () => {
  test("is found where pages as HTML have it", () => {
    const marker = fc.constantFrom("<<<<<<< change request", ">>>>>>> primary content");
    const other = fc.constantFrom(
      "=======",
      "Text.",
      "| a | b |\n|---|---|\n| 1 | 2 |",
      "| 3 | 4 |",
      "> Quote.",
    );
    const tag = fc.constantFrom('{% hint style="info" %}', "{% endhint %}");
    const lines = fc.array(fc.oneof(marker, marker, other, tag), { maxLength: 14 });
    let count = 0;
    fc.assert(
      fc.property(lines, (parts) => {
        const { nodes } = documentFromMarkdown(parts.join("\n\n"));
        const found = findConflicts(nodes as Block[]);
        assert.deepEqual(found, findConflictsInPages(nodes));
        count += found.length;
      }),
      { numRuns: 500 },
    );
    assert.ok(count > 100, "the texts have conflicts");
  });

  const conflict = (ours: string, theirs: string) =>
    `<<<<<<< change request\n${ours}\n=======\n${theirs}\n>>>>>>> primary content`;
  const text = conflict("Ours.", "Theirs.");
  const item = conflict("- ours", "- theirs");
  const row = conflict("| ours | 2 |", "| theirs | 2 |");
  const quote = conflict("> Ours.\n>\n> More.", "> Theirs.");
  const fenced = conflict("```js\nours\n```", "```js\ntheirs\n```");
  const table = `| a | b |\n|---|---|\n| 1 | 2 |\n${row}\n| 5 | 6 |`;
  const inner: Record<string, string> = { text, quote, fenced, list: `- a\n${item}\n- b`, table };
  const containers: Record<string, (content: string) => string> = {
    page: (content) => `Before.\n\n${content}`,
    hint: (content) => `{% hint style="info" %}\n${content}\n{% endhint %}`,
    tab: (content) => `{% tabs %}\n{% tab title="A" %}\n${content}\n{% endtab %}\n{% endtabs %}`,
    step: (content) => `{% stepper %}\n{% step %}\n## A\n\n${content}\n{% endstep %}\n{% endstepper %}`,
    column: (content) => `{% columns %}\n{% column %}\n${content}\n{% endcolumn %}\n{% endcolumns %}`,
    expandable: (content) => `<details>\n\n<summary>T</summary>\n\n${content}\n\n</details>`,
  };
  const shown = (doc: Node) => doc.textBetween(0, doc.content.size, "\n", "\n");
  const conflictsIn = (doc: Node) => {
    let count = 0;
    doc.descendants(({ type }) => {
      if (type.name === "conflict") count++;
    });
    return count;
  };
  const documentOfText = (markdown: string) => documentFromMarkdown(`${markdown}\n\nEnd.\n`) as Document;

  test("is one block in every container, without markers, and the same document", () => {
    for (const [container, wrap] of Object.entries(containers))
      for (const [name, content] of Object.entries(inner)) {
        const label = `${name} in ${container}`;
        const document = documentOfText(wrap(content));
        const doc = fromDocument(document);
        doc.check();
        assert.equal(conflictsIn(doc), 1, label);
        assert.doesNotMatch(shown(doc), /[<>=|]{2}|ours|theirs|primary content|\| 5/i, label);
        assert.match(shown(doc), /End\./, label);
        assert.deepEqual(opaqueIn(doc), [], label);
        assert.deepEqual(toDocument(doc), document, label);
      }
  });

  test("reaches to its last marker, which may be in another block, and may lack one", () => {
    const style = conflict('{% hint style="info" %}', '{% hint style="danger" %}');
    const begun = fromDocument(documentOfText(`${style}\nText.\n{% endhint %}`));
    assert.deepEqual([conflictsIn(begun), shown(begun).trim()], [1, "End."]);
    const nested = fromDocument(documentOfText(conflict(text, "Theirs.")));
    assert.doesNotMatch(shown(nested), /[<>]{7}/);
    for (const marker of ["<<<<<<< change request", ">>>>>>> primary content"]) {
      const document = documentOfText("Text.\n\nMARKER\n\nMore.");
      const text = JSON.stringify(document).replace("MARKER", marker);
      const doc = fromDocument(JSON.parse(text));
      assert.deepEqual([conflictsIn(doc), shown(doc).trim().split(/\n+/)], [1, ["Text.", "More.", "End."]]);
    }
  });

  test("is deleted, moved and copied as a whole", () => {
    const document = documentOfText(`Before.\n\n${text}`);
    const keyed = {
      ...document,
      nodes: document.nodes.map((block, i) => ({ ...block, key: `k${i}` })),
    };
    const doc = fromDocument(keyed);
    const [before, whole, end] = doc.children as [Node, Node, Node];
    const changesTo = (...nodes: Node[]) => changesBetween(doc, doc.copy(Fragment.from(nodes)));
    assert.equal(doc.childCount, 3);
    const own = ["k1", "k2", "k3", "k4", "k5"];
    assert.deepEqual(
      changesTo(before, end),
      own.map((key) => ({ operation: "delete_block", key })),
    );
    assert.deepEqual(changesTo(before, end, whole), [{ operation: "move_block", key: "k6", after: "k0" }]);
    const copy = whole.type.create({ ...whole.attrs, key: "new-1" });
    const changes = changesTo(before, whole, end, copy);
    const [copied] = changes;
    assert.ok(changes.length === 1 && copied?.operation === "insert_blocks" && copied.after === "k6");
    assert.deepEqual(
      copied.blocks.map(({ key }) => key),
      ["new-1", "new-1-1", "new-1-2", "new-1-3", "new-1-4"],
    );
    assert.deepEqual(textsOf(copied.blocks), textsOf(keyed.nodes.slice(1, 6)));
    // Changes that were kept in the browser lead to the same document.
    const applied = applyChanges(doc, [{ operation: "delete_block", key: "k0" }]);
    assert.ok(applied.eq(doc.copy(Fragment.from([whole, end]))));
    const gone = applyChanges(doc, changesTo(before, end));
    assert.ok(gone.eq(doc.copy(Fragment.from([before, end]))));
  });
});

const textsOf = (blocks: readonly Block[]) =>
  blocks.map(({ nodes = [] }) => nodes.map((node) => ("leaves" in node ? node.leaves[0]?.text : "")).join());

describe("changes between two states of a document", () => {
  const paragraph = (key: string | null, text: string) =>
    schema.node("paragraph", { key }, text === "" ? [] : [schema.text(text)]);
  const docOf = (blocks: readonly (readonly [string | null, string])[]) =>
    schema.node(
      "doc",
      null,
      blocks.map(([key, text]) => paragraph(key, text)),
    );
  /** What the server does with a batch, for top-level blocks. */
  function apply(blocks: readonly Block[], changes: readonly BlockChange[]): Block[] {
    const result = [...blocks];
    const indexOf = (key: string) => {
      const index = result.findIndex((block) => block.key === key);
      assert.ok(index >= 0, `no block ${key}`);
      return index;
    };
    const insert = (inserted: readonly Block[], after: string | undefined) =>
      result.splice(after === undefined ? 0 : indexOf(after) + 1, 0, ...inserted);
    for (const change of changes) {
      if (change.operation === "insert_blocks") insert(change.blocks, change.after);
      else if (change.operation === "replace_block") result.splice(indexOf(change.key), 1, ...change.blocks);
      else if (change.operation === "delete_block") result.splice(indexOf(change.key), 1);
      else insert(result.splice(indexOf(change.key), 1), change.after);
    }
    return result;
  }

  test("lead from one to the other, and touch no other block", () => {
    const texts = fc.constantFrom("", "a", "b", "c");
    const before = fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { minLength: 1 });
    const after = fc.array(fc.tuple(fc.option(fc.integer({ min: 0, max: 12 })), texts), { minLength: 1 });
    fc.assert(
      fc.property(before, after, (keys, states) => {
        const first = docOf(keys.map((key) => [String(key), `text ${key}`]));
        const last = docOf(states.map(([key, text]) => [key === null ? null : String(key), text]));
        const result = apply(toDocument(first).nodes, changesBetween(first, last));
        const expected = last.children.map((node) => node.textContent).filter((text) => text !== "");
        assert.deepEqual(textsOf(result), expected);
      }),
    );
  });

  test("are only those that were made", () => {
    const before = docOf([
      ["1", "a"],
      ["2", "b"],
      ["3", "c"],
      ["4", "d"],
    ]);
    const after = docOf([
      ["4", "d"],
      ["1", "a"],
      [null, "new"],
      [null, ""],
      ["3", "changed"],
    ]);
    assert.deepEqual(
      changesBetween(before, after).map((change) => [
        change.operation,
        "key" in change ? change.key : change.after,
      ]),
      [
        ["delete_block", "2"],
        ["move_block", "4"],
        ["insert_blocks", "1"],
        ["replace_block", "3"],
      ],
    );
    assert.deepEqual(
      changesBetween(
        before,
        docOf([
          ["1", "a"],
          ["2", "b"],
          ["3", "c"],
          ["4", "d"],
        ]),
      ),
      [],
    );
  });
});
