import { Plugin } from "prosemirror-state";
import { Decoration, DecorationSet } from "prosemirror-view";

/** Marks the blocks around the caret, whose tools are shown. */
export const caretClass = new Plugin({
  props: {
    decorations: ({ doc, selection }) => {
      const { $from } = selection;
      const blocks: Decoration[] = [];
      for (let depth = $from.depth; depth > 0; depth--)
        if ($from.node(depth).type.spec.isolating)
          blocks.push(Decoration.node($from.before(depth), $from.after(depth), { class: "has-caret" }));
      return blocks.length > 0 ? DecorationSet.create(doc, blocks) : null;
    },
  },
});
