import type { ComponentChildren } from "preact";
import type { Mark, MarkType } from "prosemirror-model";
import { Plugin } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { contextOf } from "./editor-context.ts";
import { markedRangeAt, rectOf } from "./ranges.ts";

/** Shows a bar below marked text while the caret is in it. */
export function caretBar(
  name: string,
  type: MarkType,
  content: (view: EditorView, mark: Mark) => ComponentChildren,
): Plugin {
  return new Plugin({
    view: () => {
      let shown: Mark | undefined;
      return {
        update: (view, before) => {
          if (before.selection.eq(view.state.selection) && before.doc.eq(view.state.doc)) return;
          const { overlays } = contextOf(view.state);
          const { empty, from } = view.state.selection;
          const found = empty && view.hasFocus() ? markedRangeAt(view.state, from, type) : undefined;
          if (found?.mark === shown) return;
          shown = found?.mark;
          if (found === undefined) return overlays.close(name);
          overlays.open(name, {
            anchor: () => rectOf(view, found.from, Math.min(found.to, view.state.doc.content.size)),
            content: () => content(view, found.mark),
            onDismiss: () => overlays.close(name),
          });
        },
      };
    },
  });
}
