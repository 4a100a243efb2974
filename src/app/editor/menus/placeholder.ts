import { Plugin } from "prosemirror-state";
import { Decoration, DecorationSet } from "prosemirror-view";
import { words } from "../../words/index.ts";
import { schema } from "../model/schema.ts";

/** Says in an empty paragraph what can be typed: on an empty page, and where the caret is. */
export const placeholder = new Plugin({
  props: {
    decorations: ({ doc, selection: { $from, empty } }) => {
      const { parent } = $from;
      if (!empty || parent.type !== schema.nodes.paragraph || parent.childCount > 0) return null;
      const attributes = {
        class: doc.childCount === 1 ? "is-empty is-only" : "is-empty",
        "data-placeholder": words.editor.placeholder,
      };
      return DecorationSet.create(doc, [Decoration.node($from.before(), $from.after(), attributes)]);
    },
  },
});
