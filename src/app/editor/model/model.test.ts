import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { Node } from "prosemirror-model";
import { documents } from "../../../../test/support/documents.ts";
import { documentFromMarkdown, documentOf } from "../../../content/document/markdown.ts";
import { type BlockChange, changesBetween } from "./changes.ts";
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

describe("changes between two states of a document", () => {
  const paragraph = (key: string | null, text: string) =>
    schema.node("paragraph", { key }, text === "" ? [] : [schema.text(text)]);
  const docOf = (blocks: readonly (readonly [string | null, string])[]) =>
    schema.node(
      "doc",
      null,
      blocks.map(([key, text]) => paragraph(key, text)),
    );
  const textsOf = (blocks: readonly Block[]) =>
    blocks.map(({ nodes = [] }) =>
      nodes.map((node) => ("leaves" in node ? node.leaves[0]?.text : "")).join(),
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
