import { faGrip } from "@fortawesome/free-solid-svg-icons";
import type { Node } from "prosemirror-model";
import type { EditorView, NodeViewConstructor } from "prosemirror-view";
import { words } from "../../../words/index.ts";
import { drawnView } from "../../view/drawn-view.ts";
import { element, iconElement } from "../../view/elements.ts";
import { partHandle } from "./part-handle.tsx";
import { partPlaceAt } from "./parts.ts";

const texts = words.structures.columns;

/** The share of a column in percent; undefined if all have the same. */
function shareOf({ attrs }: Node): number | undefined {
  const { width } = attrs.data;
  return typeof width === "object" && width.unit === "%" && width.value > 0
    ? Math.min(width.value, 100)
    : undefined;
}

/** A column. The gutter before it, which the first one does not show, changes its width and that of the one before. */
export const columnView: NodeViewConstructor = (node, view, getPos) => {
  const contentDOM = element("div", { className: "column-content" });
  const dom = element("div", {}, contentDOM);
  const gutter = element("div", { className: "column-gutter", contentEditable: "false", tabIndex: 0 });
  gutter.setAttribute("role", "separator");
  gutter.ariaOrientation = "vertical";
  gutter.ariaLabel = texts.width;
  gutter.ariaValueMin = String(minShare);
  gutter.ariaValueMax = String(100 - minShare);
  const draw = (drawn: Node) => {
    const { verticalAlignment } = drawn.attrs.data;
    dom.className = verticalAlignment === undefined ? "" : `vertical-${verticalAlignment}`;
    const share = shareOf(drawn);
    dom.style.flex = share === undefined ? "" : `${share} 1 0`;
    gutter.ariaValueNow = String(Math.round(share ?? 50));
  };
  const handle = partHandle({
    view,
    className: "column-handle",
    label: texts.parts.label,
    find: () => partPlaceAt(view.state.doc, getPos()),
  });
  handle.append(iconElement(faGrip));
  dom.prepend(handle);
  dom.append(gutter);
  gutter.addEventListener("pointerdown", (event) => drag(event, view, getPos, dom));
  gutter.addEventListener("keydown", (event) => {
    const isRtl = getComputedStyle(dom).direction === "rtl";
    const step = { ArrowLeft: isRtl ? 5 : -5, ArrowRight: isRtl ? -5 : 5 }[event.key];
    const at = getPos();
    if (event.key === "Escape") view.focus();
    if (step === undefined || at === undefined) return;
    event.preventDefault();
    resize(view, at, step);
    const next = view.nodeDOM(at);
    if (next instanceof HTMLElement) next.querySelector<HTMLElement>(":scope > .column-gutter")?.focus();
  });
  return drawnView(node, { dom, contentDOM, draw });
};

const minShare = 10;

/** Moves the border between a column and the one before it, in percent of the whole. */
function resize(view: EditorView, position: number, by: number): void {
  const { doc, tr } = view.state;
  const $position = doc.resolve(position);
  const before = $position.nodeBefore;
  if (!before) return;
  const columns = $position.parent.children;
  const equal = 100 / columns.length;
  const shares = columns.map((column) => shareOf(column) ?? equal);
  const index = $position.index();
  const [left, right] = [shares[index - 1] ?? equal, shares[index] ?? equal];
  const moved = Math.max(minShare - left, Math.min(by, right - minShare));
  if (Math.abs(moved) < 0.5) return;
  shares[index - 1] = left + moved;
  shares[index] = right - moved;
  let at = $position.start();
  for (const [i, column] of columns.entries()) {
    const width = { unit: "%", value: Math.round((shares[i] ?? equal) * 100) / 100 };
    tr.setNodeAttribute(at, "data", { ...column.attrs.data, width });
    at += column.nodeSize;
  }
  view.dispatch(tr);
}

/** Drags the gutter. The widths are changed when it is let go. */
function drag(
  event: PointerEvent,
  view: EditorView,
  getPos: () => number | undefined,
  column: HTMLElement,
): void {
  event.preventDefault();
  const gutter = event.currentTarget as HTMLElement;
  const whole = column.parentElement?.clientWidth ?? 1;
  const isRtl = getComputedStyle(column).direction === "rtl";
  gutter.setPointerCapture(event.pointerId);
  const move = ({ clientX }: PointerEvent) => {
    gutter.style.translate = `${clientX - event.clientX}px`;
  };
  gutter.addEventListener("pointermove", move);
  gutter.addEventListener(
    "pointerup",
    ({ clientX }) => {
      gutter.removeEventListener("pointermove", move);
      gutter.style.translate = "";
      const position = getPos();
      const by = ((clientX - event.clientX) / whole) * 100 * (isRtl ? -1 : 1);
      if (position !== undefined) resize(view, position, by);
    },
    { once: true },
  );
}
