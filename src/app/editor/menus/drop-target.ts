import type { Node } from "prosemirror-model";
import type { EditorView } from "prosemirror-view";
import { schema } from "../model/schema.ts";
import type { BlockRange } from "./block-range.ts";
import { type Destination, placeBlocks } from "./place-blocks.ts";

/** Where dragged blocks would go, and the line that shows it. */
export interface DropTarget {
  readonly destination: Destination;
  readonly line: DOMRect;
}

interface Point {
  readonly clientX: number;
  readonly clientY: number;
}

/** A child of a block, and where it is in the window. */
interface Child {
  readonly node: Node;
  readonly pos: number;
  readonly rect: DOMRect;
}

const { tabs, tabs_item, table, prompt, code_block, images } = schema.nodes;
/** Blocks into which nothing is dragged. */
const closed = new Set([table, prompt, code_block, images]);
/** How near to a side of a block blocks are put beside it, and how far from its ends they are put into it, in pixels. */
const zone = { side: 32, end: 2, beyond: 60 };
const lineWidth = 2;

/** Where blocks go that are dropped at a point; undefined where they cannot go. */
export function dropTargetAt(view: EditorView, range: BlockRange, point: Point): DropTarget | undefined {
  return targetIn(view, view.state.doc, 0, range, point) ?? undefined;
}

/** Null where nothing is to be done: the blocks are there already. */
function targetIn(
  view: EditorView,
  parent: Node,
  start: number,
  range: BlockRange,
  point: Point,
): DropTarget | undefined | null {
  const children = childrenOf(view, parent, start, range);
  const isRow = isRowOf(children);
  const nearest = nearestOf(children, point, isRow);
  if (nearest === undefined) return undefined;
  if (nearest.pos >= range.from && nearest.pos < range.to) return null;
  if (isRow || isInside(nearest.rect, point)) {
    const { node, pos } = nearest;
    const inner = closed.has(node.type) ? undefined : targetIn(view, node, pos + 1, range, point);
    if (inner !== undefined) return inner;
  }
  const isRtl = getComputedStyle(view.dom).direction === "rtl";
  const beside = isRow ? undefined : besideAt(view, nearest, range, point, isRtl);
  return beside ?? betweenAt(view, children, nearest, range, point, isRow, isRtl);
}

function childrenOf(view: EditorView, parent: Node, start: number, { nodes }: BlockRange): Child[] {
  if (parent.inlineContent) return [];
  // A tab is dragged in the strip; only one of the panels is shown.
  const structure = parent.type === tabs && nodes[0]?.type === tabs_item ? view.nodeDOM(start - 1) : null;
  const strip = structure instanceof Element ? structure.querySelectorAll("[role=tab]") : undefined;
  let pos = start;
  return parent.children.flatMap((node, index) => {
    const at = pos;
    pos += node.nodeSize;
    const dom = strip ? strip[index] : view.nodeDOM(at);
    const rect = dom instanceof Element ? dom.getBoundingClientRect() : undefined;
    return rect && rect.height > 0 ? [{ node, pos: at, rect }] : [];
  });
}

/** Whether blocks are beside each other, as columns in a wide window are. */
function isRowOf([first, second]: readonly Child[]): boolean {
  return first !== undefined && second !== undefined && second.rect.top < first.rect.bottom - 1;
}

function nearestOf(children: readonly Child[], point: Point, isRow: boolean): Child | undefined {
  const distance = ({ rect }: Child) =>
    isRow
      ? Math.max(rect.left - point.clientX, point.clientX - rect.right, 0)
      : Math.max(rect.top - point.clientY, point.clientY - rect.bottom, 0);
  let nearest: Child | undefined;
  for (const child of children)
    if (nearest === undefined || distance(child) < distance(nearest)) nearest = child;
  return nearest;
}

function isInside({ left, right, top, bottom, height }: DOMRect, { clientX, clientY }: Point): boolean {
  const end = Math.min(zone.end, height / 4);
  return clientX >= left && clientX <= right + zone.beyond && clientY > top + end && clientY < bottom - end;
}

function besideAt(
  view: EditorView,
  { pos, rect }: Child,
  range: BlockRange,
  { clientX }: Point,
  isRtl: boolean,
): DropTarget | undefined {
  const isLeft = clientX >= rect.left && clientX < rect.left + zone.side;
  const isRight = clientX > rect.right - zone.side;
  if (!isLeft && !isRight) return undefined;
  const destination = { kind: "beside", pos, side: isLeft === isRtl ? "after" : "before" } as const;
  if (placeBlocks(view.state, range, destination) === undefined) return undefined;
  const left = isLeft ? rect.left - 6 : rect.right + 4;
  return { destination, line: new DOMRect(left, rect.top, lineWidth, rect.height) };
}

function betweenAt(
  view: EditorView,
  children: readonly Child[],
  nearest: Child,
  range: BlockRange,
  { clientX, clientY }: Point,
  isRow: boolean,
  isRtl: boolean,
): DropTarget | undefined | null {
  const { rect, node } = nearest;
  const isPast = isRow
    ? clientX > rect.left + rect.width / 2 !== isRtl
    : clientY > rect.top + rect.height / 2;
  const pos = isPast ? nearest.pos + node.nodeSize : nearest.pos;
  if (pos >= range.from && pos <= range.to) return null;
  const destination = { kind: "between", pos } as const;
  if (placeBlocks(view.state, range, destination) === undefined) return undefined;
  const neighbour = children[children.indexOf(nearest) + (isPast ? 1 : -1)]?.rect;
  return { destination, line: lineBetween(rect, neighbour, isPast, isRow, isRtl) };
}

/** In the middle between two blocks, or at the end of the last one. */
function lineBetween(
  rect: DOMRect,
  neighbour: DOMRect | undefined,
  isPast: boolean,
  isRow: boolean,
  isRtl: boolean,
): DOMRect {
  const half = lineWidth / 2;
  if (isRow) {
    const isRight = isPast !== isRtl;
    const edge = isRight ? rect.right : rect.left;
    const other = neighbour === undefined ? edge : isRight ? neighbour.left : neighbour.right;
    return new DOMRect((edge + other) / 2 - half, rect.top, lineWidth, rect.height);
  }
  const edge = isPast ? rect.bottom : rect.top;
  const other = neighbour === undefined ? edge : isPast ? neighbour.top : neighbour.bottom;
  return new DOMRect(rect.left, (edge + other) / 2 - half, rect.width, lineWidth);
}
