import type { EditorView } from "prosemirror-view";
import { showFailure } from "../../../data/toasts.ts";
import { type CellPlace, positionOf, type TablePlace } from "./places.ts";

/** The menus and editors of tables are loaded when the first of them is opened. */
function load(open: (module: typeof import("./overlays.tsx")) => void): void {
  import("../../on-demand.ts").then(({ tableOverlays }) => open(tableOverlays)).catch(showFailure);
}

/** Opens the editor of the value of a cell. */
export function openValueEditor(view: EditorView, cellPos: number): void {
  load(({ editValue }) => editValue(view, cellPos));
}

/** Opens the menu of the row and the column of a cell, at the cell. */
export function openMenuOfCell(view: EditorView, place: CellPlace): void {
  const dom = view.nodeDOM(positionOf(place, place.row, place.column));
  if (dom instanceof HTMLElement) load(({ openCellMenu }) => openCellMenu(view, place, dom));
}

export function openRowMenu(view: EditorView, place: TablePlace, row: number, anchor: HTMLElement): void {
  load((module) => module.openRowMenu(view, place, row, anchor));
}

export function openColumnMenu(
  view: EditorView,
  place: TablePlace,
  column: number,
  anchor: HTMLElement,
): void {
  load((module) => module.openColumnMenu(view, place, column, anchor));
}

export function openTableMenu(view: EditorView, place: TablePlace, anchor: HTMLElement): void {
  load((module) => module.openTableMenu(view, place, anchor));
}
