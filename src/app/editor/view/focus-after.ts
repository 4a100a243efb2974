import type { EditorView } from "prosemirror-view";

/** Closes a dialog and gives the focus back to the text, when the dialog is gone. */
export function focusAfter(view: EditorView, close: () => void): () => void {
  return () => {
    close();
    setTimeout(() => !view.isDestroyed && view.focus());
  };
}
