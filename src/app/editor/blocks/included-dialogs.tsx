import type { EditorView } from "prosemirror-view";
import { call } from "../../data/api.ts";
import { findMatches } from "../../data/matching.ts";
import { refresh, useList } from "../../data/queries.ts";
import { FormDialog, openDialog } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { PickerDialog } from "../../parts/picker-dialog.tsx";
import { words } from "../../words/index.ts";
import { contentParams, contentPath, pathOfWritten, type WrittenContent } from "../content-source.ts";
import { schema } from "../model/schema.ts";
import { toSentBlock } from "../model/sent-block.ts";
import { contextOf } from "../view/editor-context.ts";
import { focusAfter } from "../view/focus-after.ts";
import { insertAtSelection } from "../view/insert-block.ts";

const texts = words.media.included;
const maxShown = 100;

function included(id: string) {
  const ref = { kind: "reusable-content", reusableContent: id };
  return schema.node("reusable_content", { data: { ref } });
}

/** The list of the content that is written: a change request has one of its own. */
function listRoute(content: WrittenContent) {
  return `GET ${contentPath(content)}/reusable-contents` as const;
}

/** Asks for what is included at the selection. */
export function pickIncluded(view: EditorView): void {
  openDialog((close) => (
    <PickDialog
      content={contextOf(view.state).content}
      onClose={focusAfter(view, close)}
      onPick={(id) => {
        const tr = insertAtSelection(view.state.tr, included(id));
        if (tr) view.dispatch(tr);
      }}
    />
  ));
}

interface PickDialogProps {
  readonly content: WrittenContent;
  readonly onClose: () => void;
  readonly onPick: (id: string) => void;
}

function PickDialog({ content, onClose, onPick }: PickDialogProps) {
  const list = useList(listRoute(content), contentParams(content), { limit: 1000 }, { all: true });
  const find = (query: string) => {
    const found = findMatches(list.data ?? [], query, ({ title }) => title, maxShown);
    const options = found.map(({ id, title }) => ({ id, label: title, onPick: () => onPick(id) }));
    return [{ label: texts.pick, options }];
  };
  return (
    <PickerDialog
      title={texts.pick}
      hasHiddenTitle
      onClose={onClose}
      find={find}
      emptyText={texts.none}
      isLoading={list.isLoading}
      countText={words.media.count}
    />
  );
}

/** Makes the selected blocks a content of their own, and includes that in their place. */
export function makeOfSelection(view: EditorView): void {
  const { content } = contextOf(view.state);
  openDialog((close) => (
    <FormDialog
      title={texts.makeTitle}
      action={texts.make}
      onClose={focusAfter(view, close)}
      onSubmit={async (form) => {
        const id = await create(view, content, String(form.get("title")));
        const range = rangeOf(view);
        if (range)
          view.dispatch(view.state.tr.replaceWith(range.start, range.end, included(id)).scrollIntoView());
        refresh(`${pathOfWritten(content)}/content/reusable-contents`);
      }}
    >
      <p>{texts.makeText}</p>
      <TextField name="title" label={texts.name} required maxLength={100} autoFocus />
    </FormDialog>
  ));
}

/** The blocks that the selection touches. */
function rangeOf({ state: { selection } }: EditorView) {
  const { $from, $to } = selection;
  return $from.blockRange($to, (parent) => parent.canReplaceWith(0, 0, schema.nodes.reusable_content));
}

async function create(view: EditorView, content: WrittenContent, title: string): Promise<string> {
  const range = rangeOf(view);
  const nodes = range?.parent.children.slice(range.startIndex, range.endIndex) ?? [];
  const document = { object: "document" as const, data: {}, nodes: nodes.map((node) => toSentBlock(node)) };
  const change = { operation: "insert_reusable_content" as const, title, document: { document } };
  const path = `POST ${contentPath(content)}` as "POST /spaces/:spaceId/content";
  const reply = await call(path, contentParams(content), { body: { changes: [change] } });
  const [id] = reply.insertedReusableContents;
  if (id === undefined) throw new Error("The server has not made the content");
  return id;
}
