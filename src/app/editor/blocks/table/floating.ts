import type { ComponentChildren } from "preact";
import type { EditorView } from "prosemirror-view";
import { contextOf } from "../../view/editor-context.ts";
import { CellSelection } from "./cell-selection.ts";
import { controlAt } from "./plugin.ts";

const name = "table";

/** Shows something at an element of a table. When it is closed, the focus is where it was. */
export function float(
  view: EditorView,
  anchor: HTMLElement,
  content: (close: () => void) => ComponentChildren,
): void {
  const { overlays } = contextOf(view.state);
  const close = () => {
    overlays.close(name);
    focusSelection(view);
  };
  // A change of the table may draw it again while this is open.
  let rect = anchor.getBoundingClientRect();
  overlays.open(name, {
    anchor: () => {
      if (anchor.isConnected) rect = anchor.getBoundingClientRect();
      return rect;
    },
    content: () => content(close),
    onDismiss: close,
  });
}

function focusSelection(view: EditorView): void {
  const { selection } = view.state;
  const isValue = selection instanceof CellSelection && selection.isSingle;
  const control = isValue ? controlAt(view, selection.$headCell.pos) : null;
  if (control) control.focus();
  else view.focus();
}
