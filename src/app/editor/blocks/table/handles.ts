import {
  faEllipsis,
  faEllipsisVertical,
  faPlus,
  faSliders,
  type IconDefinition,
} from "@fortawesome/free-solid-svg-icons";
import type { EditorView } from "prosemirror-view";
import { words } from "../../../words/index.ts";
import { element, iconElement } from "../../view/elements.ts";
import { insertColumn, insertRows, moveColumn, moveRow, newRow, selectCell } from "./edit-table.ts";
import { openColumnMenu, openRowMenu, openTableMenu } from "./open-overlay.ts";
import type { TablePlace } from "./places.ts";

const texts = words.tables;

/** The buttons around a table: of the row and the column that are pointed at or written in, and of the table. */
export interface Handles {
  readonly elements: readonly HTMLElement[];
  /** Shows the handles of a row and a column. */
  show(row: number, column: number): void;
  destroy(): void;
}

interface TableElements {
  readonly view: EditorView;
  readonly getPos: () => number | undefined;
  readonly dom: HTMLElement;
  /** What scrolls. */
  readonly box: HTMLElement;
  /** The parent of the rows. */
  readonly content: HTMLElement;
  readonly isCards: boolean;
}

export function createHandles(table: TableElements): Handles {
  const { view, getPos, dom, box, content, isCards } = table;
  let [row, column] = [1, 0];
  const place = (): TablePlace | undefined => {
    const pos = getPos();
    const node = pos === undefined ? null : view.state.doc.nodeAt(pos);
    return pos === undefined || node === null ? undefined : { table: node, pos };
  };
  const rowHandle = button("row-handle", texts.row, isCards ? faEllipsis : faEllipsisVertical);
  const columnHandle = button("column-handle", texts.column, faEllipsis);
  const options = button("table-options", texts.options, faSliders);
  const addRow = button("add-row", isCards ? texts.addCard : texts.addRow, faPlus);
  const addColumn = button("add-column", texts.addColumn, faPlus);
  const line = element("div", { className: "move-line", hidden: true });
  const elements = [rowHandle, columnHandle, options, addRow, addColumn, line];
  for (const part of elements) part.contentEditable = "false";
  columnHandle.hidden = isCards;
  addColumn.hidden = isCards;

  const rows = () => [...content.children].slice(1) as HTMLElement[];
  const columns = () =>
    [...(rows()[0] ?? content.firstElementChild?.firstElementChild ?? content).children] as HTMLElement[];
  const update = () => {
    const origin = dom.getBoundingClientRect();
    const rowBox = rows()[row - 1]?.getBoundingClientRect();
    rowHandle.hidden = rowBox === undefined;
    if (rowBox) {
      rowHandle.style.top = `${rowBox.top - origin.top + (isCards ? 16 : rowBox.height / 2)}px`;
      const isRtl = getComputedStyle(dom).direction === "rtl";
      const inline = isRtl ? origin.right - rowBox.right : rowBox.left - origin.left;
      rowHandle.style.insetInlineStart = isCards ? `${inline + rowBox.width - 24}px` : "0";
    }
    const columnBox = columns()[column]?.getBoundingClientRect();
    const boxRect = box.getBoundingClientRect();
    const middle = columnBox ? columnBox.left + columnBox.width / 2 : 0;
    columnHandle.hidden =
      isCards || !columnBox || columnBox.width === 0 || middle < boxRect.left || middle > boxRect.right;
    columnHandle.style.left = `${middle - origin.left}px`;
  };
  const show = (nextRow: number, nextColumn: number) => {
    [row, column] = [nextRow, nextColumn];
    update();
  };

  const point = ({ target }: PointerEvent) => {
    if (!(target instanceof Element)) return;
    const cell = target.closest("td, th, .card-field, .card-cover");
    const rowIndex = rows().findIndex((element) => element.contains(target));
    if (cell === null && rowIndex < 0) return;
    const index = cell?.parentElement ? [...cell.parentElement.children].indexOf(cell) : column;
    show(rowIndex < 0 ? 0 : rowIndex + 1, index);
  };
  content.addEventListener("pointerover", point);
  box.addEventListener("scroll", update, { passive: true });

  options.addEventListener("click", () => {
    const at = place();
    if (at) openTableMenu(view, at, options);
  });
  addRow.addEventListener("click", () => {
    const at = place();
    if (at === undefined) return;
    const { childCount } = at.table;
    const tr = insertRows(view.state.tr, at.pos, childCount, [newRow(at.table)]);
    view.dispatch(selectCell(tr, at.pos, childCount, 0).scrollIntoView());
    view.focus();
  });
  addColumn.addEventListener("click", () => {
    const at = place();
    if (at === undefined) return;
    const index = at.table.child(0).childCount;
    view.dispatch(selectCell(insertColumn(view.state.tr, at.pos, index), at.pos, 0, index).scrollIntoView());
    view.focus();
  });

  drag(rowHandle, line, dom, {
    items: rows,
    isVertical: !isCards,
    onClick: () => {
      const at = place();
      if (at) openRowMenu(view, at, row, rowHandle);
    },
    onMove: (to) => {
      const at = place();
      if (at && to + 1 !== row) view.dispatch(moveRow(view.state.tr, at.pos, row, to + 1));
    },
    index: () => row - 1,
  });
  drag(columnHandle, line, dom, {
    items: columns,
    isVertical: false,
    onClick: () => {
      const at = place();
      if (at) openColumnMenu(view, at, column, columnHandle);
    },
    onMove: (to) => {
      const at = place();
      if (at && to !== column) view.dispatch(moveColumn(view.state.tr, at.pos, column, to));
    },
    index: () => column,
  });
  return { elements, show, destroy: () => content.removeEventListener("pointerover", point) };
}

