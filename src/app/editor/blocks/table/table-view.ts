import type { Node } from "prosemirror-model";
import type { EditorView, NodeViewConstructor } from "prosemirror-view";
import { words } from "../../../words/index.ts";
import { isEqual } from "../../model/document.ts";
import { element } from "../../view/elements.ts";
import { createHandles, type Handles } from "./handles.ts";
import { noteFocus } from "./lost-focus.ts";
import { columnsIn } from "./places.ts";

const texts = words.tables;

/** The handles of the tables that are drawn, by their elements. */
const handlesOf = new WeakMap<globalThis.Node, Handles>();

/** Shows the handles of a table at a cell. */
export function showHandles(view: EditorView, tablePos: number, row: number, column: number): void {
  const dom = view.nodeDOM(tablePos);
  if (dom) handlesOf.get(dom)?.show(row, column);
}

/** All that a table is drawn by, except the text of its cells. Ids are not: the server changes them. */
function lookOf(table: Node): unknown {
  const columns = columnsIn(table).map(({ data, isHidden, width, roles }) => ({
    data,
    isHidden,
    width,
    roles,
  }));
  return { data: table.attrs.data, columns };
}

/** A table as a grid that scrolls in its box, or as cards. */
export const tableView: NodeViewConstructor = (node, view, getPos) => {
  const look = lookOf(node);
  const { view: options, fullWidth } = node.attrs.data;
  const isCards = options.type === "cards";
  const contentDOM = isCards ? element("ul") : element("table");
  if (isCards) contentDOM.className = options.cardSize === "large" ? "cards is-large" : "cards";
  const box = isCards ? contentDOM : element("div", { className: "table" }, contentDOM);
  const dom = element("div", { className: "table-block", role: "group", ariaLabel: texts.label }, box);
  if (fullWidth) dom.classList.add("is-wide");
  const handles = createHandles({ view, getPos, dom, box, content: contentDOM, isCards });
  dom.append(...handles.elements);
  handlesOf.set(dom, handles);
  return {
    dom,
    contentDOM,
    update: (next) => next.type === node.type && isEqual(lookOf(next), look),
    ignoreMutation: (mutation) => mutation.type !== "selection" && !contentDOM.contains(mutation.target),
    stopEvent: ({ target }) =>
      target instanceof Element && handles.elements.some((part) => part.contains(target)),
    destroy: () => {
      noteFocus(view, contentDOM);
      handles.destroy();
    },
  };
};

/** The row of titles. It has none in cards, and may be hidden in a grid. */
export const headView: NodeViewConstructor = (_, view, getPos) => {
  const table = view.state.doc.resolve(getPos() ?? 0).parent;
  const { type, hideHeader } = table.attrs.data.view;
  const contentDOM = element("tr");
  const dom = element("thead", { hidden: type === "cards" || hideHeader === true }, contentDOM);
  if (type !== "cards") return { dom, contentDOM, update: ({ type: next }) => next.name === "table_head" };
  // In a list of cards, only an item is allowed.
  const inner = element("div");
  const item = element("li", { hidden: true, className: "card-head" }, inner);
  return { dom: item, contentDOM: inner, update: ({ type: next }) => next.name === "table_head" };
};

export const rowView: NodeViewConstructor = (node, view, getPos) => {
  const table = view.state.doc.resolve(getPos() ?? 0).parent;
  const update = ({ type }: Node) => type === node.type;
  if (table.attrs.data.view.type !== "cards") {
    const dom = element("tr");
    return { dom, contentDOM: dom, update };
  }
  const contentDOM = element("div", { className: "card-body" });
  const dom = element("li", { className: "card" }, contentDOM);
  return { dom, contentDOM, update };
};
