import type { Node } from "prosemirror-model";
import type { EditorView, NodeView, NodeViewConstructor } from "prosemirror-view";
import { words } from "../../../words/index.ts";
import { isEqual } from "../../model/document.ts";
import type { ColumnAttributes } from "../../model/table.ts";
import { element } from "../../view/elements.ts";
import { CellSelection } from "./cell-selection.ts";
import { setColumn, setValue } from "./edit-table.ts";
import { moveFromControl } from "./keys.ts";
import { noteFocus } from "./lost-focus.ts";
import { openValueEditor } from "./open-overlay.ts";
import { cellAround, columnsIn, isTextColumn } from "./places.ts";
import { valueControl } from "./value-control.ts";

const texts = words.tables;

/** The classes of a column on readers' pages. */
function alignmentOf({ data }: ColumnAttributes): string[] {
  if (data.type === "number") return ["align-end"];
  if (data.type !== "text") return [];
  const vertical = data.verticalAlignment;
  return [
    data.textAlignment === "center" ? "align-center" : data.textAlignment === "right" ? "align-end" : "",
    vertical === undefined || vertical === "top" ? "" : `vertical-${vertical}`,
  ].filter((name) => name !== "");
}

/** The table, the column and the row of a cell that is drawn. */
function placeIn(view: EditorView, getPos: () => number | undefined) {
  const place = cellAround(view.state.doc.resolve(getPos() ?? 0));
  if (place === undefined) throw new Error("a cell is in a table");
  const column = columnsIn(place.table)[place.column] as ColumnAttributes;
  const title = place.table.child(0).child(place.column).textContent;
  const isCards = place.table.attrs.data.view.type === "cards";
  return { ...place, column: column, index: place.column, title, isCards };
}

export function columnName(title: string, index: number): string {
  return title.trim() === "" ? texts.unnamed(index + 1) : title;
}

/** The title of a column, with its border to drag. */
export const titleView: NodeViewConstructor = (node, view, getPos) => {
  const { index } = placeIn(view, getPos);
  const attributes = node.attrs as ColumnAttributes;
  const contentDOM = element("span", { className: "column-title" });
  const dom = element("th", { className: alignmentOf(attributes).join(" "), scope: "col" }, contentDOM);
  dom.hidden = attributes.isHidden;
  const setWidth = (width: number | null) => {
    dom.style.minInlineSize = width === null ? "" : `${width}px`;
  };
  setWidth(attributes.width);
  const border = element("span", { className: "column-border", contentEditable: "false" });
  border.addEventListener("pointerdown", (event) => resize(event, view, getPos, dom, setWidth));
  dom.append(border);
  const name = (title: Node) => {
    const isEmpty = title.childCount === 0;
    dom.dataset.placeholder = isEmpty ? texts.titlePlaceholder : "";
    dom.ariaLabel = isEmpty ? texts.unnamed(index + 1) : null;
  };
  name(node);
  return {
    dom,
    contentDOM,
    update: (next) => {
      if (next.type !== node.type) return false;
      name(next);
      return true;
    },
    ignoreMutation: (mutation) => !contentDOM.contains(mutation.target),
    stopEvent: ({ target }) => target === border,
  };
};

const minColumnWidth = 80;

/** Drags the border of a column. Its width is changed when it is let go. */
function resize(
  event: PointerEvent,
  view: EditorView,
  getPos: () => number | undefined,
  cell: HTMLElement,
  show: (width: number | null) => void,
): void {
  event.preventDefault();
  const border = event.currentTarget as HTMLElement;
  const isRtl = getComputedStyle(cell).direction === "rtl";
  const start = cell.offsetWidth;
  const widthAt = ({ clientX }: PointerEvent) => {
    const moved = (clientX - event.clientX) * (isRtl ? -1 : 1);
    return Math.max(minColumnWidth, Math.round(start + moved));
  };
  border.setPointerCapture(event.pointerId);
  const move = (moved: PointerEvent) => show(widthAt(moved));
  border.addEventListener("pointermove", move);
  border.addEventListener(
    "pointerup",
    (up) => {
      border.removeEventListener("pointermove", move);
      const place = cellAround(view.state.doc.resolve(getPos() ?? 0));
      if (place === undefined || up.clientX === event.clientX) return;
      view.dispatch(setColumn(view.state.tr, place.pos, place.column, { width: widthAt(up) }));
    },
    { once: true },
  );
}

