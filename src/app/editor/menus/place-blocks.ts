import { Fragment, type Node, NodeRange, type NodeType, type ResolvedPos } from "prosemirror-model";
import { type EditorState, NodeSelection, Selection, type Transaction } from "prosemirror-state";
import { schema } from "../model/schema.ts";
import type { BlockRange } from "./block-range.ts";
import { selectAt } from "./select-block.ts";

const { paragraph, column, columns } = schema.nodes;
export const maxColumns = 4;

/** Where blocks are moved to: between others, or beside one, which makes columns of both. */
export type Destination =
  | { readonly kind: "between"; readonly pos: number }
  | { readonly kind: "beside"; readonly pos: number; readonly side: "before" | "after" };

/** Moves blocks; undefined where they cannot be. The selection stays in them. */
export function placeBlocks(
  state: EditorState,
  range: BlockRange,
  destination: Destination,
): Transaction | undefined {
  return destination.kind === "between"
    ? moveTo(state, range, destination.pos)
    : placeBeside(state, range, destination.pos, destination.side);
}

/** Moves blocks to a position between others. */
export function moveTo(state: EditorState, range: BlockRange, target: number): Transaction | undefined {
  if (target >= range.from && target <= range.to) return undefined;
  const $target = state.doc.resolve(target);
  const fitted = fit(state.doc.resolve(range.from), range.nodes, $target);
  if (fitted === undefined) return undefined;
  const tr = state.tr.insert(target, fitted.nodes);
  if ($target.parent.type === columns) makeEven(tr, $target.before());
  return finish(state, tr, range, target + fitted.depth);
}

/** What is inserted for blocks at a position, and how deep in it they are. */
function fit({ parent: source }: ResolvedPos, nodes: readonly Node[], $target: ResolvedPos) {
  const { parent } = $target;
  const index = $target.index();
  if (parent.type === columns && parent !== source && parent.childCount + nodes.length > maxColumns)
    return undefined;
  if (parent.canReplace(index, index, Fragment.from(nodes))) return { nodes: [...nodes], depth: 0 };
  if (nodes.every(isBlock) || isInsideOf($target, source.type)) return undefined;
  // Outside of columns, a column is its blocks. Items of lists, tabs and steps get a block of their own.
  const fitting =
    source.type === columns
      ? { nodes: nodes.flatMap((node) => node.children), depth: 0 }
      : { nodes: [source.type.create({ data: source.attrs.data }, nodes)], depth: 1 };
  return parent.canReplace(index, index, Fragment.from(fitting.nodes)) ? fitting : undefined;
}

function isBlock({ type }: Node): boolean {
  return type.isInGroup("block");
}

/** Whether a position is in a block of a type. All lists count as one. */
function isInsideOf($pos: ResolvedPos, type: NodeType): boolean {
  const kind = type.name.split("_")[0];
  for (let depth = $pos.depth; depth > 0; depth--)
    if ($pos.node(depth).type.name.split("_")[0] === kind) return true;
  return false;
}

/** The blocks in which columns are made. In others, such as lists and quotes, they would be too narrow. */
const columnParents = new Set(["doc", "tabs_item", "stepper_step", "expandable_body", "update", "if"]);

/** Puts blocks into a column beside a block. In columns, they get a further column. */
function placeBeside(
  state: EditorState,
  range: BlockRange,
  pos: number,
  side: "before" | "after",
): Transaction | undefined {
  const { doc, tr } = state;
  const $pos = doc.resolve(pos);
  const block = $pos.nodeAfter;
  const isMovable = range.nodes.every((node) => isBlock(node) && node.type !== columns);
  if (block === null || !isMovable || (pos >= range.from && pos < range.to)) return undefined;
  const inserted = column.create(null, range.nodes);
  if ($pos.parent.type === column) {
    const freed = ownColumn(doc, range) === $pos.node(-1) ? 1 : 0;
    if ($pos.node(-1).childCount - freed >= maxColumns) return undefined;
    const at = side === "before" ? $pos.before() : $pos.after();
    tr.insert(at, inserted);
    makeEven(tr, $pos.before(-1));
    return finish(state, tr, range, at + 1);
  }
  if (!columnParents.has($pos.parent.type.name) || !isBlock(block) || block.type === columns)
    return undefined;
  const around = new NodeRange($pos, doc.resolve(pos + block.nodeSize), $pos.depth);
  tr.wrap(around, [{ type: columns }, { type: column }]);
  const at = side === "before" ? pos + 1 : pos + block.nodeSize + 3;
  return finish(state, tr.insert(at, inserted), range, at + 1);
}

/** The columns of which blocks are a whole column. */
function ownColumn(doc: Node, { from, to }: BlockRange): Node | undefined {
  const $from = doc.resolve(from);
  const isWhole = $from.parent.type === column && from === $from.start() && to === $from.end();
  return isWhole ? $from.node(-1) : undefined;
}

/** Gives all columns of a block the same width. */
export function makeEven(tr: Transaction, pos: number): Transaction {
  const node = tr.doc.nodeAt(pos);
  let at = pos + 1;
  for (const child of node?.children ?? []) {
    const { width, ...data } = child.attrs.data;
    if (width !== undefined) tr.setNodeAttribute(at, "data", data);
    at += child.nodeSize;
  }
  return tr;
}

/** Removes blocks from where they were, after they have been inserted at `start`, and moves the selection along. */
function finish(
  { selection }: EditorState,
  tr: Transaction,
  { from, to }: BlockRange,
  start: number,
): Transaction {
  const count = tr.steps.length;
  removeEmptied(tr, tr.mapping.map(from, 1), tr.mapping.map(to, -1));
  const moved = tr.mapping.slice(count).map(start);
  if (selection.from < from || selection.to > to) return selectAt(tr, moved);
  const offset = moved - from;
  if (selection instanceof NodeSelection)
    return tr.setSelection(NodeSelection.create(tr.doc, selection.from + offset));
  const { anchor, head } = selection;
  const json = { type: "text", anchor: anchor + offset, head: head + offset };
  return tr.setSelection(Selection.fromJSON(tr.doc, json));
}

/** Parts that stay, with an empty paragraph, when all of their blocks are moved out. */
const stayingParts = new Set(["doc", "tabs_item", "stepper_step", "update", "expandable_body"]);

/** Removes blocks, and the blocks around them that would be empty. A single column that remains is dissolved. */
export function removeEmptied(tr: Transaction, from: number, to: number): Transaction {
  const $from = tr.doc.resolve(from);
  const { parent, depth } = $from;
  const isAll = from === $from.start() && to === $from.end();
  if (isAll && stayingParts.has(parent.type.name)) return tr.replaceWith(from, to, paragraph.create());
  if (isAll) return removeEmptied(tr, $from.before(), $from.after());
  tr.delete(from, to);
  if (parent.type === columns) dissolveSingle(tr, $from.before(depth));
  return tr;
}

function dissolveSingle(tr: Transaction, pos: number): void {
  const node = tr.doc.nodeAt(pos);
  if (node?.type !== columns || node.childCount !== 1) return;
  const [$start, $end] = [tr.doc.resolve(pos + 2), tr.doc.resolve(pos + node.nodeSize - 2)];
  tr.lift(new NodeRange($start, $end, $start.depth), $start.depth - 2);
}
