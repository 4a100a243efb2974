import type { Node } from "prosemirror-model";
import type { EditorView } from "prosemirror-view";
import { element } from "../view/elements.ts";
import type { BlockRange } from "./block-range.ts";
import { dropTargetAt } from "./drop-target.ts";
import { placeBlocks } from "./place-blocks.ts";

/** How far beside the text blocks can be dropped, in pixels: they are dragged by handles in its margin. */
const reach = 120;

/** Follows blocks that are dragged: shows where they would go, and moves them when they are dropped. */
export function trackDrag(view: EditorView, dragged: BlockRange, onEnd: () => void): void {
  const cursor = element("div", { className: "drop-cursor", hidden: true });
  cursor.style.position = "fixed";
  view.dom.after(cursor);
  const listening = new AbortController();
  const end = () => {
    listening.abort();
    cursor.remove();
    onEnd();
  };
  const find = (event: DragEvent) => {
    const range = view.isDestroyed ? undefined : currentRange(view.state.doc, dragged);
    const target = range && isNear(view, event) ? dropTargetAt(view, range, event) : undefined;
    return range && target && { range, target };
  };
  const over = (event: DragEvent) => {
    const found = find(event);
    cursor.hidden = found === undefined;
    if (isNear(view, event)) event.stopPropagation();
    if (found === undefined) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = "move";
    const { left, top, width, height } = found.target.line;
    cursor.style.inset = `${top}px auto auto ${left}px`;
    cursor.style.width = `${width}px`;
    cursor.style.height = `${height}px`;
  };
  const drop = (event: DragEvent) => {
    const found = find(event);
    end();
    if (found === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const tr = placeBlocks(view.state, found.range, found.target.destination);
    if (tr) view.dispatch(tr.scrollIntoView());
    view.focus();
  };
  const options = { capture: true, signal: listening.signal };
  document.addEventListener("dragover", over, options);
  document.addEventListener("drop", drop, options);
  document.addEventListener("dragend", end, options);
}

function isNear(view: EditorView, { clientX, clientY }: DragEvent): boolean {
  const { left, right, top, bottom } = view.dom.getBoundingClientRect();
  return clientX > left - reach && clientX < right + reach && clientY >= top && clientY <= bottom;
}

/** The blocks as they are now. Saving may have changed their keys; undefined if something else has changed there. */
function currentRange(doc: Node, { from, to, nodes }: BlockRange): BlockRange | undefined {
  if (to > doc.content.size) return undefined;
  const $from = doc.resolve(from);
  const now = $from.parent.children.slice($from.index(), $from.index() + nodes.length);
  const isSame = now.length === nodes.length && now.every((node, i) => nodes[i]?.content.eq(node.content));
  return isSame ? { from, to, nodes: now } : undefined;
}
