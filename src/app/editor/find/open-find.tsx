import type { Command } from "prosemirror-state";
import { showFailure } from "../../data/toasts.ts";
import { contextOf } from "../view/editor-context.ts";

/** Opens the panel that finds and replaces text. In its field, the same keys open that of the browser. */
export const openFind: Command = (state, dispatch, view) => {
  if (dispatch === undefined || view === undefined) return true;
  const { overlays } = contextOf(state);
  const { from, to } = state.selection;
  const selected = state.doc.textBetween(from, to, "\n");
  import("../on-demand.ts").then(({ FindPanel }) => {
    const close = () => {
      overlays.close("find");
      view.focus();
    };
    overlays.open("find", {
      anchor: () => new DOMRect(innerWidth, 0, 0, 0),
      content: () => (
        <FindPanel view={view} initial={selected.includes("\n") ? "" : selected} onClose={close} />
      ),
    });
  }, showFailure);
  return true;
};
