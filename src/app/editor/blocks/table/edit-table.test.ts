import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { closeHistory, history, undo } from "prosemirror-history";
import { EditorState, type Transaction } from "prosemirror-state";
import { checkDocument } from "../../../../content/document/check-document.ts";
import { documentFromMarkdown, documentToMarkdown } from "../../../../content/document/markdown.ts";
import { finish } from "../../../../platform/index.ts";
import type { Document } from "../../model/document.ts";
import { fromDocument } from "../../model/from-document.ts";
import { orderKeys, uniqueIds } from "../../model/table.ts";
import { takeOver } from "../../model/take-over.ts";
import { toDocument } from "../../model/to-document.ts";
import { formatTsv, parseTsv } from "./clipboard-cells.ts";
import {
  type ColumnTypeName,
  cellText,
  columnTypeFor,
  columnTypes,
  numberOf,
  valueOfText,
} from "./convert.ts";
import {
  deleteColumns,
  deleteRows,
  duplicateRow,
  insertColumn,
  insertRows,
  moveColumn,
  moveRow,
  newRow,
  setColumn,
  setColumnType,
  setOptions,
  setRole,
  setViewOptions,
  setViewType,
} from "./edit-table.ts";
import { fillCells } from "./fill-cells.ts";
import { columnsIn } from "./places.ts";

const markdown = `| Name | Price | **Done** |
| --- | ---: | :-: |
| Apples | 1,200 | yes |
| Pears |  | no |
| [Plums](https://example.com) | 3.5 | x |

<table data-view="cards"><thead><tr><th>Title</th><th data-hidden>Note</th><th data-hidden data-card-target data-type="content-ref">Target</th><th data-type="rating" data-max="5">Stars</th><th data-type="checkbox">Ready</th></tr></thead><tbody><tr><td>One</td><td>first</td><td><a href="https://example.com">x</a></td><td>3</td><td>true</td></tr><tr><td>Two</td><td></td><td></td><td></td><td>false</td></tr></tbody></table>
`;

function stateOf(text: string): EditorState {
  const document = documentFromMarkdown(text) as Document;
  return EditorState.create({ doc: fromDocument(document), plugins: [history()] });
}

function tablesIn(state: EditorState): number[] {
  const positions: number[] = [];
  state.doc.descendants((node, pos) => {
    if (node.type.name === "table") positions.push(pos);
    return node.type.name !== "table";
  });
  return positions;
}

function caretIn(state: EditorState, text: string): number {
  let position = 0;
  state.doc.descendants((node, pos) => {
    if (node.isText && node.text?.includes(text)) position = pos;
  });
  return position;
}

const numbers = fc.nat(5);
type Operation = readonly [string, number, number, number];
const operations: fc.Arbitrary<Operation[]> = fc.array(
  fc.tuple(
    fc.constantFrom(
      ..."insertRow deleteRow moveRow duplicateRow insertColumn deleteColumn moveColumn type hide width role".split(
        " ",
      ),
      ..."options view viewOptions fill".split(" "),
    ),
    numbers,
    numbers,
    numbers,
  ),
  { maxLength: 12 },
);

function apply(state: EditorState, [name, which, a, b]: Operation): Transaction | undefined {
  const positions = tablesIn(state);
  const pos = positions[which % Math.max(1, positions.length)];
  const table = pos === undefined ? undefined : state.doc.nodeAt(pos);
  if (pos === undefined || !table) return undefined;
  const { tr } = state;
  const columns = table.child(0).childCount;
  const rows = table.childCount - 1;
  const [row, otherRow] = rows === 0 ? [0, 0] : [1 + (a % rows), 1 + (b % rows)];
  const [column, otherColumn] = [a % columns, b % columns];
  if (name === "insertRow") return insertRows(tr, pos, 1 + (a % (rows + 1)), [newRow(table)]);
  if (name === "insertColumn") return insertColumn(tr, pos, a % (columns + 1));
  if (name === "deleteColumn") return columns > 1 ? deleteColumns(tr, pos, column, column) : undefined;
  if (name === "moveColumn") return moveColumn(tr, pos, column, otherColumn);
  if (name === "hide") return setColumn(tr, pos, column, { isHidden: b % 2 === 0 });
  if (name === "width") return setColumn(tr, pos, column, { width: b === 0 ? null : 100 * b });
  if (name === "role") return setRole(tr, pos, "coverDefinition", column);
  if (name === "options")
    return setOptions(tr, pos, { search: b % 2 === 0, fullWidth: a % 2 === 0 ? true : undefined });
  if (name === "view") return setViewType(tr, pos, b % 2 === 0 ? "cards" : "grid");
  if (name === "viewOptions")
    return table.attrs.data.view.type === "grid"
      ? setViewOptions(tr, pos, { hideHeader: b % 2 === 0 })
      : setViewOptions(tr, pos, { hideColumnTitle: b % 2 === 0 ? true : undefined });
  if (name === "type") {
    const before = columnsIn(table)[column]?.data;
    const cells = table.children.slice(1).map((one) => one.child(column));
    if (before === undefined) return undefined;
    const type = columnTypes[(a + b * 2) % columnTypes.length] as ColumnTypeName;
    return setColumnType(tr, pos, column, columnTypeFor(type, before, cells));
  }
  if (name === "fill") {
    const texts = [
      ["a", "2", "yes"],
      ["", "b\nc", "no"],
    ];
    return fillCells(
      tr,
      pos,
      a % (rows + 1),
      otherColumn,
      texts.map((cells) => cells.map((text) => ({ text }))),
    );
  }
  if (rows === 0) return undefined;
  if (name === "deleteRow") return deleteRows(tr, pos, row, row);
  if (name === "moveRow") return moveRow(tr, pos, row, otherRow);
  return duplicateRow(tr, pos, row);
}