/** A cell of a grid, or a field of a card. Text is written in it; values have a control. */
export const cellView: NodeViewConstructor = (node, view, getPos) => {
  const { column, title, index, isCards } = placeIn(view, getPos);
  const isText = isTextColumn(column);
  const label = columnName(title, index);
  const dom = element(isCards ? "div" : "td");
  const isCover = column.roles.includes("coverDefinition") || column.roles.includes("coverDefinitionDark");
  const names = isCards ? [isCover ? "card-cover" : "card-field"] : alignmentOf(column);
  dom.className = names.join(" ");
  dom.hidden = column.isHidden && !(isCards && column.roles.length > 0);
  const labelText = cardLabel(view, getPos, column, label, title);
  if (isCards && labelText !== undefined)
    dom.append(element("span", { className: "card-label", contentEditable: "false" }, labelText));
  if (isText) return textCell(dom, isCards);
  return valueCell(node, view, getPos, dom, column, label);
};

function cardLabel(
  view: EditorView,
  getPos: () => number | undefined,
  { roles }: ColumnAttributes,
  label: string,
  title: string,
): string | undefined {
  const { table } = placeIn(view, getPos);
  if (roles.includes("targetDefinition")) return texts.linksTo;
  if (roles.includes("coverDefinitionDark")) return texts.darkCover;
  if (roles.includes("coverDefinition") || table.attrs.data.view.hideColumnTitle) return undefined;
  return title.trim() === "" ? undefined : label;
}

/** The name of a cell is changed by the server when it is saved: the view stays. */
function textCell(dom: HTMLElement, isCards: boolean): NodeView {
  const contentDOM = isCards ? element("div") : dom;
  if (isCards) dom.append(contentDOM);
  return {
    dom,
    contentDOM,
    update: (next) => next.type.name === "table_cell" && next.childCount > 0,
    ignoreMutation: (mutation) => mutation.type !== "selection" && !contentDOM.contains(mutation.target),
  };
}

function valueCell(
  node: Node,
  view: EditorView,
  getPos: () => number | undefined,
  dom: HTMLElement,
  column: ColumnAttributes,
  label: string,
): NodeView {
  dom.contentEditable = "false";
  dom.classList.add("value-cell");
  let control: HTMLElement | undefined;
  const draw = (value: unknown) => {
    const hadFocus = control !== undefined && control === (control.getRootNode() as Document).activeElement;
    const next = valueControl({
      view,
      column,
      label,
      value,
      change: (changed) => {
        const pos = getPos();
        if (pos !== undefined) view.dispatch(setValue(view.state.tr, pos, changed));
      },
      open: () => {
        const pos = getPos();
        if (pos !== undefined) openValueEditor(view, pos);
      },
    });
    next.classList.add("cell-control");
    if (control) control.replaceWith(next);
    else dom.append(next);
    control = next;
    if (hadFocus) next.focus();
  };
  draw(node.attrs.value);
  const select = () => {
    const pos = getPos();
    const { selection, doc, tr } = view.state;
    if (pos === undefined) return;
    const isSelected =
      selection instanceof CellSelection && selection.isSingle && selection.$headCell.pos === pos;
    if (!isSelected) view.dispatch(tr.setSelection(new CellSelection(doc.resolve(pos))));
  };
  dom.addEventListener("focusin", select);
  dom.addEventListener("mousedown", (event) => {
    if (event.target === dom) event.preventDefault();
    if (event.target === dom && !event.shiftKey) control?.focus();
  });
  dom.addEventListener("keydown", (event) => moveFromControl(view, event));
  let drawn = node;
  return {
    dom,
    update: (next) => {
      if (next.type !== node.type || next.childCount > 0) return false;
      if (!isEqual(next.attrs.value, drawn.attrs.value)) draw(next.attrs.value);
      drawn = next;
      return true;
    },
    ignoreMutation: () => true,
    destroy: () => noteFocus(view, dom),
    stopEvent: (event) => isOwnEvent(event, dom),
  };
}

/** Undoing, copying and pasting are the editor's; Shift with the mouse selects cells. */
function isOwnEvent(event: Event, dom: HTMLElement): boolean {
  if (["copy", "cut", "paste"].includes(event.type))
    return (event.target as Element).matches?.("input[type=text]");
  if (event instanceof KeyboardEvent && (event.ctrlKey || event.metaKey)) return false;
  if (event instanceof MouseEvent) return event.target !== dom && !event.shiftKey;
  return true;
}
