import type { EditorView } from "prosemirror-view";

/** Closes a dialog and gives the focus back to the text, when the dialog is gone and no other one follows. */
export function focusAfter(view: EditorView, close: () => void): () => void {
  return () => {
    close();
    setTimeout(() => !view.isDestroyed && document.querySelector("dialog[open]") === null && view.focus());
  };
}
