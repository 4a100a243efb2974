import assert from "node:assert/strict";
import { test } from "node:test";
import type { Node } from "prosemirror-model";
import { EditorState, TextSelection } from "prosemirror-state";
import { schema } from "../model/schema.ts";
import { type Destination, placeBlocks } from "./place-blocks.ts";

const block = (type: string, ...content: readonly Node[]) => schema.node(type, null, [...content]);
const p = (text: string) => schema.node("paragraph", null, text === "" ? [] : [schema.text(text)]);
const column = (...content: readonly Node[]) => block("column", ...content);

/** The position of the block of a type that contains exactly these words. */
function find(doc: Node, text: string, type = "paragraph"): number {
  let found = -1;
  doc.descendants((node, pos) => {
    if (node.type.name === type && node.textContent === text) found = pos;
  });
  assert.notEqual(found, -1, `${type} "${text}" is missing`);
  return found;
}

/** Moves the blocks from the one with the first words to the one with the last. */
function place(
  doc: Node,
  [first, last = first]: readonly [string, string?],
  to: (doc: Node) => Destination,
  type = "paragraph",
) {
  const from = find(doc, first, type);
  const end = find(doc, last, type);
  const $from = doc.resolve(from);
  const nodes = $from.parent.children.slice($from.index(), doc.resolve(end).index() + 1);
  const range = { from, to: end + (nodes.at(-1)?.nodeSize ?? 0), nodes };
  const selection = TextSelection.near(doc.resolve(from + 1));
  const tr = placeBlocks(EditorState.create({ doc, selection }), range, to(doc));
  if (tr === undefined) return undefined;
  tr.doc.check();
  assert.equal(tr.selection.$from.parent.textContent, $from.nodeAfter?.firstChild?.textContent ?? first);
  const back = tr.steps.toReversed().reduce((now, step, i) => {
    const before = tr.docs[tr.steps.length - 1 - i];
    assert.ok(before);
    const { doc: undone } = step.invert(before).apply(now);
    assert.ok(undone);
    return undone;
  }, tr.doc);
  assert.ok(back.eq(doc), "undo does not restore the document");
  return tr.doc.toString().replace(/paragraph/g, "p");
}
const beside = (text: string, side: "before" | "after", type?: string) => (doc: Node) =>
  ({ kind: "beside", pos: find(doc, text, type), side }) as const;
const before = (text: string, type?: string) => (doc: Node) =>
  ({ kind: "between", pos: find(doc, text, type) }) as const;

test("blocks beside another one become columns, and a further column in columns", () => {
  const doc = block("doc", p("a"), p("b"), p("c"), p("d"));
  assert.equal(
    place(doc, ["a"], beside("c", "after")),
    'doc(p("b"), columns(column(p("c")), column(p("a"))), p("d"))',
  );
  assert.equal(
    place(doc, ["c", "d"], beside("a", "before")),
    'doc(columns(column(p("c"), p("d")), column(p("a"))), p("b"))',
  );
  const data = { width: { unit: "%", value: 60 } };
  const wide = schema.node("column", { data }, [p("x"), p("y")]);
  const inColumns = block("doc", block("columns", wide, column(p("z"))), p("a"));
  assert.equal(
    place(inColumns, ["a"], beside("y", "after")),
    'doc(columns(column(p("x"), p("y")), column(p("a")), column(p("z"))))',
  );
  assert.equal(
    place(inColumns, ["y"], beside("a", "before")),
    'doc(columns(column(p("x")), column(p("z"))), columns(column(p("y")), column(p("a"))))',
  );
  const full = block("doc", block("columns", ...["1", "2", "3", "4"].map((text) => column(p(text)))), p("a"));
  assert.equal(place(full, ["a"], beside("2", "after")), undefined, "a fifth column");
  assert.match(
    place(full, ["1"], beside("2", "after")) ?? "",
    /^doc\(columns\(column\(p\("2"\)\), column\(p\("1"\)\)/,
  );
});

test("what is empty after a move is removed, or gets a paragraph where it stays", () => {
  const doc = block("doc", block("columns", column(p("x")), column(p("z"))), block("hint", p("h")), p("a"));
  assert.equal(place(doc, ["x"], before("a")), 'doc(p("z"), hint(p("h")), p("x"), p("a"))');
  assert.equal(
    place(doc, ["h"], before("z")),
    'doc(columns(column(p("x")), column(p("h"), p("z"))), p("a"))',
  );
  assert.equal(
    place(doc, ["h"], beside("h", "after", "hint")),
    'doc(columns(column(p("x")), column(p("z"))), p("h"), p("a"))',
  );
  const tabs = block("doc", block("tabs", block("tabs_item", p("t")), block("tabs_item", p("u"))), p("a"));
  assert.equal(place(tabs, ["t"], before("a")), 'doc(tabs(tabs_item(p), tabs_item(p("u"))), p("t"), p("a"))');
  assert.equal(place(tabs, ["a"], before("u")), 'doc(tabs(tabs_item(p("t")), tabs_item(p("a"), p("u"))))');
});

test("parts of structures are moved within them, and become structures of their own elsewhere", () => {
  const steps = block("stepper", block("stepper_step", p("1")), block("stepper_step", p("2")));
  const doc = block(
    "doc",
    steps,
    p("a"),
    block("list_unordered", block("list_item", p("i")), block("list_item", p("j"))),
  );
  assert.match(
    place(doc, ["2"], before("1", "stepper_step"), "stepper_step") ?? "",
    /^doc\(stepper\(stepper_step\(p\("2"\)\), stepper_step\(p\("1"\)\)\)/,
  );
  assert.match(
    place(doc, ["j"], before("a"), "list_item") ?? "",
    /list_unordered\(list_item\(p\("j"\)\)\), p\("a"\), list_unordered\(list_item\(p\("i"\)\)\)\)$/,
  );
  assert.equal(place(doc, ["j"], beside("a", "after"), "list_item"), undefined);
  assert.equal(place(doc, ["a"], beside("a", "after")), undefined);
});
