import { faNoteSticky, faPen, faTrash } from "@fortawesome/free-solid-svg-icons";
import type { Mark } from "prosemirror-model";
import type { Command, EditorState } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { IconButton } from "../../parts/button.tsx";
import { lazy } from "../../parts/lazy.tsx";
import { words } from "../../words/index.ts";
import type { Kind } from "../kinds.ts";
import type { Block, Fragment } from "../model/document.ts";
import { fromDocument } from "../model/from-document.ts";
import { schema } from "../model/schema.ts";
import { caretBar } from "../view/caret-bar.ts";
import { contextOf } from "../view/editor-context.ts";
import { openOverlay } from "../view/open-overlay.ts";
import { markedRangeAt } from "../view/ranges.ts";

const { annotation } = schema.marks;

function bodyOf(mark: Mark): readonly Block[] {
  const fragments = (mark.attrs.fragments ?? []) as readonly Fragment[];
  return fragments.find(({ type }) => type === "annotation-body")?.nodes ?? [];
}

/** The same annotation with another note. */
function withBody(mark: Mark, nodes: readonly Block[]): Mark {
  const fragment: Fragment = {
    object: "fragment",
    type: "annotation-body",
    fragment: "annotation-body",
    nodes,
  };
  return annotation.create({ ...mark.attrs, fragments: [fragment] });
}

const NoteEditor = lazy(async () => (await import("../on-demand.ts")).NoteEditor);

/** Opens the note at a position. Each change of it is a change of the text that has it. */
function openNote(view: EditorView, position: number): boolean {
  const found = markedRangeAt(view.state, position, annotation);
  if (found === undefined) return false;
  contextOf(view.state).overlays.close("note-bar");
  let { mark } = found;
  const { from, to } = found;
  const replace = (next: Mark | undefined) => {
    const { tr } = view.state;
    tr.removeMark(from, to, mark);
    if (next) tr.addMark(from, to, next);
    view.dispatch(tr);
    if (next) mark = next;
  };
  openOverlay(view, "annotation", found, (close) => (
    <NoteEditor
      view={view}
      body={bodyOf(found.mark)}
      onChange={(body) => replace(withBody(mark, body))}
      onClose={close}
      onRemove={() => {
        replace(undefined);
        close();
      }}
    />
  ));
  return true;
}

/** The selected text, or the word before the caret. */
function textToAnnotate({ selection }: EditorState): { from: number; to: number } | undefined {
  const { from, to, empty, $from } = selection;
  if (!$from.parent.inlineContent || !selection.$to.sameParent($from)) return undefined;
  if (!empty) return { from, to };
  const [word] = /\S+\s*$/.exec($from.parent.textBetween(0, $from.parentOffset, undefined, "\ufffc")) ?? [];
  return word === undefined
    ? undefined
    : { from: from - word.length, to: from - word.length + word.trimEnd().length };
}

/** Opens the note at the caret, or adds one to the selected text. */
const annotate: Command = (state, dispatch, view) => {
  const existing = markedRangeAt(state, state.selection.from, annotation);
  const range = existing ?? textToAnnotate(state);
  if (range === undefined) return false;
  if (dispatch === undefined || view === undefined) return true;
  if (existing === undefined) {
    const mark = withBody(annotation.create(), []);
    dispatch(state.tr.addMark(range.from, range.to, mark).removeStoredMark(annotation));
  }
  return openNote(view, range.from + 1);
};

/** The beginning of a note while the caret is in its words, and what can be done about it. */
function NoteBar({ view, mark }: { readonly view: EditorView; readonly mark: Mark }) {
  const texts = words.editor.annotations;
  const note = fromDocument({ object: "document", data: {}, nodes: bodyOf(mark) });
  const text = note.textBetween(0, note.content.size, " ").slice(0, 200);
  const remove = () => {
    const found = markedRangeAt(view.state, view.state.selection.from, annotation);
    if (found) view.dispatch(view.state.tr.removeMark(found.from, found.to, annotation));
    view.focus();
  };
  return (
    <div class="link-bar" role="toolbar" aria-label={texts.bar}>
      <span class="link-bar-title">{text || texts.empty}</span>
      <IconButton label={texts.edit} icon={faPen} onClick={() => annotate(view.state, view.dispatch, view)} />
      <IconButton label={texts.remove} icon={faTrash} onClick={remove} />
    </div>
  );
}

const noteBar = caretBar("note-bar", annotation, (view, mark) => <NoteBar view={view} mark={mark} />);

/** Words with a note. */
export const annotations: Kind = {
  marks: { annotation: () => ["span", { class: "annotation" }, 0] },
  keys: { "Mod-Alt-n": annotate },
  plugins: [noteBar],
  tools: [
    {
      label: words.editor.blocks.annotation,
      icon: faNoteSticky,
      shortcut: "mod+alt+N",
      isActive: ({ doc, selection: { from, to } }) => doc.rangeHasMark(from, to, annotation),
      run: annotate,
    },
  ],
  entries: [
    {
      name: words.editor.blocks.annotation,
      keywords: "footnote comment note",
      icon: faNoteSticky,
      group: "inline",
      insert: annotate,
    },
  ],
};
