import { Fragment, type Node } from "prosemirror-model";
import type { Command, EditorState, Transaction } from "prosemirror-state";
import { schema } from "../model/schema.ts";
import { type BlockRange, selectedBlocks } from "./block-range.ts";
import { moveTo } from "./place-blocks.ts";
import { selectAt, selectNear } from "./select-block.ts";

/** A change of blocks; undefined where it is not possible. */
export type BlockChange = (state: EditorState, range: BlockRange) => Transaction | undefined;

/** The change as a command for the selected blocks. */
export function onSelectedBlocks(change: BlockChange): Command {
  return (state, dispatch) => {
    const range = selectedBlocks(state.selection);
    const tr = range && change(state, range);
    if (tr) dispatch?.(tr.scrollIntoView());
    return tr !== undefined;
  };
}

/** A copy without what identifies a block: its key, the anchor of a heading, the name of a tab. */
export function withoutKeys(node: Node): Node {
  const { key, meta, data, ...others } = node.attrs;
  const { id: _, slug: __, ...copied } = data ?? {};
  const attrs = {
    ...others,
    ...(key !== undefined && { key: null }),
    ...(meta !== undefined && { meta: null }),
    ...(data !== undefined && { data: copied }),
  };
  if (node.isText || node.isInline) return node;
  return node.type.create(attrs, Fragment.from(node.children.map(withoutKeys)), node.marks);
}

export const duplicateBlocks: BlockChange = ({ tr }, { to, nodes }) => {
  tr.insert(to, nodes.map(withoutKeys));
  return selectAt(tr, to);
};

export const deleteBlocks: BlockChange = ({ doc, tr }, { from, to }) => {
  const $from = doc.resolve(from);
  const { parent, depth } = $from;
  const isAll = from === $from.start() && to === $from.end();
  if (!isAll) return selectNear(tr.delete(from, to), from);
  const [only] = parent.children;
  const isEmpty = parent.childCount === 1 && only?.type === schema.nodes.paragraph && only.childCount === 0;
  // A list without items is not a list; an empty quote is deleted at the second time.
  if (depth > 0 && (isEmpty || !parent.canReplaceWith(0, parent.childCount, schema.nodes.paragraph)))
    return deleteBlocks({ doc, tr } as EditorState, {
      from: $from.before(),
      to: $from.after(),
      nodes: [parent],
    });
  return selectNear(tr.replaceWith(from, to, schema.nodes.paragraph.create()), from);
};

/** Moves blocks before or behind their neighbour; at the edge of a container, out of it. */
export function moveBlocks(direction: -1 | 1): BlockChange {
  return (state, { from, to, nodes }) => {
    const $edge = state.doc.resolve(direction < 0 ? from : to);
    const neighbour = direction < 0 ? $edge.nodeBefore : $edge.nodeAfter;
    if (neighbour && !neighbour.type.name.startsWith("table_head"))
      return moveTo(state, { from, to, nodes }, $edge.pos + direction * neighbour.nodeSize);
    for (let depth = $edge.depth; depth > 0; depth--) {
      const target = direction < 0 ? $edge.before(depth) : $edge.after(depth);
      const $target = state.doc.resolve(target);
      if ($target.parent.canReplace($target.index(), $target.index(), Fragment.from(nodes)))
        return moveTo(state, { from, to, nodes }, target);
    }
    return undefined;
  };
}
