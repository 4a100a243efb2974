import type { Node, ResolvedPos } from "prosemirror-model";
import { AllSelection, NodeSelection, type Selection } from "prosemirror-state";

/** Neighbouring blocks of one parent, which are moved, copied or changed together. */
export interface BlockRange {
  readonly from: number;
  readonly to: number;
  readonly nodes: readonly Node[];
}

/** Parts of blocks that are moved like blocks. */
const movableParts = new Set(["list_item", "stepper_step", "update"]);
/** What belongs to the block around it. */
const closedParents = new Set(["table_cell", "caption", "expandable_title", "prompt"]);

/** Whether a node has a handle of its own. The text of a list item does not: its item has. */
function hasHandle(node: Node, parent: Node, index: number): boolean {
  if (movableParts.has(node.type.name)) return true;
  if (node.type.spec.group !== "block" || closedParents.has(parent.type.name)) return false;
  return !(parent.type.name === "list_item" && index === 0 && node.isTextblock);
}

/** The innermost block around a place that can be moved. */
export function blockAround($pos: ResolvedPos): BlockRange | undefined {
  for (let depth = $pos.depth; depth > 0; depth--) {
    const node = $pos.node(depth);
    if (hasHandle(node, $pos.node(depth - 1), $pos.index(depth - 1)))
      return { from: $pos.before(depth), to: $pos.after(depth), nodes: [node] };
  }
  return undefined;
}

/** The block that begins at a position, or the one around it if it has no handle. */
export function blockAtPosition(doc: Node, position: number): BlockRange | undefined {
  const $pos = doc.resolve(position);
  const { nodeAfter: node } = $pos;
  if (node && hasHandle(node, $pos.parent, $pos.index()))
    return { from: position, to: position + node.nodeSize, nodes: [node] };
  return blockAround($pos);
}

/** The blocks that a selection touches. */
export function selectedBlocks(selection: Selection): BlockRange | undefined {
  const { $from, $to } = selection;
  if (selection instanceof NodeSelection && selection.node.isBlock)
    return blockAtPosition($from.doc, selection.from);
  if (selection instanceof AllSelection) return { from: 0, to: $to.pos, nodes: $from.parent.children };
  const first = blockAround($from);
  if (first === undefined || $to.pos <= first.to) return first;
  const range = $from.blockRange($to, (parent) => !closedParents.has(parent.type.name));
  if (!range) return first;
  const nodes = range.parent.children.slice(range.startIndex, range.endIndex);
  return { from: range.start, to: range.end, nodes };
}

/** The blocks that a handle is for: all selected ones if its block is one of them. */
export function blocksOfHandle(selection: Selection, block: BlockRange): BlockRange {
  const selected = selection.empty ? undefined : selectedBlocks(selection);
  return selected && selected.from <= block.from && selected.to >= block.to ? selected : block;
}
