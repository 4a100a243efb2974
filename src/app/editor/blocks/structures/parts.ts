import type { Node, NodeType, ResolvedPos } from "prosemirror-model";
import { type Command, TextSelection, type Transaction } from "prosemirror-state";
import type { BlockInView } from "../../kinds.ts";
import type { BlockRange } from "../../menus/block-range.ts";
import { removeEmptied } from "../../menus/place-blocks.ts";
import { schema } from "../../model/schema.ts";

const { paragraph, tabs_item, stepper_step, column, update } = schema.nodes;

/** The parts of structures: tabs, steps, columns and updates. */
const partTypes: readonly NodeType[] = [tabs_item, stepper_step, column, update];

/** A part of a structure, and where it is. */
export interface PartPlace {
  readonly part: Node;
  readonly pos: number;
  readonly index: number;
  readonly structure: Node;
  readonly structurePos: number;
}

/** The innermost part around a position, of one of these types. */
export function partAround(
  $from: ResolvedPos,
  types: readonly NodeType[] = partTypes,
): PartPlace | undefined {
  for (let depth = $from.depth; depth > 0; depth--) {
    const part = $from.node(depth);
    if (!types.includes(part.type)) continue;
    return {
      part,
      pos: $from.before(depth),
      index: $from.index(depth - 1),
      structure: $from.node(depth - 1),
      structurePos: $from.before(depth - 1),
    };
  }
  return undefined;
}

/** The part that begins at a position. */
export function partPlaceAt(doc: Node, pos: number | undefined): PartPlace | undefined {
  if (pos === undefined) return undefined;
  const $pos = doc.resolve(pos);
  const part = $pos.nodeAfter;
  if (!part || $pos.depth === 0) return undefined;
  return { part, pos, index: $pos.index(), structure: $pos.parent, structurePos: $pos.before() };
}

/** The part as blocks that are moved or copied. */
export function rangeOf({ part, pos }: PartPlace): BlockRange {
  return { from: pos, to: pos + part.nodeSize, nodes: [part] };
}

/** The part at an index of a structure. */
export function partAt({ node, position }: BlockInView, index: number): PartPlace | undefined {
  const part = node.maybeChild(index);
  if (!part) return undefined;
  let pos = position + 1;
  for (let i = 0; i < index; i++) pos += node.child(i).nodeSize;
  return { part, pos, index, structure: node, structurePos: position };
}

export function newPart(type: NodeType, data: object = {}): Node {
  return type.create({ data }, paragraph.create());
}

/** Inserts a part after another one, and puts the caret into it. */
export function insertPartAfter(tr: Transaction, { part, pos }: PartPlace, inserted: Node): Transaction {
  const at = pos + part.nodeSize;
  tr.insert(at, inserted);
  return tr.setSelection(TextSelection.near(tr.doc.resolve(at + 1))).scrollIntoView();
}

/** Removes a part; the whole structure with its last one. */
export function removePart(tr: Transaction, place: PartPlace): Transaction {
  const { part, pos, structure, structurePos } = place;
  if (structure.childCount === 1) {
    tr.replaceWith(structurePos, structurePos + structure.nodeSize, paragraph.create());
    return tr.setSelection(TextSelection.near(tr.doc.resolve(structurePos + 1)));
  }
  removeEmptied(tr, pos, pos + part.nodeSize);
  return tr.setSelection(TextSelection.near(tr.doc.resolve(tr.mapping.map(pos)), place.index === 0 ? 1 : -1));
}

/** Exchanges a part with its neighbour. The caret stays in it. */
export function movePart(tr: Transaction, place: PartPlace, by: 1 | -1): Transaction | undefined {
  const { part, pos, index, structure } = place;
  const neighbour = structure.maybeChild(index + by);
  if (!neighbour) return undefined;
  const caret = tr.selection.from - pos;
  const at = by > 0 ? pos + neighbour.nodeSize : pos - neighbour.nodeSize;
  tr.delete(pos, pos + part.nodeSize);
  tr.insert(at, part);
  const isInside = caret > 0 && caret < part.nodeSize;
  return tr.setSelection(TextSelection.near(tr.doc.resolve(at + (isInside ? caret : 1))));
}

function isEmptyPart({ childCount, firstChild }: Node): boolean {
  return childCount === 1 && firstChild?.type === paragraph && firstChild.childCount === 0;
}

/** Continues below the innermost structure. */
export const leaveBelow: Command = ({ selection, tr }, dispatch) => {
  const { $from } = selection;
  for (let depth = $from.depth; depth > 0; depth--) {
    if (!structureNames.includes($from.node(depth).type.name)) continue;
    const after = $from.after(depth);
    const next = tr.doc.resolve(after).nodeAfter;
    const isThere = next?.type === paragraph && next.childCount === 0;
    if (!isThere) tr.insert(after, paragraph.create());
    dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(after + 1))).scrollIntoView());
    return true;
  }
  return false;
};

const structureNames = ["tabs", "stepper", "columns", "updates", "expandable", "prompt"];

/** In steps and updates, Enter on an empty last line begins the next part, and in an empty last part it leaves the structure. */
export const nextPart: Command = (state, dispatch) => {
  const { selection, tr } = state;
  const { $from, empty } = selection;
  const place = partAround($from, [stepper_step, update]);
  if (!empty || place === undefined || $from.parent.type !== paragraph || $from.parent.childCount > 0)
    return false;
  const { part, pos, index, structure, structurePos } = place;
  const isLastLine = $from.node(-1) === part && $from.index(-1) === part.childCount - 1;
  if (!isLastLine) return false;
  if (isEmptyPart(part)) {
    if (index < structure.childCount - 1 || structure.childCount === 1) return false;
    tr.delete(pos, pos + part.nodeSize);
    const after = structurePos + structure.nodeSize - part.nodeSize;
    tr.insert(after, paragraph.create());
    dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(after + 1))).scrollIntoView());
    return true;
  }
  const data = part.type === update ? { date: part.attrs.data.date } : {};
  const inserted = newPart(part.type, data);
  tr.delete($from.before(), $from.after());
  const shortened = { ...place, part: tr.doc.nodeAt(pos) ?? part };
  dispatch?.(insertPartAfter(tr, shortened, inserted));
  return true;
};

/** Backspace in an empty part removes it. */
export const removeEmptyPart: Command = (state, dispatch) => {
  const { empty, $from } = state.selection;
  const place = partAround($from);
  if (!empty || place === undefined || !isEmptyPart(place.part) || $from.node(-1) !== place.part)
    return false;
  dispatch?.(removePart(state.tr, place).scrollIntoView());
  return true;
};

/** Moves the part with the caret. */
export function movePartBy(by: 1 | -1): Command {
  return (state, dispatch) => {
    const place = partAround(state.selection.$from);
    const tr = place && movePart(state.tr, place, by);
    if (tr) dispatch?.(tr.scrollIntoView());
    return tr !== undefined;
  };
}
