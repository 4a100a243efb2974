import { Fragment, type Node } from "prosemirror-model";
import { TextSelection, type Transaction } from "prosemirror-state";
import type { Data } from "../../model/document.ts";
import { schema } from "../../model/schema.ts";
import type { ColumnAttributes, ColumnRole, ColumnType } from "../../model/table.ts";
import { CellSelection } from "./cell-selection.ts";
import { convertCell } from "./convert.ts";
import { columnsIn, isTextColumn, isWritten, positionOf, type TablePlace } from "./places.ts";

const { table_row, table_head, table_title, table_cell, paragraph } = schema.nodes;

/** Changes of tables. Rows are counted with the head, which is row 0. */

/** An empty cell of a column. One of text has a paragraph to write in. */
export function emptyCell(column: Pick<ColumnAttributes, "data">): Node {
  return isTextColumn(column)
    ? table_cell.create({ isBlank: true }, paragraph.create())
    : table_cell.create();
}

/** The table as it is after the changes that were made. */
function tableAt(tr: Transaction, pos: number): Node {
  const table = tr.doc.nodeAt(pos);
  if (table?.type !== schema.nodes.table) throw new Error("not a table");
  return table;
}

/** Selects a cell: the end of its text, or the cell itself. */
export function selectCell(tr: Transaction, pos: number, row: number, column: number): Transaction {
  const table = tableAt(tr, pos);
  const lastRow = table.childCount - 1;
  const [i, j] = [Math.min(row, lastRow), Math.max(0, Math.min(column, table.child(0).childCount - 1))];
  const cellPos = positionOf({ table, pos }, i, j);
  if (!isWritten(table, i, j)) return tr.setSelection(new CellSelection(tr.doc.resolve(cellPos)));
  const end = cellPos + table.child(i).child(j).nodeSize - 1;
  return tr.setSelection(TextSelection.near(tr.doc.resolve(end), -1));
}

function rowPosition({ table, pos }: TablePlace, row: number): number {
  let position = pos + 1;
  for (let i = 0; i < row; i++) position += table.child(i).nodeSize;
  return position;
}

/** Inserts rows before the one at an index. */
export function insertRows(tr: Transaction, pos: number, index: number, rows: readonly Node[]): Transaction {
  return tr.insert(rowPosition({ table: tableAt(tr, pos), pos }, index), rows);
}

export function newRow(table: Node): Node {
  return table_row.create(null, columnsIn(table).map(emptyCell));
}

export function deleteRows(tr: Transaction, pos: number, first: number, last: number): Transaction {
  const place = { table: tableAt(tr, pos), pos };
  return tr.delete(rowPosition(place, first), rowPosition(place, last + 1));
}

/** Moves a row to where another one is. */
export function moveRow(tr: Transaction, pos: number, from: number, to: number): Transaction {
  const row = tableAt(tr, pos).child(from);
  deleteRows(tr, pos, from, from);
  return insertRows(tr, pos, to, [row]);
}

export function duplicateRow(tr: Transaction, pos: number, index: number): Transaction {
  const row = tableAt(tr, pos).child(index);
  const cells = row.children.map((cell) =>
    table_cell.create({ ...cell.attrs, fragment: null, key: null }, withoutKeys(cell.content)),
  );
  return insertRows(tr, pos, index + 1, [table_row.create(null, cells)]);
}

/** A copy of blocks. Keys belong to the originals. */
export function withoutKeys(content: Fragment): Fragment {
  return Fragment.from(
    content.content.map((node) =>
      node.isText || node.type.isInline
        ? node
        : node.type.create(
            { ...node.attrs, ...("key" in node.attrs && { key: null }) },
            withoutKeys(node.content),
            node.marks,
          ),
    ),
  );
}

/** Changes the cells of all rows in one step. */
function changeRows(
  tr: Transaction,
  pos: number,
  changeTitles: (titles: readonly Node[]) => readonly Node[],
  changeCells: (cells: readonly Node[]) => readonly Node[],
): Transaction {
  const table = tableAt(tr, pos);
  const [head, ...rows] = table.children as [Node, ...Node[]];
  const changed = [
    table_head.create(head.attrs, [...changeTitles(head.children)]),
    ...rows.map((row) => table_row.create(row.attrs, [...changeCells(row.children)])),
  ];
  return tr.replaceWith(pos + 1, pos + 1 + table.content.size, changed);
}

export function insertColumn(
  tr: Transaction,
  pos: number,
  index: number,
  data: ColumnType = textColumn,
  title = "",
): Transaction {
  return changeRows(
    tr,
    pos,
    (titles) =>
      titles.toSpliced(index, 0, table_title.create({ data }, title === "" ? [] : schema.text(title))),
    (cells) => cells.toSpliced(index, 0, emptyCell({ data })),
  );
}

export const textColumn: ColumnType = { type: "text", textAlignment: "left" };

