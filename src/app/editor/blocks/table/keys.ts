import type { Command } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { moveColumn, moveRow, selectCell } from "./edit-table.ts";
import { navigationKeys } from "./navigation.ts";
import { openMenuOfCell } from "./open-overlay.ts";
import { currentCell } from "./places.ts";

/** Moves the row of the selection, or its column. */
function moveBy(rows: number, columns: number): Command {
  return (state, dispatch) => {
    const place = currentCell(state);
    if (place === undefined || (rows !== 0 && place.row === 0)) return false;
    const { table, pos } = place;
    const [row, column] = [place.row + rows, place.column + columns];
    if (row < (rows === 0 ? 0 : 1) || row >= table.childCount) return true;
    if (column < 0 || column >= table.child(0).childCount) return true;
    const { tr } = state;
    if (rows !== 0) moveRow(tr, pos, place.row, row);
    else moveColumn(tr, pos, place.column, column);
    dispatch?.(selectCell(tr, pos, row, column).scrollIntoView());
    return true;
  };
}

const openMenu: Command = (state, dispatch, view) => {
  const place = currentCell(state);
  if (place === undefined || !view) return false;
  if (dispatch) openMenuOfCell(view, place);
  return true;
};

export const tableKeys: Readonly<Record<string, Command>> = {
  ...navigationKeys,
  "Alt-ArrowUp": moveBy(-1, 0),
  "Alt-ArrowDown": moveBy(1, 0),
  "Alt-Shift-ArrowLeft": moveBy(0, -1),
  "Alt-Shift-ArrowRight": moveBy(0, 1),
  "Shift-F10": openMenu,
  ContextMenu: openMenu,
};

/** The keys in a control of a cell that are those of the table. */
export function moveFromControl(view: EditorView, event: KeyboardEvent): void {
  const { target, key, shiftKey, altKey, ctrlKey, metaKey } = event;
  if (event.defaultPrevented || ctrlKey || metaKey || event.isComposing) return;
  const field = target instanceof HTMLInputElement && target.type === "text" ? target : undefined;
  const isAtEnd =
    field === undefined ||
    (field.selectionStart === field.selectionEnd &&
      (key === "ArrowLeft" ? field.selectionStart === 0 : field.selectionEnd === field.value.length));
  if (key.startsWith("Arrow") && (key === "ArrowLeft" || key === "ArrowRight") && !isAtEnd) return;
  if ((key === "Backspace" || key === "Delete") && field !== undefined) return;
  // Enter opens the editor of a value.
  if (key === "Enter" && target instanceof HTMLButtonElement) return;
  const command = tableKeys[`${altKey ? "Alt-" : ""}${shiftKey ? "Shift-" : ""}${key}`];
  if (command === undefined) return;
  event.preventDefault();
  command(view.state, view.dispatch, view);
}
