import type { EditorView } from "prosemirror-view";

/** The editors in which an element with the focus is being drawn again. */
const editors = new WeakSet<EditorView>();

/** Remembers that an element had the focus, before it is removed. */
export function noteFocus(view: EditorView, dom: HTMLElement): void {
  const { activeElement } = view.root;
  if (activeElement && activeElement !== view.dom && dom.contains(activeElement)) editors.add(view);
}

/** Whether the focus was in an element that has been removed since it was last asked. */
export function hasLostFocus(view: EditorView): boolean {
  return editors.delete(view);
}
