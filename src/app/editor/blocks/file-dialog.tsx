import { faFile } from "@fortawesome/free-solid-svg-icons";
import { useEffect, useState } from "preact/hooks";
import type { EditorView } from "prosemirror-view";
import { formatBytes } from "../../data/format.ts";
import { findMatches } from "../../data/matching.ts";
import { Button } from "../../parts/button.tsx";
import { openDialog } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icon.tsx";
import { PickerDialog } from "../../parts/picker-dialog.tsx";
import { words } from "../../words/index.ts";
import { filesOf } from "../content-files.ts";
import { schema } from "../model/schema.ts";
import { chooseFiles, startUploads } from "../uploads/uploads.ts";
import { focusAfter } from "../view/focus-after.ts";
import { insertAtSelection } from "../view/insert-block.ts";

const texts = words.media.file;
const maxShown = 50;

/** Asks for a file: a new one, or one of the content. */
export function chooseFile(view: EditorView): void {
  openDialog((close) => <FileDialog view={view} onClose={focusAfter(view, close)} />);
}

function FileDialog({ view, onClose }: { readonly view: EditorView; readonly onClose: () => void }) {
  const files = filesOf(view.state);
  const [, draw] = useState(0);
  useEffect(() => files.subscribe(() => draw((count) => count + 1)), []);
  const upload = () =>
    chooseFiles({}, (chosen) => {
      startUploads(view, chosen, view.state.selection.to);
      onClose();
    });
  const insert = (id: string) => {
    const tr = insertAtSelection(
      view.state.tr,
      schema.node("file", { data: { ref: { kind: "file", file: id } } }),
    );
    if (tr) view.dispatch(tr);
  };
  const find = (query: string) => {
    const found = findMatches(files.all, query, ({ name }) => name, maxShown);
    const options = found.map(({ id, name, size }) => ({
      id,
      label: name,
      note: formatBytes(size),
      icon: <Icon of={faFile} />,
      onPick: () => insert(id),
    }));
    return [{ label: texts.known, options }];
  };
  return (
    <PickerDialog
      title={texts.insertTitle}
      search={texts.known}
      onClose={onClose}
      find={find}
      emptyText={texts.none}
      isLoading={!files.isLoaded}
      countText={words.media.count}
    >
      <Button kind="primary" onClick={upload}>
        {words.media.image.choose}
      </Button>
    </PickerDialog>
  );
}
