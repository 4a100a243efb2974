import type { Node } from "prosemirror-model";
import { type EditorState, Plugin, type Transaction } from "prosemirror-state";
import { AttrStep } from "prosemirror-transform";
import { Decoration, DecorationSet, type EditorView } from "prosemirror-view";
import { schema } from "../../model/schema.ts";
import { CellSelection, selectionBetween } from "./cell-selection.ts";
import { copyCells, pasteCells } from "./clipboard.ts";
import { hasLostFocus } from "./lost-focus.ts";
import { cellAround, currentCell, isWritten, positionOf } from "./places.ts";
import { showHandles } from "./table-view.ts";

const { paragraph, table } = schema.nodes;

/**
 * A table whose options change is drawn again with all that it contains. The editor would keep the elements of its content, which is
 * the same; a decoration on the head, which nobody sees, tells it not to.
 */
export const redrawnTables: Plugin<DecorationSet> = new Plugin<DecorationSet>({
  state: {
    init: () => DecorationSet.empty,
    apply: (tr, previous) => {
      let drawn = tr.docChanged ? previous.map(tr.mapping, tr.doc) : previous;
      for (const [i, step] of tr.steps.entries()) {
        if (!(step instanceof AttrStep) || step.attr !== "data") continue;
        const pos = tr.mapping.slice(i + 1).map(step.pos);
        const node = tr.doc.nodeAt(pos);
        if (node?.type !== table || node.firstChild === null) continue;
        const [from, to] = [pos + 1, pos + 1 + node.firstChild.nodeSize];
        const mark = Decoration.node(from, to, {}, { version: ++lastVersion });
        drawn = drawn.remove(drawn.find(from, to)).add(tr.doc, [mark]);
      }
      return drawn;
    },
  },
  props: { decorations: (state) => redrawnTables.getState(state) },
});
let lastVersion = 0;

/** Selecting, copying and pasting cells, and the focus of their controls. */
export const tablePlugin = new Plugin({
  props: {
    decorations: drawSelection,
    handleDOMEvents: {
      mousedown: selectByMouse,
      copy: (view, event) => copyCells(view, event),
      cut: (view, event) => {
        if (!copyCells(view, event)) return false;
        view.dispatch(view.state.tr.deleteSelection());
        return true;
      },
    },
    handlePaste: pasteCells,
    handleTextInput: writeIntoCell,
    createSelectionBetween: (_, $anchor, $head) => {
      const [from, to] = [cellAround($anchor), cellAround($head)];
      if (from === undefined || to === undefined || from.pos !== to.pos) return null;
      if (from.row === to.row && from.column === to.column) return null;
      const doc = $anchor.node(0);
      const [anchor, head] = [positionOf(from, from.row, from.column), positionOf(to, to.row, to.column)];
      return selectionBetween(doc.resolve(anchor), doc.resolve(head)) ?? null;
    },
  },
  appendTransaction: (transactions, before, state) =>
    transactions.some(({ docChanged }) => docChanged) ? fillEmptyCells(before, state) : null,
  view: () => ({ update: followSelection }),
});

function drawSelection(state: EditorState): DecorationSet | null {
  const place = currentCell(state);
  if (place === undefined) return null;
  const active = Decoration.node(place.pos, place.pos + place.table.nodeSize, { class: "is-active" });
  const { selection } = state;
  const cells = selection instanceof CellSelection ? selection.cells : [];
  const selected = cells.map(({ pos, node }) =>
    Decoration.node(pos, pos + node.nodeSize, { class: "is-selected" }),
  );
  return DecorationSet.create(state.doc, [active, ...selected]);
}

/** Text that is typed replaces that of selected cells. */
function writeIntoCell(view: EditorView, _from: number, _to: number, text: string): boolean {
  const { selection, tr } = view.state;
  if (!(selection instanceof CellSelection)) return false;
  const [first] = selection.cells;
  if (first === undefined || first.node.childCount === 0) return true;
  tr.deleteSelection();
  view.dispatch(tr.insertText(text, first.pos + 2).scrollIntoView());
  return true;
}

/** A cell of text always has a block to write in. Only blocks that were changed are looked at. */
function fillEmptyCells(before: EditorState, { doc, tr }: EditorState): Transaction | null {
  const unchanged = new Set(before.doc.children);
  doc.forEach((block, offset) => {
    if (!unchanged.has(block)) fillIn(block, offset, tr);
  });
  return tr.docChanged ? tr : null;
}

