import type { Node } from "prosemirror-model";
import type { Transaction } from "prosemirror-state";
import { schema } from "../../model/schema.ts";
import type { ColumnAttributes, ColumnType } from "../../model/table.ts";
import { convertCell, newOption, type SelectOption, valueOfText } from "./convert.ts";
import { emptyCell, textCell, textColumn } from "./edit-table.ts";
import { columnsIn, isTextColumn } from "./places.ts";

const { table_cell, table_head, table_row, table_title } = schema.nodes;

/** A cell that is pasted: its text, and the cell itself if it was copied in the editor. */
export interface PastedCell {
  readonly text: string;
  readonly cell?: Node;
  readonly column?: ColumnType;
}

/** Writes cells into a table from a place on. Rows and columns that are missing are added, choices that are missing too. */
export function fillCells(
  tr: Transaction,
  pos: number,
  top: number,
  left: number,
  cells: readonly (readonly PastedCell[])[],
): Transaction {
  const table = tr.doc.nodeAt(pos);
  if (!table) return tr;
  const width = Math.max(0, ...cells.map(({ length }) => length));
  const columns = widened(columnsIn(table), left, width, cells.slice(top === 0 ? 1 : 0));
  const known = table.child(0).children;
  const titles = columns.map((attributes, j) => {
    const pasted = top === 0 ? cells[0]?.[j - left]?.text.replaceAll("\n", " ") : undefined;
    const text = pasted === undefined || pasted === "" ? [] : [schema.text(pasted)];
    if (pasted !== undefined) return table_title.create({ ...attributes, fragment: null }, text);
    return table_title.create({ ...attributes }, known[j]?.content);
  });
  const count = Math.max(table.childCount, top + cells.length);
  const rows = Array.from({ length: count - 1 }, (_, i) => {
    const row = table.maybeChild(i + 1);
    const pasted = cells[i + 1 - top];
    const filled = columns.map((column, j) => {
      const cell = pasted?.[j - left];
      return cell === undefined ? (row?.maybeChild(j) ?? emptyCell(column)) : pastedCell(cell, column.data);
    });
    return table_row.create(row?.attrs, filled);
  });
  const head = table_head.create(table.child(0).attrs, titles);
  return tr.replaceWith(pos + 1, pos + 1 + table.content.size, [head, ...rows]);
}

/** The columns with those that are missing on the right, and with the choices of pasted texts. */
function widened(
  columns: readonly ColumnAttributes[],
  left: number,
  width: number,
  cells: readonly (readonly PastedCell[])[],
): ColumnAttributes[] {
  const added = Math.max(0, left + width - columns.length);
  const blank = { ...table_title.create().attrs, data: textColumn } as ColumnAttributes;
  return [...columns, ...Array.from({ length: added }, () => blank)].map((column, j) => {
    if (column.data.type !== "select") return column;
    const options = [...(column.data.options as SelectOption[])];
    for (const row of cells) {
      const text = row[j - left]?.text.trim() ?? "";
      const labels = column.data.multiple === true ? text.split(",").map((label) => label.trim()) : [text];
      for (const label of labels)
        if (label !== "" && !options.some((option) => option.label.toLowerCase() === label.toLowerCase()))
          options.push(newOption(label, options.length));
    }
    return { ...column, data: { ...column.data, options } };
  });
}

function pastedCell({ text, cell, column }: PastedCell, target: ColumnType): Node {
  if (cell !== undefined && column !== undefined && target.type !== "select")
    return convertCell(cell, column, target);
  if (isTextColumn({ data: target })) return textCell(text);
  return table_cell.create({ value: valueOfText(text.trim(), target) });
}
