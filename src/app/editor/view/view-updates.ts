import { type EditorState, Plugin } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";

type Listener = (view: EditorView, before: EditorState) => void;

const listeners = new WeakMap<EditorView, Set<Listener>>();

/** Tells the parts around the text that it, or the selection in it, has changed. */
export const viewUpdates = new Plugin({
  view: () => ({
    update: (view, before) => {
      for (const listen of listeners.get(view) ?? []) listen(view, before);
    },
  }),
});

/** Calls a function after each update of a view, until what is returned is called. */
export function onViewUpdate(view: EditorView, listen: Listener): () => void {
  const known = listeners.get(view) ?? new Set();
  listeners.set(view, known.add(listen));
  return () => void known.delete(listen);
}
