import type { Node } from "prosemirror-model";
import { type Command, type EditorState, TextSelection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { schema } from "../../model/schema.ts";
import { CellSelection, selectionBetween } from "./cell-selection.ts";
import { insertRows, newRow, selectCell } from "./edit-table.ts";
import { type CellPlace, columnsIn, currentCell, positionOf } from "./places.ts";

const { paragraph } = schema.nodes;

/** Moving between the cells of a table. */

function isHeadShown(table: Node): boolean {
  const { view } = table.attrs.data;
  return view.type === "grid" && view.hideHeader !== true;
}

function shownColumns(table: Node): number[] {
  const isCards = table.attrs.data.view.type === "cards";
  return columnsIn(table).flatMap(({ isHidden, roles }, i) =>
    isHidden && !(isCards && roles.length > 0) ? [] : [i],
  );
}

/** Selects the next or previous cell. After the last one, Tab adds a row. */
function step(by: 1 | -1): Command {
  return (state, dispatch) => {
    const place = currentCell(state);
    if (place === undefined) return false;
    const { table, pos } = place;
    const columns = shownColumns(table);
    const first = isHeadShown(table) ? 0 : 1;
    const index = columns.indexOf(place.column) + by;
    const row = index < 0 ? place.row - 1 : index >= columns.length ? place.row + 1 : place.row;
    const column = columns[(index + columns.length) % columns.length];
    if (column === undefined) return false;
    if (row < first) return leave(state, place, -1, dispatch);
    const { tr } = state;
    if (row >= table.childCount) insertRows(tr, pos, table.childCount, [newRow(table)]);
    dispatch?.(selectCell(tr, pos, row, column).scrollIntoView());
    return true;
  };
}

/** Puts the caret before or after the table. */
function leave(
  state: EditorState,
  { pos, table }: CellPlace,
  side: 1 | -1,
  dispatch?: (tr: EditorState["tr"]) => void,
): boolean {
  const { tr } = state;
  const at = side < 0 ? pos : pos + table.nodeSize;
  const $at = tr.doc.resolve(at);
  const neighbour = side < 0 ? $at.nodeBefore : $at.nodeAfter;
  if (!neighbour?.isTextblock) tr.insert(at, paragraph.create());
  const inside = neighbour?.isTextblock ? at + side : at + 1;
  dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(inside), side)).scrollIntoView());
  return true;
}

/** Continues in the row below, in the same column, and below the table after the last row. */
const goDown: Command = (state, dispatch) => {
  const place = currentCell(state);
  if (place === undefined || (!isInPlainText(state) && !(state.selection instanceof CellSelection)))
    return false;
  if (place.row + 1 >= place.table.childCount) return leave(state, place, 1, dispatch);
  dispatch?.(selectCell(state.tr, place.pos, place.row + 1, place.column).scrollIntoView());
  return true;
};

/** Whether the caret is in a paragraph or heading of a cell itself, or in a title; not in a list or code. */
function isInPlainText({ selection }: EditorState): boolean {
  const { $from, $to } = selection;
  if (!$from.sameParent($to)) return false;
  const { parent } = $from;
  if (parent.type.name === "table_title") return true;
  return parent.inlineContent && $from.depth > 0 && $from.node(-1).type.name === "table_cell";
}

const leaveBelow: Command = (state, dispatch) => {
  const place = currentCell(state);
  return place !== undefined && leave(state, place, 1, dispatch);
};

/** A new paragraph in the cell. */
const splitInCell: Command = (state, dispatch) => {
  if (currentCell(state)?.row === 0 || !isInPlainText(state)) return false;
  dispatch?.(state.tr.deleteSelection().split(state.tr.selection.from).scrollIntoView());
  return true;
};

type Direction = "up" | "down" | "left" | "right";
const deltas: Readonly<Record<Direction, readonly [number, number]>> = {
  up: [-1, 0],
  down: [1, 0],
  left: [0, -1],
  right: [0, 1],
};

/** The cell beside one; undefined at the edge. Hidden columns and a hidden head are skipped. */
function beside({ table, row, column }: CellPlace, direction: Direction, isRtl: boolean) {
  const [down, along] = deltas[direction];
  const columns = shownColumns(table);
  const nextColumn = columns[columns.indexOf(column) + (isRtl ? -along : along)];
  const nextRow = row + down;
  const first = isHeadShown(table) ? 0 : 1;
  if (nextColumn === undefined || nextRow < first || nextRow >= table.childCount) return undefined;
  return { row: nextRow, column: nextColumn };
}

function isRightToLeft(view: EditorView | undefined): boolean {
  return view !== undefined && getComputedStyle(view.dom).direction === "rtl";
}