function button(className: string, label: string, icon: IconDefinition): HTMLButtonElement {
  const created = element("button", { type: "button", className: `table-button ${className}`, title: label });
  created.ariaLabel = label;
  created.append(iconElement(icon));
  // The selection of the document stays as it is.
  created.addEventListener("mousedown", (event) => event.preventDefault());
  return created;
}

interface Dragged {
  readonly items: () => readonly HTMLElement[];
  readonly isVertical: boolean;
  readonly index: () => number;
  readonly onClick: () => void;
  readonly onMove: (to: number) => void;
}

const minDistance = 5;

/** A handle that opens a menu when it is clicked, and moves its row or column when it is dragged. */
function drag(handle: HTMLElement, line: HTMLElement, dom: HTMLElement, dragged: Dragged): void {
  handle.addEventListener("click", ({ detail }) => detail === 0 && dragged.onClick());
  handle.addEventListener("pointerdown", (down) => {
    if (down.button !== 0) return;
    handle.setPointerCapture(down.pointerId);
    let to: number | undefined;
    const move = (event: PointerEvent) => {
      const distance = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY);
      if (to === undefined && distance < minDistance) return;
      to = targetAt(dragged, event) ?? dragged.index();
      showLine(line, dom, dragged, to);
    };
    const end = (event: PointerEvent) => {
      handle.removeEventListener("pointermove", move);
      line.hidden = true;
      if (event.type === "pointercancel") return;
      if (to === undefined) dragged.onClick();
      else dragged.onMove(to);
    };
    handle.addEventListener("pointermove", move);
    handle.addEventListener("pointerup", end, { once: true });
    handle.addEventListener("pointercancel", end, { once: true });
  });
}

/** The index of the item under the pointer, or nearest to it. */
function targetAt({ items }: Dragged, { clientX, clientY }: PointerEvent): number | undefined {
  let best: { readonly index: number; readonly distance: number } | undefined;
  for (const [index, item] of items().entries()) {
    const rect = item.getBoundingClientRect();
    if (rect.width === 0) continue;
    const x = Math.max(rect.left - clientX, 0, clientX - rect.right);
    const y = Math.max(rect.top - clientY, 0, clientY - rect.bottom);
    const distance = Math.hypot(x, y);
    if (best === undefined || distance < best.distance) best = { index, distance };
  }
  return best?.index;
}

/** Shows where the item will be: before the target if it moves back, else after it. */
function showLine(
  line: HTMLElement,
  dom: HTMLElement,
  { items, isVertical, index }: Dragged,
  to: number,
): void {
  const target = items()[to]?.getBoundingClientRect();
  if (target === undefined) return;
  const origin = dom.getBoundingClientRect();
  const isAfter = to > index();
  line.hidden = to === index();
  const { style } = line;
  if (isVertical) {
    style.left = `${Math.max(0, target.left - origin.left)}px`;
    style.top = `${(isAfter ? target.bottom : target.top) - origin.top - 1}px`;
    style.width = `${Math.min(target.width, origin.width)}px`;
    style.height = "2px";
    return;
  }
  style.left = `${(isAfter ? target.right : target.left) - origin.left - 1}px`;
  style.top = items().length > 0 && target.height < 60 ? "0" : `${target.top - origin.top}px`;
  style.width = "2px";
  style.height = target.height < 60 ? "100%" : `${target.height}px`;
}