describe("a table", () => {
  test("is valid for the server after any changes, and undoing all of them gives the first document", () => {
    fc.assert(
      fc.property(operations, (list) => {
        let state = stateOf(markdown);
        const first = toDocument(state.doc);
        const steps = [state.doc];
        for (const operation of list) {
          const tr = apply(state, operation);
          if (tr === undefined) continue;
          state = state.apply(closeHistory(tr));
          state.doc.check();
          const document = toDocument(state.doc);
          const checked = finish(checkDocument(document, "document")) as unknown as Document;
          assert.deepEqual(toDocument(fromDocument(checked)), JSON.parse(JSON.stringify(checked)));
          if (tr.docChanged) steps.push(state.doc);
        }
        while (undo(state, (tr) => (state = state.apply(tr)))) {}
        assert.deepEqual(toDocument(state.doc), first);
      }),
      { numRuns: 100 },
    );
  });

  test("keeps its values when a column gets another type", () => {
    let state = stateOf(markdown);
    const cells = (column: number) =>
      state.doc
        .child(0)
        .children.slice(1)
        .map((row) => row.child(column));
    const change = (column: number, type: ColumnTypeName) => {
      const before = columnsIn(state.doc.child(0))[column]?.data ?? { type: "text" };
      state = state.apply(setColumnType(state.tr, 0, column, columnTypeFor(type, before, cells(column))));
      return cells(column).map((cell) => cell.attrs.value ?? cell.textContent);
    };
    assert.deepEqual(change(1, "number"), [1200, "", 3.5]);
    assert.deepEqual(change(1, "text"), ["1200", "", "3.5"]);
    assert.deepEqual(change(1, "rating"), [5, "", 4]);
    assert.deepEqual(change(2, "checkbox"), [true, false, true]);
    assert.deepEqual(change(2, "select"), [["Yes"], ["No"], ["Yes"]]);
    const options = columnsIn(state.doc.child(0))[2]?.data.options as { label: string }[];
    assert.deepEqual(
      options.map(({ label }) => label),
      ["Yes", "No"],
    );
    assert.deepEqual(change(2, "text"), ["Yes", "No", "Yes"]);
    assert.deepEqual(change(0, "content-ref"), ["", "", { kind: "url", url: "https://example.com" }]);
    const url = { type: "content-ref" };
    assert.deepEqual(
      cells(0).map((cell) => cellText(cell, url)),
      ["", "", "https://example.com"],
    );
    assert.deepEqual(change(0, "text"), ["", "", "https://example.com"]);
  });

  test("is one table after it was saved while somebody went on writing in it", () => {
    const sent = stateOf(markdown);
    const changed = sent.apply(insertRows(sent.tr, 0, 2, [newRow(sent.doc.child(0))]));
    const server = fromDocument(
      documentFromMarkdown(documentToMarkdown(toDocument(changed.doc) as never)) as Document,
    );
    const typed = changed.apply(changed.tr.insertText("Figs", caretIn(changed, "Apples") + 1));
    const { tr } = typed;
    takeOver(tr, changed.doc, server);
    assert.equal(tr.doc.childCount, typed.doc.childCount);
    assert.match(tr.doc.child(0).textContent, /AFigspples/);
  });

  test("reads numbers as people write them", () => {
    for (const [text, number] of [
      ["1,234.5", 1234.5],
      ["1.234,5", 1234.5],
      ["1 234", 1234],
      ["0,5", 0.5],
      ["-3", -3],
      ["1e3", 1000],
      ["3 apples", undefined],
      ["0x10", undefined],
    ] as const)
      assert.equal(numberOf(text), number, text);
    assert.equal(valueOfText("★★☆", { type: "rating", max: 5 }), 2);
  });

  test("keeps the order keys and ids that it can", () => {
    assert.deepEqual(orderKeys(["a0", "a1", "a2"]), ["a0", "a1", "a2"]);
    const keys = orderKeys([null, "a0", null, null, "a1", null]);
    assert.deepEqual([keys[1], keys[4]], ["a0", "a1"]);
    assert.deepEqual(keys.toSorted(), keys);
    assert.equal(new Set(keys).size, 6);
    const moved = orderKeys(["a2", "a0", "a1"]);
    assert.deepEqual([moved.slice(1), moved.toSorted()], [["a0", "a1"], moved]);
    assert.equal(orderKeys(["a", null, "b"]).length, 3);
    assert.deepEqual(uniqueIds(["a", null, "a", "row-1"], "row"), ["a", "row-2", "row-3", "row-1"]);
  });

  test("copies its cells as text that a spreadsheet reads, and reads it back", () => {
    assert.equal(
      formatTsv([
        ["a", "b\tc"],
        ["", 'say "x"'],
      ]),
      'a\t"b\tc"\n\tsay "x"',
    );
    const cells = fc.array(
      fc.array(fc.string({ unit: fc.constantFrom("a", '"', "\t", "\n", " ") }), {
        minLength: 2,
        maxLength: 2,
      }),
      { minLength: 1 },
    );
    fc.assert(fc.property(cells, (rows) => assert.deepEqual(parseTsv(formatTsv(rows)), rows)));
    assert.deepEqual(parseTsv("a\tb\r\nc\td\r\n"), [
      ["a", "b"],
      ["c", "d"],
    ]);
    assert.deepEqual(parseTsv('"open\tb'), [['"open', "b"]]);
  });
});
