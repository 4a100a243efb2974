import { faEllipsis, faPlus, type IconDefinition } from "@fortawesome/free-solid-svg-icons";
import type { Node } from "prosemirror-model";
import { type Command, Plugin, TextSelection } from "prosemirror-state";
import type { EditorView, NodeView, NodeViewConstructor } from "prosemirror-view";
import { words } from "../../../words/index.ts";
import { startDrag } from "../../menus/start-drag.ts";
import { schema } from "../../model/schema.ts";
import { element, iconElement, namedIconElement } from "../../view/elements.ts";
import { changeData } from "../../view/insert-block.ts";
import { openPartMenu } from "./part-handle.tsx";
import {
  insertPartAfter,
  movePart,
  newPart,
  type PartPlace,
  partAround,
  partAt,
  rangeOf,
  removePart,
} from "./parts.ts";
import { stripAt, strips, type TabStrip } from "./tab-strips.ts";

const { tabs_item } = schema.nodes;
const texts = words.structures.tabs;

function titleOf(item: Node, index: number): string {
  return item.attrs.data.title ?? texts.untitled(index + 1);
}

/** Tabs: the strip of titles, and the chosen panel. All panels are in the document. */
export const tabsView: NodeViewConstructor = (first, view, getPos) => {
  let node = first;
  let selected = 0;
  /** Whether one of the tabs is dragged. */
  let isMoving = false;
  const list = element("div", { role: "tablist", ariaLabel: texts.label });
  const tool = (label: string, icon: IconDefinition) =>
    element(
      "button",
      { type: "button", className: "tab-tool", ariaLabel: label, title: label },
      iconElement(icon),
    );
  const menu = tool(texts.parts.label, faEllipsis);
  menu.ariaHasPopup = "menu";
  const add = tool(texts.parts.add, faPlus);
  const bar = element("div", { className: "tab-bar", contentEditable: "false" }, list, menu, add);
  const contentDOM = element("div");
  const dom = element("div", { className: "tabs" }, bar, contentDOM);
  const place = (index = selected): PartPlace | undefined => {
    const position = getPos();
    return position === undefined ? undefined : partAt({ view, node, position }, index);
  };
  const draw = () => {
    const hadFocus = list.contains((dom.getRootNode() as Document).activeElement);
    dom.className = node.attrs.data.fullWidth ? "tabs is-wide" : "tabs";
    selected = Math.min(selected, node.childCount - 1);
    list.replaceChildren(...node.children.map((item, i) => tab(item, i)));
    for (const [i, panel] of [...contentDOM.children].entries())
      (panel as HTMLElement).hidden = i !== selected;
    if (hadFocus) (list.children[selected] as HTMLElement).focus();
  };
  const tab = (item: Node, index: number) => {
    const { icon } = item.attrs.data;
    const button = element(
      "button",
      { type: "button", role: "tab", draggable: true },
      ...(icon ? [namedIconElement(icon)] : []),
      titleOf(item, index),
    );
    button.ariaSelected = String(index === selected);
    button.tabIndex = index === selected ? 0 : -1;
    button.addEventListener("click", () => (index === selected ? strip.rename() : strip.select(index)));
    button.addEventListener("dragstart", (event) => {
      const dragged = place(index);
      if (dragged === undefined) return;
      isMoving = true;
      const onEnd = () => {
        isMoving = false;
      };
      startDrag(view, rangeOf(dragged), event, { image: button, onEnd });
    });
    // Blocks that are dragged over the tab can be dropped in its panel.
    button.addEventListener("dragenter", () => isMoving || strip.select(index));
    return button;
  };
  const strip: TabStrip = {
    selected: () => selected,
    select: (index) => {
      if (index === selected) return;
      selected = index;
      draw();
    },
    focus: () => (list.children[selected] as HTMLElement | undefined)?.focus(),
    rename: () => rename(list.children[selected] as HTMLElement, view, place(), draw),
  };
  strips.set(dom, strip);
  list.addEventListener("keydown", (event) => onTabKey(event, view, strip, place(), node.childCount));
  const openMenu = () => openPartMenu(view, menu, texts.parts.label, place());
  menu.addEventListener("click", openMenu);
  list.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    openMenu();
  });
  add.addEventListener("click", () => {
    const last = place(node.childCount - 1);
    if (!last) return;
    const count = node.childCount;
    view.dispatch(
      insertPartAfter(view.state.tr, last, newPart(tabs_item, { title: texts.untitled(count + 1) })),
    );
    strip.select(count);
    view.focus();
  });
  // The panels are drawn after this view.
  queueMicrotask(draw);
  return {
    dom,
    contentDOM,
    update: (next) => {
      if (next.type !== node.type) return false;
      node = next;
      queueMicrotask(draw);
      return true;
    },
    ignoreMutation: (mutation) =>
      mutation.type !== "selection" &&
      (!contentDOM.contains(mutation.target) ||
        mutation.target === contentDOM ||
        mutation.type === "attributes"),
    stopEvent: ({ target }) => bar.contains(target as globalThis.Node),
  } satisfies NodeView;
};

