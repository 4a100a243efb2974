import { selectAll } from "prosemirror-commands";
import { Fragment } from "prosemirror-model";
import { type Command, TextSelection } from "prosemirror-state";
import { liftTarget } from "prosemirror-transform";
import { schema } from "../model/schema.ts";

const { paragraph } = schema.nodes;

/** Selects the text of the block, then everything. */
export const selectMore: Command = (state, dispatch, view) => {
  const { $from, $to, from, to } = state.selection;
  const isWhole = !$from.sameParent($to) || (from === $from.start() && to === $from.end());
  if (!$from.parent.isTextblock || isWhole) return selectAll(state, dispatch, view);
  dispatch?.(state.tr.setSelection(TextSelection.create(state.doc, $from.start(), $from.end())));
  return true;
};

/** Blocks around others that one leaves by Enter in an empty last paragraph. */
const containers = new Set(["blockquote", "hint", "if", "expandable_body", "tabs_item", "column", "update"]);

/** An empty last paragraph of a container moves behind it. */
export const leaveContainer: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  if (!empty || $from.parent.type !== paragraph || $from.parent.childCount > 0 || $from.depth < 2)
    return false;
  const container = $from.node(-1);
  const isLast = $from.index(-1) === container.childCount - 1;
  if (!containers.has(container.type.name) || !isLast || container.childCount === 1) return false;
  // A tab, a column or a body belongs to a block, which is what is left.
  for (let depth = $from.depth - 1; depth > 0; depth--) {
    const after = $from.after(depth);
    const $after = state.doc.resolve(after);
    if (!$after.parent.canReplaceWith($after.index(), $after.index(), paragraph)) continue;
    const tr = state.tr.insert(after, paragraph.create()).delete($from.before(), $from.after());
    const start = tr.mapping.map(after, -1);
    dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(start + 1))).scrollIntoView());
    return true;
  }
  return false;
};

/** Backspace at the start of the first block of a container lifts the block out of it. */
export const liftFromContainer: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  if (!empty || $from.parentOffset > 0 || !$from.parent.isTextblock || $from.depth < 2) return false;
  const container = $from.node(-1);
  if ($from.index(-1) > 0) return false;
  if (container.type.name === "expandable_title") return unwrapExpandable(state, dispatch);
  if (!["blockquote", "hint", "if"].includes(container.type.name)) return false;
  const range = $from.blockRange();
  const target = range && liftTarget(range);
  if (!range || target === null || target === undefined) return false;
  dispatch?.(state.tr.lift(range, target).scrollIntoView());
  return true;
};

/** The title and the body of an expandable become blocks of their own. */
const unwrapExpandable: Command = (state, dispatch) => {
  const { $from } = state.selection;
  const expandable = $from.node(-2);
  const [title, body] = expandable.children;
  const blocks = [...(title?.children ?? []), ...(body?.children ?? [])];
  const start = $from.before(-2);
  const isBodyEmpty = body?.childCount === 1 && body.firstChild?.childCount === 0;
  const kept = Fragment.from(isBodyEmpty ? blocks.slice(0, 1) : blocks);
  const tr = state.tr.replaceWith(start, start + expandable.nodeSize, kept);
  dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(start + 1))).scrollIntoView());
  return true;
};
