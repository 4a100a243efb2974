import type { EditorView } from "prosemirror-view";
import { Dialog, openDialog } from "../../parts/dialog.tsx";
import { words } from "../../words/index.ts";
import { ReferencePicker } from "../inlines/reference-picker.tsx";
import { type Reference, withinSpace } from "../model/references.ts";
import { contextOf } from "../view/editor-context.ts";
import { focusAfter } from "../view/focus-after.ts";

/** Asks where a card leads. */
export function pickReference(view: EditorView, onPick: (ref: Reference) => void): void {
  const { content } = contextOf(view.state);
  openDialog((close) => {
    const onClose = focusAfter(view, close);
    return (
      <Dialog title={words.media.reference.title} hasHiddenTitle onClose={onClose}>
        <ReferencePicker
          view={view}
          onPick={(ref) => {
            onClose();
            onPick(withinSpace(ref, content.space));
          }}
        />
      </Dialog>
    );
  });
}
