import type { Node } from "prosemirror-model";
import { type Command, type EditorState, NodeSelection, TextSelection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import type { Kind } from "../kinds.ts";
import { schema } from "../model/schema.ts";

const { caption, paragraph } = schema.nodes;

/** The depth of the caption around the selection, if it is in one. */
function captionDepth({ selection }: EditorState): number | undefined {
  const { $from } = selection;
  for (let depth = $from.depth; depth > 0; depth--) if ($from.node(depth).type === caption) return depth;
  return undefined;
}

export function hasCaption({ lastChild }: Node): boolean {
  return lastChild?.type === caption;
}

/** Adds a caption to a block and moves into it, or removes the caption. */
export function toggleCaption(view: EditorView, position: number | undefined): void {
  const node = position === undefined ? null : view.state.doc.nodeAt(position);
  if (position === undefined || node === null) return;
  const { tr } = view.state;
  const end = position + node.nodeSize - 1;
  if (node.lastChild && hasCaption(node)) {
    tr.delete(end - node.lastChild.nodeSize, end);
    tr.setSelection(NodeSelection.create(tr.doc, position));
  } else {
    tr.insert(end, caption.create(null, paragraph.create()));
    tr.setSelection(TextSelection.near(tr.doc.resolve(end + 1)));
  }
  view.dispatch(tr.scrollIntoView());
  view.focus();
}

/** Continues below the block of the caption. */
const leaveByEnter: Command = (state, dispatch) => {
  const depth = captionDepth(state);
  if (depth === undefined) return false;
  const { $from } = state.selection;
  let level = depth - 1;
  while (level > 1 && !$from.node(level - 1).type.contentMatch.matchType(paragraph)) level--;
  const after = $from.after(level);
  const tr = state.tr.insert(after, paragraph.create());
  dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(after + 1))).scrollIntoView());
  return true;
};

/** Removes an empty caption and selects its block. */
const removeByBackspace: Command = (state, dispatch) => {
  const depth = captionDepth(state);
  const { $from, empty } = state.selection;
  if (depth === undefined || !empty || $from.parentOffset > 0 || $from.index(depth) > 0) return false;
  // At the start of a caption with text, the block before it is not joined with it.
  if ($from.node(depth).textContent !== "") return true;
  const tr = state.tr.delete($from.before(depth), $from.after(depth));
  dispatch?.(tr.setSelection(NodeSelection.create(tr.doc, $from.before(depth - 1))));
  return true;
};

/** The captions of images, files and embeds. */
export const captions: Kind = {
  dom: { caption: () => ["figcaption", 0] },
  keys: { Enter: leaveByEnter, Backspace: removeByBackspace },
};
