import type { ResolvedPos } from "prosemirror-model";
import type { Command, EditorState } from "prosemirror-state";
import type { Anchor } from "../../data/anchors.ts";
import { previewOf, quoteOf } from "../../data/anchors.ts";
import { newKeyPrefix } from "../model/take-over.ts";
import { contextOf } from "../view/editor-context.ts";
import { type MarkedRange, textOf, threadsAt } from "./comment-marks.ts";

/** The key of the innermost block around a position that the server knows. Blocks that are not saved yet have another one. */
function keyAt($pos: ResolvedPos): string | undefined {
  for (let depth = $pos.depth; depth > 0; depth--) {
    const key: string | null | undefined = $pos.node(depth).attrs.key;
    if (key && !key.startsWith(newKeyPrefix)) return key;
  }
  return undefined;
}

/** What a comment on words is about. Of words in several blocks, those in the first one. */
function anchorOfWords({ doc }: EditorState, from: number, to: number): Anchor | undefined {
  const $from = doc.resolve(from);
  const { parent } = $from;
  if (!parent.isTextblock) return undefined;
  const text = textOf(parent);
  const start = $from.parentOffset;
  const end = Math.min(start + to - from, text.length);
  if (text.slice(start, end).trim() === "") return undefined;
  return { node: keyAt($from) ?? "", quote: quoteOf(text, start, end) };
}

/** What a comment on the block at a position is about. */
export function anchorOfBlock({ doc }: EditorState, position: number): Anchor | undefined {
  const node = doc.nodeAt(position);
  if (node === null) return undefined;
  const own: string | null = node.attrs.key ?? null;
  const key = own && !own.startsWith(newKeyPrefix) ? own : keyAt(doc.resolve(position));
  return { node: key ?? own ?? "", preview: previewOf(textOf(node)) };
}

/** What a marked range is about now. */
export function anchorOfRange(state: EditorState, { from, to, isBlock }: MarkedRange): Anchor | undefined {
  const anchor = isBlock ? anchorOfBlock(state, from) : anchorOfWords(state, from, to);
  // Without a key, the server cannot find it.
  return anchor?.node === "" ? undefined : anchor;
}

/** Begins a comment on the selected words. */
export const commentOnSelection: Command = (state, dispatch) => {
  const { comments } = contextOf(state);
  const { from, to } = state.selection;
  if (comments?.mayComment !== true) return false;
  const anchor = anchorOfWords(state, from, to);
  if (anchor === undefined) return false;
  if (dispatch) comments.start(anchor);
  return true;
};

/** Opens the thread of the words at the caret. */
export const openThreadAtCaret: Command = (state, dispatch) => {
  const { comments } = contextOf(state);
  const [thread] = state.selection.empty ? threadsAt(state, state.selection.from) : [];
  if (thread === undefined) return false;
  if (dispatch) comments?.open(thread.id);
  return true;
};

/** Begins a comment on the block with the caret. */
export const commentOnBlock: Command = (state, dispatch) => {
  const { comments } = contextOf(state);
  const { $from } = state.selection;
  if (comments?.mayComment !== true || $from.depth === 0) return false;
  const anchor = anchorOfBlock(state, $from.before());
  if (anchor && dispatch) comments.start(anchor);
  return anchor !== undefined;
};
