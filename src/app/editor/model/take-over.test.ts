import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { Node } from "prosemirror-model";
import { EditorState, TextSelection } from "prosemirror-state";
import { changesBetween } from "./changes.ts";
import { conflictNode, splitConflicts } from "./conflicts.ts";
import { schema } from "./schema.ts";
import { takeOver } from "./take-over.ts";
import { toBlock } from "./to-document.ts";

type Lines = readonly (readonly [key: string, text: string])[];

function docOf(lines: Lines): Node {
  const paragraphs = lines.map(([key, text]) =>
    schema.node("paragraph", { key }, text === "" ? [] : [schema.text(text)]),
  );
  return schema.node("doc", null, paragraphs);
}

function linesOf(doc: Node): Lines {
  return doc.children.map(({ attrs, textContent }) => [attrs.key, textContent] as const);
}

/** Takes over what the server has into an editor with this document. `caret` is a position in it. */
function take(current: Node, sent: Node, server: Node, caret = 1) {
  const state = EditorState.create({ doc: current });
  const tr = state.tr.setSelection(TextSelection.near(current.resolve(caret)));
  const { base } = takeOver(tr, sent, server);
  return { tr, base };
}

describe("what the server has is taken over", () => {
  test("as keys only, if nobody else has changed the page", () => {
    const sent = docOf([
      ["1", "one"],
      ["new-1", "two "],
      ["new-2", ""],
    ]);
    const server = docOf([
      ["1", "one"],
      ["2", "two"],
    ]);
    const { tr, base } = take(sent, sent, server, 10);
    assert.deepEqual(linesOf(tr.doc), [
      ["1", "one"],
      ["2", "two "],
      ["new-2", ""],
    ]);
    assert.equal(tr.selection.head, 10);
    assert.deepEqual(changesBetween(base, tr.doc), []);
  });

  test("also into a conflict, which stays one block with the keys of the server", () => {
    const texts = ["<<<<<<< change request", "ours", "=======", "theirs", ">>>>>>> primary content"];
    const conflict = (keys: string) =>
      conflictNode(texts.map((text, i) => toBlock(docOf([[`${keys}${i}`, text]]).child(0))));
    const around = (text: string, inner: Node) =>
      schema.node("doc", null, [...docOf([["1", text]]).children, inner]);
    const sent = around("one, changed", conflict("a"));
    const { tr, base } = take(sent, sent, around("one, changed", conflict("b")));
    assert.deepEqual(
      splitConflicts(tr.doc.children).map(({ attrs }) => attrs.key),
      ["1", "b0", "b1", "b2", "b3", "b4"],
    );
    assert.deepEqual([tr.doc.childCount, changesBetween(base, tr.doc)], [2, []]);
  });

  test("around what was typed since", () => {
    const sent = docOf([
      ["1", "one"],
      ["new-1", "tw"],
    ]);
    const current = docOf([
      ["1", "one"],
      ["new-1", "two"],
      ["new-2", "three"],
    ]);
    const server = docOf([
      ["1", "one!"],
      ["0", "zero"],
      ["2", "tw"],
    ]);
    const { tr, base } = take(current, sent, server, 9);
    assert.deepEqual(linesOf(tr.doc), [
      ["1", "one!"],
      ["0", "zero"],
      ["2", "two"],
      ["new-2", "three"],
    ]);
    assert.equal(tr.selection.$head.parent.textContent, "two");
    assert.deepEqual(
      changesBetween(base, tr.doc).map(({ operation }) => operation),
      ["replace_block", "insert_blocks"],
    );
  });

  test("in the block that is being written, at other places", () => {
    const sent = docOf([["1", "The quick fox jumps"]]);
    const current = docOf([["1", "The quick fox jumps over"]]);
    const server = docOf([["2", "The slow fox jumps"]]);
    const { tr } = take(current, sent, server, 20);
    assert.deepEqual(linesOf(tr.doc), [["2", "The slow fox jumps over"]]);
  });

  test("beside what was typed, if both have changed the same words", () => {
    const sent = docOf([["1", "red"]]);
    const { tr } = take(docOf([["1", "green"]]), sent, docOf([["2", "blue"]]));
    assert.deepEqual(
      linesOf(tr.doc).map(([, text]) => text),
      ["green", "blue"],
    );
  });

  test("with deletions and moves of others, except of what was changed since", () => {
    const sent = docOf([
      ["1", "one"],
      ["2", "two"],
      ["3", "three"],
      ["4", "four"],
    ]);
    const current = docOf([
      ["1", "one"],
      ["2", "two"],
      ["3", "three, still here"],
      ["4", "four"],
    ]);
    const { tr } = take(
      current,
      sent,
      docOf([
        ["4", "four"],
        ["1", "one"],
      ]),
    );
    assert.deepEqual(linesOf(tr.doc), [
      ["4", "four"],
      ["1", "one"],
      ["3", "three, still here"],
    ]);
  });

  test("without losing a word, whatever others and the writer have done", () => {
    const edits = fc.array(fc.tuple(fc.nat(9), fc.constantFrom("edit", "delete", "insert", "up")), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), edits, edits, (length, others, own) => {
        const sent = docOf(Array.from({ length }, (_, i) => [`k${i}`, `text${i}`]));
        const server = docOf(edited(linesOf(sent), others, "their"));
        const current = docOf(edited(linesOf(sent), own, "new-our"));
        const { tr, base } = take(current, sent, server);
        tr.doc.check();
        const text = linesOf(tr.doc)
          .map(([, line]) => line)
          .join("\n");
        const typed = (lines: Lines, name: string) =>
          lines.flatMap(([, line]) => line.match(new RegExp(`${name}\\d+`, "g")) ?? []);
        for (const word of [...typed(linesOf(server), "their"), ...typed(linesOf(current), "new-our")])
          assert.ok(text.includes(word), `${word} is lost in ${text}`);
        changesBetween(base, tr.doc);
      }),
      { numRuns: 500 },
    );
  });
});

/** Lines after some edits, in which each edit leaves a word of its own. */
function edited(lines: Lines, edits: readonly (readonly [number, string])[], name: string): Lines {
  const result = lines.map((line) => [...line] as [string, string]);
  for (const [i, [at, kind]] of edits.entries()) {
    const index = result.length === 0 ? 0 : at % result.length;
    const line = result[index];
    if (kind === "insert" || line === undefined) result.splice(index, 0, [`${name}${i}`, `${name}${i}`]);
    else if (kind === "edit") line[1] += ` ${name}${i}`;
    else if (kind === "delete" && result.length > 1) result.splice(index, 1);
    else if (kind === "up" && index > 0) result.splice(index - 1, 0, ...result.splice(index, 1));
  }
  return result;
}
