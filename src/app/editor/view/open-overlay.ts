import type { ComponentChildren } from "preact";
import type { EditorView } from "prosemirror-view";
import { contextOf } from "./editor-context.ts";
import { rectOf } from "./ranges.ts";

/**
 * Shows something at a range of the text, or at a place in the window. When it is closed, the focus goes back to the text.
 * `onDismiss` is called if somebody closes it without a choice.
 */
export function openOverlay(
  view: EditorView,
  name: string,
  place: { readonly from: number; readonly to: number } | (() => DOMRect | undefined),
  content: (close: () => void) => ComponentChildren,
  onDismiss?: () => void,
): void {
  const { overlays } = contextOf(view.state);
  const close = () => {
    overlays.close(name);
    view.focus();
  };
  overlays.open(name, {
    anchor: typeof place === "function" ? place : () => rectOf(view, place.from, place.to),
    onDismiss: () => {
      close();
      onDismiss?.();
    },
    content: () => content(close),
  });
}
