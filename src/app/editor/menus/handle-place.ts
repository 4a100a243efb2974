import type { EditorView } from "prosemirror-view";
import { type BlockRange, blockAround, blockAtPosition } from "./block-range.ts";

/** How far beside the text the mouse shows a handle, in pixels. */
const reach = 90;
const size = { button: 28, gap: 4, marker: 22 };

interface Point {
  readonly clientX: number;
  readonly clientY: number;
}

/** The block under the mouse. In the margin, it is the outermost one. */
export function blockUnder(view: EditorView, { clientX, clientY }: Point): BlockRange | undefined {
  const box = view.dom.getBoundingClientRect();
  if (clientY < box.top || clientY > box.bottom) return undefined;
  if (clientX < box.left - reach || clientX > box.right + size.button) return undefined;
  const isMargin = clientX < box.left;
  const left = Math.max(box.left + 2, Math.min(clientX, box.right - 2));
  const found = view.posAtCoords({ left, top: clientY });
  if (found === null) return undefined;
  const { doc } = view.state;
  if (isMargin) {
    const $pos = doc.resolve(found.inside >= 0 ? found.inside : found.pos);
    return blockAtPosition(doc, $pos.depth === 0 ? $pos.pos : $pos.before(1));
  }
  const inside = found.inside >= 0 ? doc.nodeAt(found.inside) : null;
  const isLeaf = inside?.isBlock && (inside.isAtom || inside.type.name === "images");
  return isLeaf ? blockAtPosition(doc, found.inside) : blockAround(doc.resolve(found.pos));
}

function boxOf(view: EditorView, { from }: BlockRange): DOMRect | undefined {
  const element = view.nodeDOM(from);
  return element instanceof HTMLElement && element.isConnected ? element.getBoundingClientRect() : undefined;
}

/** Whether the mouse is on the handle, or on the way to it. */
export function isAtHandle(
  view: EditorView,
  handle: HTMLElement | null,
  block: BlockRange | undefined,
  { clientX, clientY }: Point,
): boolean {
  if (handle === null || handle.hidden || block === undefined) return false;
  const [own, box] = [handle.getBoundingClientRect(), boxOf(view, block)];
  if (box === undefined) return false;
  const isBeside = clientX >= own.left - 4 && clientX <= Math.max(own.right, box.left) + 2;
  return isBeside && clientY >= own.top - 2 && clientY <= own.bottom + 2;
}

interface HandlePlace {
  readonly left: number;
  readonly top: number;
  /** Whether there is room for a second button. */
  readonly hasRoom: boolean;
  /** Whether it is above the end of the block, because the margin is too narrow. */
  readonly isAbove: boolean;
}

/** Where the handle of a block is, in the element that contains it. */
export function handlePlace(
  view: EditorView,
  block: BlockRange,
  handle: HTMLElement | null,
): HandlePlace | undefined {
  const box = boxOf(view, block);
  const parent = handle?.closest(".page-editor");
  if (box === undefined || !parent) return undefined;
  const around = parent.getBoundingClientRect();
  const [node] = block.nodes;
  const marker = node?.type.name === "list_item" ? size.marker : 0;
  const line = firstLine(view, block, box);
  const edge = box.left - marker - size.gap;
  const isAbove = edge < size.button;
  if (isAbove)
    return {
      left: box.right - around.left - 40,
      top: box.top - around.top - 40,
      hasRoom: false,
      isAbove,
    };
  // Inside of other blocks there is less room.
  const hasRoom = box.left - view.dom.getBoundingClientRect().left < 8 && edge >= 2 * size.button;
  const width = hasRoom ? 2 * size.button : size.button;
  return {
    left: edge - width - around.left,
    top: line - size.button / 2 - around.top,
    hasRoom,
    isAbove,
  };
}

/** The middle of the first line of a block. */
function firstLine(view: EditorView, { from, nodes: [node] }: BlockRange, box: DOMRect): number {
  const isText = node?.isTextblock || node?.firstChild?.isTextblock === true;
  if (!isText) return box.top + Math.min(box.height / 2, 20);
  const { top, bottom } = view.coordsAtPos(from + (node?.isTextblock ? 1 : 2));
  return (top + bottom) / 2;
}