function fillIn(node: Node, pos: number, tr: Transaction): void {
  if (node.isTextblock || node.isLeaf) return;
  if (node.type !== table) {
    node.forEach((child, offset) => {
      fillIn(child, pos + 1 + offset, tr);
    });
    return;
  }
  node.forEach((row, rowOffset, i) => {
    row.forEach((cell, offset, j) => {
      if (i === 0 || cell.childCount > 0 || !isWritten(node, i, j)) return;
      tr.insert(tr.mapping.map(pos + 1 + rowOffset + 1 + offset + 1), paragraph.create());
    });
  });
}

/** The focus is in the control of a selected value, and in the text otherwise. */
function followSelection(view: EditorView, previous: EditorState): void {
  const { state } = view;
  if (state.selection.eq(previous.selection) && state.doc === previous.doc) return;
  const place = currentCell(state);
  if (place) showHandles(view, place.pos, place.row, place.column);
  const isLost = hasLostFocus(view);
  const { activeElement } = view.root;
  if (!isLost && (!activeElement || !view.dom.contains(activeElement))) return;
  const { selection } = state;
  if (selection instanceof CellSelection && selection.isSingle) {
    const control = controlAt(view, selection.$headCell.pos);
    if (control && activeElement !== control && !control.contains(activeElement)) control.focus();
    if (control) return;
  }
  if (isLost || (activeElement !== view.dom && activeElement?.closest(".value-cell"))) view.focus();
}

export function controlAt(view: EditorView, cellPos: number): HTMLElement | null {
  const dom = view.nodeDOM(cellPos);
  return dom instanceof HTMLElement ? dom.querySelector<HTMLElement>(".cell-control") : null;
}

/** Dragging from one cell to another, or a click with Shift, selects cells. */
function selectByMouse(view: EditorView, event: MouseEvent): boolean {
  if (event.button !== 0 || event.ctrlKey || event.metaKey) return false;
  const cellAt = ({ target, clientX, clientY }: MouseEvent) => cellUnder(view, target, clientX, clientY);
  const start = cellAt(event);
  if (start === undefined) return false;
  const select = (from: number, to: number) => {
    const selection = selectionBetween(view.state.doc.resolve(from), view.state.doc.resolve(to));
    if (selection && !selection.eq(view.state.selection))
      view.dispatch(view.state.tr.setSelection(selection));
    return selection !== undefined;
  };
  if (event.shiftKey) {
    const current = currentCell(view.state);
    const anchor = current && positionOf(current, current.row, current.column);
    if (anchor === undefined || anchor === start || !select(anchor, start)) return false;
    event.preventDefault();
    view.focus();
    return true;
  }
  let isSelecting = false;
  const move = (moved: MouseEvent) => {
    const end = cellAt(moved);
    if (end === undefined || (!isSelecting && end === start)) return;
    if (!isSelecting) view.focus();
    isSelecting = select(start, end) || isSelecting;
    if (isSelecting) moved.preventDefault();
  };
  const stop = () => {
    view.root.removeEventListener("mousemove", move as EventListener);
    removeEventListener("mouseup", stop);
  };
  view.root.addEventListener("mousemove", move as EventListener);
  addEventListener("mouseup", stop);
  return false;
}

/** The position before the cell at a point. */
function cellUnder(
  view: EditorView,
  target: EventTarget | null,
  left: number,
  top: number,
): number | undefined {
  if (!(target instanceof Element) || !view.dom.contains(target)) return undefined;
  const cell = target.closest("td, th, .card-field");
  if (!cell || !view.dom.contains(cell)) return undefined;
  const found = view.posAtCoords({ left, top });
  const at = found ?? { pos: view.posAtDOM(cell, 0), inside: -1 };
  const place = cellAround(view.state.doc.resolve(Math.max(at.inside, at.pos)));
  const dom = place && view.nodeDOM(positionOf(place, place.row, place.column));
  if (place && dom === cell) return positionOf(place, place.row, place.column);
  const $pos = view.state.doc.resolve(view.posAtDOM(cell, 0));
  const exact = cellAround($pos);
  return exact && positionOf(exact, exact.row, exact.column);
}
