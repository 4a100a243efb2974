import type { EditorView } from "prosemirror-view";
import { FormDialog, openDialog } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { words } from "../../words/index.ts";
import { schema } from "../model/schema.ts";
import { focusAfter } from "../view/focus-after.ts";
import { changeData, insertAtSelection } from "../view/insert-block.ts";
import type { GetPosition } from "./card-view.ts";

const texts = words.media.embed;

/** Asks for the address of an embed: that at a position, or a new one. */
export function editAddress(view: EditorView, url: string, getPos?: GetPosition): void {
  const save = (next: string) => {
    if (getPos) return changeData(view, getPos(), { url: next });
    const tr = insertAtSelection(view.state.tr, schema.node("embed", { data: { url: next } }));
    if (tr) view.dispatch(tr);
  };
  openDialog((close) => (
    <FormDialog
      title={texts.title}
      action={texts.insert}
      onClose={focusAfter(view, close)}
      onSubmit={async (form) => save(String(form.get("url")).trim())}
    >
      <TextField
        type="url"
        name="url"
        label={texts.label}
        initialValue={url}
        placeholder="https://"
        required
        autoFocus
      />
    </FormDialog>
  ));
}
