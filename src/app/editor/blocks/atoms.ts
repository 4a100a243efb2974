import { faMinus } from "@fortawesome/free-solid-svg-icons";
import { InputRule } from "prosemirror-inputrules";
import { type Command, TextSelection } from "prosemirror-state";
import { words } from "../../words/index.ts";
import type { Kind } from "../kinds.ts";
import { schema } from "../model/schema.ts";

const { divider, paragraph } = schema.nodes;
const texts = words.editor.blocks;

const insertDivider: Command = (state, dispatch) => {
  const { $from } = state.selection;
  const tr = state.tr;
  if ($from.parent.childCount === 0) tr.replaceRangeWith($from.before(), $from.after(), divider.create());
  else tr.replaceSelectionWith(divider.create());
  const after = tr.selection.$to.pos;
  if (tr.doc.resolve(after).nodeAfter === null) tr.insert(after, paragraph.create());
  dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(after))).scrollIntoView());
  return true;
};

const dividerRule = new InputRule(/^(?:---|\*\*\*|___)$/, (state, _match, start, end) => {
  const tr = state.tr.delete(start, end);
  const before = tr.doc.resolve(start).before();
  if (tr.doc.resolve(start).depth > 0) tr.insert(before, divider.create());
  return tr;
});

/** Blocks without text of their own. */
export const atoms: Kind = {
  dom: {
    divider: () => ["hr"],
  },
  rules: [dividerRule],
  entries: [
    {
      name: texts.divider,
      keywords: "line rule hr",
      icon: faMinus,
      group: "text",
      insert: insertDivider,
    },
  ],
};
