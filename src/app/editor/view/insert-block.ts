import type { Node, NodeType } from "prosemirror-model";
import { NodeSelection, TextSelection, type Transaction } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { schema } from "../model/schema.ts";
import { isEmptyParagraph } from "../model/to-document.ts";

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Where a block of a type is put for a position: in the place of an empty paragraph, else after the block, as deep as it is allowed. */
export function placeFor(doc: Node, position: number, type: NodeType): Range | undefined {
  const $position = doc.resolve(Math.min(position, doc.content.size));
  const { parent, depth } = $position;
  if (!parent.inlineContent && parent.canReplaceWith($position.index(), $position.index(), type))
    return { from: $position.pos, to: $position.pos };
  if (depth > 0 && isEmptyParagraph(parent)) {
    const index = $position.index(-1);
    if ($position.node(-1).canReplaceWith(index, index + 1, type))
      return { from: $position.before(), to: $position.after() };
  }
  for (let level = depth; level > 0; level--) {
    const after = $position.indexAfter(level - 1);
    if ($position.node(level - 1).canReplaceWith(after, after, type))
      return { from: $position.after(level), to: $position.after(level) };
  }
  return undefined;
}

/** Puts blocks at a position. The result is where they begin. */
export function insertBlocks(tr: Transaction, position: number, blocks: readonly Node[]): number | undefined {
  const [first] = blocks;
  const place = first && placeFor(tr.doc, position, first.type);
  if (place === undefined) return undefined;
  tr.replaceWith(place.from, place.to, [...blocks]);
  return place.from;
}

/** Puts a block at the selection and selects it. One without text gets a paragraph after it, to write on. */
export function insertAtSelection(tr: Transaction, node: Node): Transaction | undefined {
  const at = insertBlocks(tr, tr.selection.to, [node]);
  if (at === undefined) return undefined;
  const end = at + node.nodeSize;
  if (tr.doc.resolve(end).nodeAfter === null) tr.insert(end, schema.node("paragraph"));
  const isSelectable = NodeSelection.isSelectable(node);
  tr.setSelection(
    isSelectable ? NodeSelection.create(tr.doc, at) : TextSelection.near(tr.doc.resolve(at + 1)),
  );
  return tr.scrollIntoView();
}

/** Changes the data of a block. Undefined removes a field. */
export function changeData(
  view: EditorView,
  position: number | undefined,
  changes: Readonly<Record<string, unknown>>,
): void {
  const node = position === undefined ? null : view.state.doc.nodeAt(position);
  if (position === undefined || node === null) return;
  const fields = Object.entries({ ...node.attrs.data, ...changes }).filter(
    ([, value]) => value !== undefined,
  );
  const { tr, selection } = view.state;
  tr.setNodeAttribute(position, "data", Object.fromEntries(fields));
  // Changing a node must not unselect it.
  if (selection instanceof NodeSelection) tr.setSelection(NodeSelection.create(tr.doc, selection.from));
  view.dispatch(tr);
}