/** An arrow key at the edge of the text of a cell goes to the next cell, and from a value always. */
function arrow(direction: Direction): Command {
  return (state, dispatch, view) => {
    const place = currentCell(state);
    if (place === undefined || !view) return false;
    const { selection } = state;
    const isCell = selection instanceof CellSelection;
    if (!isCell && (!selection.empty || !view.endOfTextblock(direction) || !isAtEdge(state, direction)))
      return false;
    const target = beside(place, direction, isRightToLeft(view));
    if (target !== undefined) {
      dispatch?.(selectCell(state.tr, place.pos, target.row, target.column).scrollIntoView());
      return true;
    }
    if (direction === "up" || direction === "down")
      return leave(state, place, direction === "up" ? -1 : 1, dispatch);
    return isCell;
  };
}

/** Whether the caret is in the first or last block of its cell. */
function isAtEdge({ selection }: EditorState, direction: Direction): boolean {
  const { $head } = selection;
  const isForward = direction === "down" || direction === "right";
  for (let depth = $head.depth; depth > 0; depth--) {
    const { name } = $head.node(depth).type;
    if (name === "table_cell" || name === "table_title") return true;
    const index = $head.index(depth - 1);
    if (index !== (isForward ? $head.node(depth - 1).childCount - 1 : 0)) return false;
  }
  return false;
}

/** Shift with an arrow key extends the selection to the next cell. */
function extend(direction: Direction): Command {
  return (state, dispatch, view) => {
    const place = currentCell(state);
    if (place === undefined || !view) return false;
    const { selection } = state;
    const isCell = selection instanceof CellSelection;
    if (!isCell && (!view.endOfTextblock(direction) || !isAtEdge(state, direction))) return false;
    const target = beside(place, direction, isRightToLeft(view));
    if (target === undefined) return isCell;
    const anchor = isCell ? selection.$anchorCell.pos : positionOf(place, place.row, place.column);
    const head = positionOf(place, target.row, target.column);
    const next = selectionBetween(state.doc.resolve(anchor), state.doc.resolve(head));
    if (next) dispatch?.(state.tr.setSelection(next));
    return next !== undefined;
  };
}

/** The first press selects the text of the cell, the second all cells, the third everything. */
const selectAll: Command = (state, dispatch) => {
  const place = currentCell(state);
  if (place === undefined) return false;
  const { table, pos, row, column } = place;
  const { selection, doc } = state;
  const isCells = selection instanceof CellSelection;
  const cellPos = positionOf(place, row, column);
  const cell = table.child(row).child(column);
  const [$start, $end] = [doc.resolve(cellPos + 1), doc.resolve(cellPos + cell.nodeSize - 1)];
  if (!isCells && cell.textContent !== "") {
    const all = TextSelection.between($start, $end);
    if (!all.eq(selection)) {
      dispatch?.(state.tr.setSelection(all));
      return true;
    }
  }
  const first = positionOf({ table, pos }, 0, 0);
  const last = positionOf({ table, pos }, table.childCount - 1, table.child(0).childCount - 1);
  const everything = new CellSelection(doc.resolve(first), doc.resolve(last));
  if (everything.eq(selection)) return false;
  dispatch?.(state.tr.setSelection(everything));
  return true;
};

const clearCells: Command = (state, dispatch) => {
  if (!(state.selection instanceof CellSelection)) return false;
  dispatch?.(state.tr.deleteSelection());
  return true;
};

/** Backspace at the start of a cell stays in it. */
const stayInCell: Command = (state) => {
  const { $from, empty } = state.selection;
  if (!empty || currentCell(state) === undefined || $from.parentOffset > 0) return false;
  return isInPlainText(state) && isAtEdge(state, "left") && $from.parent.type.name !== "table_title"
    ? $from.parent.type === paragraph
    : $from.parent.type.name === "table_title";
};

export const navigationKeys: Readonly<Record<string, Command>> = {
  Tab: step(1),
  "Shift-Tab": step(-1),
  Enter: goDown,
  "Mod-Enter": leaveBelow,
  "Alt-Enter": splitInCell,
  ArrowUp: arrow("up"),
  ArrowDown: arrow("down"),
  ArrowLeft: arrow("left"),
  ArrowRight: arrow("right"),
  "Shift-ArrowUp": extend("up"),
  "Shift-ArrowDown": extend("down"),
  "Shift-ArrowLeft": extend("left"),
  "Shift-ArrowRight": extend("right"),
  "Mod-a": selectAll,
  Backspace: (state, dispatch) => clearCells(state, dispatch) || stayInCell(state),
  Delete: clearCells,
};