/** Edits a title in the place of its tab. Enter and leaving the field take it, Escape does not. */
function rename(button: HTMLElement, view: EditorView, place: PartPlace | undefined, draw: () => void): void {
  if (place === undefined) return;
  const field = element("input", { className: "tab-input", type: "text", ariaLabel: texts.title });
  field.value = place.part.attrs.data.title ?? "";
  field.placeholder = texts.untitled(place.index + 1);
  field.size = Math.max(8, field.value.length + 2);
  let isDone = false;
  const finish = (isTaken: boolean) => {
    if (isDone) return;
    isDone = true;
    const title = field.value.trim();
    if (isTaken && title !== (place.part.attrs.data.title ?? ""))
      changeData(view, place.pos, { title: title === "" ? undefined : title });
    draw();
  };
  field.addEventListener("blur", () => finish(true));
  field.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
    event.preventDefault();
    finish(event.key === "Enter");
    view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(place.pos + 1))));
    view.focus();
  });
  button.replaceWith(field);
  field.focus();
  field.select();
}

/** Arrow keys choose a tab, with Alt and Shift they move it. F2 renames, Delete removes, ArrowDown goes into the panel. */
function onTabKey(
  event: KeyboardEvent,
  view: EditorView,
  strip: TabStrip,
  place: PartPlace | undefined,
  count: number,
): void {
  if (place === undefined || event.ctrlKey || event.metaKey) return;
  const isRtl = getComputedStyle(event.currentTarget as Element).direction === "rtl";
  const step = ({ ArrowLeft: isRtl ? 1 : -1, ArrowRight: isRtl ? -1 : 1 } as const)[event.key];
  if (step !== undefined && event.altKey && event.shiftKey) {
    const tr = movePart(view.state.tr, place, step as 1 | -1);
    if (tr) {
      view.dispatch(tr);
      strip.select(place.index + step);
    }
  } else if (step !== undefined) {
    strip.select((place.index + step + count) % count);
    strip.focus();
  } else if (event.key === "Home" || event.key === "End") {
    strip.select(event.key === "Home" ? 0 : count - 1);
    strip.focus();
  } else if (event.key === "F2") strip.rename();
  else if (event.key === "Delete") {
    view.dispatch(removePart(view.state.tr, place));
    view.focus();
  } else if (event.key === "ArrowDown" || event.key === "Escape") {
    view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(place.pos + 1))));
    view.focus();
  } else return;
  event.preventDefault();
}

export const panelView: NodeViewConstructor = (node) => {
  const dom = element("div", { role: "tabpanel" });
  dom.ariaLabel = node.attrs.data.title ?? texts.panel;
  return {
    dom,
    contentDOM: dom,
    update: (next) => {
      if (next.type !== node.type) return false;
      dom.ariaLabel = next.attrs.data.title ?? texts.panel;
      return true;
    },
    // The strip shows and hides panels.
    ignoreMutation: (mutation) => mutation.type === "attributes" && mutation.target === dom,
  };
};

/** The panel with the selection is the one that is shown. */
export const shownPanels = new Plugin({
  view: () => ({
    update: (view, previous) => {
      const { $from } = view.state.selection;
      if (view.state.selection.eq(previous.selection) && view.state.doc === previous.doc) return;
      for (let depth = $from.depth; depth > 0; depth--) {
        if ($from.node(depth).type !== tabs_item) continue;
        const dom = view.nodeDOM($from.before(depth - 1));
        if (dom) strips.get(dom)?.select($from.index(depth - 1));
      }
    },
  }),
});

/** From the first line of a panel, ArrowUp goes to its tab. */
export const focusStrip: Command = (state, dispatch, view) => {
  const { $from, empty } = state.selection;
  const place = partAround($from, [tabs_item]);
  if (!empty || place === undefined || !view?.endOfTextblock("up")) return false;
  if ($from.node(-1) !== place.part || $from.index(-1) > 0) return false;
  if (dispatch) stripAt(view, place.structurePos)?.focus();
  return true;
};
