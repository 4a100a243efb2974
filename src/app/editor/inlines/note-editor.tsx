import { useEffect, useRef } from "preact/hooks";
import type { EditorView } from "prosemirror-view";
import { Button } from "../../parts/button.tsx";
import { loadEditorSheets } from "../../parts/document.tsx";
import { words } from "../../words/index.ts";
import type { Block } from "../model/document.ts";
import { fromDocument } from "../model/from-document.ts";
import { toDocument } from "../model/to-document.ts";
import { contextOf } from "../view/editor-context.ts";

interface NoteEditorProps {
  readonly view: EditorView;
  readonly body: readonly Block[];
  readonly onChange: (body: readonly Block[]) => void;
  readonly onClose: () => void;
  readonly onRemove: () => void;
}

/** The text of a note, in an editor of its own. */
export function NoteEditor({ view, body, onChange, onClose, onRemove }: NoteEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const texts = words.editor.annotations;
  useEffect(() => {
    let inner: EditorView | undefined;
    let isCurrent = true;
    loadEditorSheets().then((sheets) => {
      const { current } = host;
      if (!isCurrent || current === null) return;
      const root = current.shadowRoot ?? current.attachShadow({ mode: "open" });
      root.adoptedStyleSheets = sheets;
      inner = contextOf(view.state).createInner({
        place: root,
        doc: fromDocument({ object: "document", data: {}, nodes: body }),
        label: texts.label,
        onUpdate: ({ state }, { docChanged }) => docChanged && onChange(toDocument(state.doc).nodes),
      });
      inner.focus();
    });
    return () => {
      isCurrent = false;
      inner?.destroy();
    };
  }, []);
  return (
    <div class="note-editor">
      <div ref={host} class="note-text" />
      <div class="toolbar">
        <Button kind="quiet" onClick={onRemove}>
          {texts.remove}
        </Button>
        <Button onClick={onClose}>{texts.done}</Button>
      </div>
    </div>
  );
}
