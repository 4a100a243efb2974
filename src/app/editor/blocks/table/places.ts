import type { Node, ResolvedPos } from "prosemirror-model";
import type { EditorState, Selection } from "prosemirror-state";
import { schema } from "../../model/schema.ts";
import type { ColumnAttributes } from "../../model/table.ts";
import { CellSelection } from "./cell-selection.ts";

/** A table and where it begins. */
export interface TablePlace {
  readonly table: Node;
  readonly pos: number;
}

/** A cell or a title. Row 0 is the head. */
export interface CellPlace extends TablePlace {
  readonly row: number;
  readonly column: number;
}

/** The cell around a position, or directly after it. */
export function cellAround($pos: ResolvedPos): CellPlace | undefined {
  for (let depth = $pos.depth; depth > 0; depth--) {
    const table = $pos.node(depth);
    if (table.type !== schema.nodes.table) continue;
    if ($pos.depth === depth) return undefined;
    return { table, pos: $pos.before(depth), row: $pos.index(depth), column: $pos.index(depth + 1) };
  }
  return undefined;
}

export function currentCell({ selection }: EditorState): CellPlace | undefined {
  return cellAround(selection instanceof CellSelection ? selection.$headCell : selection.$head);
}

/** The selected cells as a rectangle: the one with the caret, or those of a selection of cells. */
export interface CellRange extends TablePlace {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

export function selectedCells(selection: Selection): CellRange | undefined {
  const isCells = selection instanceof CellSelection;
  const anchor = cellAround(isCells ? selection.$anchorCell : selection.$anchor);
  const head = cellAround(isCells ? selection.$headCell : selection.$head);
  if (anchor === undefined || head === undefined || anchor.pos !== head.pos) return undefined;
  return {
    table: head.table,
    pos: head.pos,
    top: Math.min(anchor.row, head.row),
    bottom: Math.max(anchor.row, head.row),
    left: Math.min(anchor.column, head.column),
    right: Math.max(anchor.column, head.column),
  };
}

/** The position before a cell. */
export function positionOf({ table, pos }: TablePlace, row: number, column: number): number {
  let position = pos + 1;
  for (let i = 0; i < row; i++) position += table.child(i).nodeSize;
  position++;
  for (let i = 0; i < column; i++) position += table.child(row).child(i).nodeSize;
  return position;
}

/** The columns of a table by its titles. */
export function columnsIn(table: Node): readonly ColumnAttributes[] {
  return (table.firstChild?.children ?? []).map(({ attrs }) => attrs as ColumnAttributes);
}

export function isTextColumn(column: Pick<ColumnAttributes, "data"> | undefined): boolean {
  return column?.data.type === "text";
}

/** Whether a cell is written in, as opposed to one with a value. */
export function isWritten(table: Node, row: number, column: number): boolean {
  return row === 0 || isTextColumn(columnsIn(table)[column]);
}
