import { closeHistory } from "prosemirror-history";
import { Slice } from "prosemirror-model";
import { Plugin, PluginKey } from "prosemirror-state";
import { Decoration, DecorationSet, type EditorView } from "prosemirror-view";
import { call } from "../../data/api.ts";
import { showDone, showNotice } from "../../data/toasts.ts";
import { words } from "../../words/index.ts";
import { filesOf } from "../content-files.ts";
import { contentParams, contentPath } from "../content-source.ts";
import { type Document, withoutKeys } from "../model/document.ts";
import { fromDocument } from "../model/from-document.ts";
import { sendFile } from "../uploads/send-file.ts";
import { contextOf } from "../view/editor-context.ts";
import { element } from "../view/elements.ts";
import { insertSlice } from "./insert-slice.ts";
import { paragraphsOf } from "./plain-text.ts";

/** What is pasted, as other programs give it. */
export interface PastedText {
  readonly text: string;
  /** The source for the server: HTML, or Markdown of any dialect. */
  readonly source: { readonly html: string } | { readonly markdown: string; readonly dialect: "any" };
}

/** The place of text that the server converts. It is no part of the document. */
interface PendingPaste {
  readonly id: number;
  readonly from: number;
  readonly to: number;
}

const key = new PluginKey<readonly PendingPaste[]>("pasting");
let lastId = 0;

/** Keeps the places of pasted text while the server converts it. */
export const pendingPastes = new Plugin<readonly PendingPaste[]>({
  key,
  state: {
    init: () => [],
    apply: (tr, pending) => {
      const change: { add?: PendingPaste; remove?: number } | undefined = tr.getMeta(key);
      const { mapping } = tr;
      // What is typed meanwhile follows what is pasted.
      const mapped = tr.docChanged
        ? pending.map(({ id, from, to }) => ({ id, from: mapping.map(from, -1), to: mapping.map(to, -1) }))
        : pending;
      if (change?.add) return [...mapped, change.add];
      return change?.remove === undefined ? mapped : mapped.filter(({ id }) => id !== change.remove);
    },
  },
  props: {
    decorations: (state) => {
      const widgets = (key.getState(state) ?? []).map(({ id, from }) =>
        Decoration.widget(from, placeholder, { key: `paste-${id}`, side: -1, ignoreSelection: true }),
      );
      return widgets.length > 0 ? DecorationSet.create(state.doc, widgets) : null;
    },
  },
});

function placeholder(): HTMLElement {
  const dom = element("span", { className: "pasting", contentEditable: "false" }, words.media.paste.pasting);
  dom.role = "status";
  return dom;
}

/** Pastes text that the server converts to blocks. Without the server, it is pasted as plain text. */
export async function pasteConverted(view: EditorView, pasted: PastedText): Promise<void> {
  const { from, to } = view.state.selection;
  const id = ++lastId;
  view.dispatch(view.state.tr.setMeta(key, { add: { id, from, to } }));
  let slice: Slice;
  try {
    slice = await convert(view, pasted);
  } catch {
    slice = paragraphsOf(pasted.text);
    showNotice(words.media.paste.failed);
  }
  if (view.isDestroyed) return;
  const place = key.getState(view.state)?.find((pending) => pending.id === id);
  if (place === undefined) return;
  const { selection } = view.state;
  const isCaretThere = selection.from === place.from && selection.to === place.to;
  const tr = closeHistory(view.state.tr).setMeta(key, { remove: id });
  insertSlice(tr, place, slice, isCaretThere);
  view.dispatch(isCaretThere ? tr.scrollIntoView() : tr);
}

async function convert(view: EditorView, { source }: PastedText): Promise<Slice> {
  const { content, page } = contextOf(view.state);
  const path = `POST ${contentPath(content)}/convert` as "POST /spaces/:spaceId/content/convert";
  const reply = await call(path, contentParams(content), { body: { ...source, page } });
  const { document: converted, images, omittedImages } = reply;
  if (converted === undefined) throw new Error("The server has not converted the text");
  const uploaded = new Map<string, string>();
  for (const { url, name, contentType, base64 } of images) {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const file = new File([bytes], name, { type: contentType });
    const stored = await sendFile(content, file, () => {}, new AbortController().signal);
    filesOf(view.state).add(stored);
    uploaded.set(url, stored.id);
  }
  if (omittedImages > 0) showDone(words.media.paste.omitted(omittedImages));
  const blocks = withFiles(withoutKeys(converted as Document), uploaded) as Document;
  return new Slice(fromDocument(blocks).content, 0, 0);
}

/** Images that were part of the pasted text refer to the files that they have become. */
function withFiles(value: unknown, uploaded: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => withFiles(item, uploaded));
  if (typeof value !== "object" || value === null) return value;
  const { kind, url } = value as { kind?: unknown; url?: unknown };
  const file = kind === "url" && typeof url === "string" ? uploaded.get(url) : undefined;
  if (file !== undefined) return { kind: "file", file };
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withFiles(inner, uploaded)]));
}