/** Deletes columns; the table, if it has no other. */
export function deleteColumns(tr: Transaction, pos: number, first: number, last: number): Transaction {
  const table = tableAt(tr, pos);
  const count = last - first + 1;
  if (count >= table.child(0).childCount) return tr.delete(pos, pos + table.nodeSize);
  return changeRows(
    tr,
    pos,
    (titles) => titles.toSpliced(first, count),
    (cells) => cells.toSpliced(first, count),
  );
}

export function moveColumn(tr: Transaction, pos: number, from: number, to: number): Transaction {
  const move = (nodes: readonly Node[]) => {
    const moved = nodes[from];
    return moved === undefined ? nodes : nodes.toSpliced(from, 1).toSpliced(to, 0, moved);
  };
  return changeRows(tr, pos, move, move);
}

/** Changes what is known of a column, except its type. */
export function setColumn(
  tr: Transaction,
  pos: number,
  index: number,
  change: Partial<ColumnAttributes>,
): Transaction {
  const table = tableAt(tr, pos);
  const titlePos = positionOf({ table, pos }, 0, index);
  const title = table.child(0).child(index);
  return tr.setNodeMarkup(titlePos, undefined, { ...title.attrs, ...change });
}

/** Gives a column another type, with all of its values. */
export function setColumnType(tr: Transaction, pos: number, index: number, data: ColumnType): Transaction {
  const before = columnsIn(tableAt(tr, pos))[index]?.data;
  if (before === undefined) return tr;
  return changeRows(
    tr,
    pos,
    (titles) =>
      titles.map((title, i) =>
        i === index ? title.type.create({ ...title.attrs, data }, title.content) : title,
      ),
    (cells) => cells.map((cell, i) => (i === index ? convertCell(cell, before, data) : cell)),
  );
}

/** Gives a column its part in cards, and takes it from the one that had it. Without an index, no column has it. */
export function setRole(tr: Transaction, pos: number, role: ColumnRole, index?: number): Transaction {
  for (const [i, { roles }] of columnsIn(tableAt(tr, pos)).entries()) {
    const others = roles.filter((other) => other !== role);
    const next = i === index ? [...others, role] : others;
    if (next.length !== roles.length) setColumn(tr, pos, i, { roles: next });
  }
  return tr;
}

export function setValue(tr: Transaction, cellPos: number, value: unknown): Transaction {
  return tr.setNodeAttribute(cellPos, "value", value);
}

/** Changes the options of a table. Options with the value undefined are removed. */
export function setOptions(tr: Transaction, pos: number, change: Data): Transaction {
  return tr.setNodeAttribute(pos, "data", definedOnly({ ...tableAt(tr, pos).attrs.data, ...change }));
}

export function setViewOptions(tr: Transaction, pos: number, change: Data): Transaction {
  const { view } = tableAt(tr, pos).attrs.data;
  return setOptions(tr, pos, { view: definedOnly({ ...view, ...change }) });
}

/** The data without the fields that are undefined. */
export function definedOnly(data: Data): Data {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));
}

/** Shows the table as cards, with the first columns that can be their covers and targets, or as a grid. */
export function setViewType(tr: Transaction, pos: number, type: "grid" | "cards"): Transaction {
  if (type === "grid") return setOptions(tr, pos, { view: { type, hideHeader: false } });
  const columns = columnsIn(tableAt(tr, pos));
  const choose = (role: ColumnRole, types: readonly string[]) => {
    const index = columns.findIndex(({ data }) => types.includes(data.type));
    if (index >= 0 && !columns.some(({ roles }) => roles.includes(role))) setRole(tr, pos, role, index);
  };
  choose("targetDefinition", ["content-ref"]);
  choose("coverDefinition", ["image", "files"]);
  return setOptions(tr, pos, { view: { type, cardSize: "medium" } });
}

/** A table with texts. The first row has the titles. */
export function tableOf(rows: readonly (readonly string[])[]): Node {
  const [titles = [], ...others] = rows;
  const width = Math.max(1, ...rows.map(({ length }) => length));
  const indexes = Array.from({ length: width }, (_, i) => i);
  const head = table_head.create(
    null,
    indexes.map((i) => table_title.create(null, textOf(titles[i]))),
  );
  const body = others.map((row) =>
    table_row.create(
      null,
      indexes.map((i) => textCell(row[i] ?? "")),
    ),
  );
  const data = { view: { type: "grid", hideHeader: titles.every((title) => title === "") } };
  return schema.nodes.table.create({ data }, [head, ...body]);
}

export function textCell(text: string): Node {
  return text === ""
    ? emptyCell({ data: textColumn })
    : table_cell.create({ isBlank: true }, paragraph.create(null, textOf(text)));
}

function textOf(text = ""): Node[] {
  return text === "" ? [] : [schema.text(text)];
}
