import { Slice } from "prosemirror-model";
import { Plugin, Selection, type Transaction } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { urlOf } from "../../navigation/router.ts";
import { isInCode } from "../blocks/code.ts";
import type { Kind } from "../kinds.ts";
import { type Reference, referenceFrom, withinSpace } from "../model/references.ts";
import { schema } from "../model/schema.ts";
import { isEmptyParagraph } from "../model/to-document.ts";
import { startUploads } from "../uploads/uploads.ts";
import { contextOf } from "../view/editor-context.ts";
import { pasteConverted, pendingPastes } from "./converted-paste.ts";
import { insertSlice } from "./insert-slice.ts";
import { readOwnSlice, writeOwnSlice } from "./own-slice.ts";
import { offerForms } from "./pasted-address.tsx";
import { codeLinesOf, paragraphsOf, plainTextOf } from "./plain-text.ts";

/** Whether the next paste is one without formatting. */
let isPlainPaste = false;

const clipboardPlugin = new Plugin({
  props: {
    clipboardTextSerializer: ({ content }) => plainTextOf(content),
    handleKeyDown: (_view, event) => {
      isPlainPaste = event.key.toLowerCase() === "v" && event.shiftKey && (event.ctrlKey || event.metaKey);
      return false;
    },
    handleDOMEvents: {
      copy: (view, event) => copy(view, event),
      cut: (view, event) => {
        if (!copy(view, event)) return false;
        view.dispatch(view.state.tr.deleteSelection().scrollIntoView().setMeta("uiEvent", "cut"));
        return true;
      },
      // The editor itself would parse HTML in the browser, where its inline styles violate the policy of the workspace.
      paste: (view, event) => {
        const { clipboardData: data } = event;
        if (view.composing || data === null) return false;
        event.preventDefault();
        return (
          view.someProp("handlePaste", (handle) => handle(view, event, Slice.empty)) ||
          paste(view, data) ||
          true
        );
      },
      drop: (view, event) => {
        const { dataTransfer: data, clientX: left, clientY: top } = event;
        const found = view.posAtCoords({ left, top });
        if (view.dragging || data === null || data.files.length > 0 || found === null) return false;
        event.preventDefault();
        view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(found.pos))));
        paste(view, data);
        view.focus();
        return true;
      },
    },
  },
});

/** Copies the selection for this editor, for programs that read HTML, and as text. */
function copy(view: EditorView, event: ClipboardEvent): boolean {
  const { clipboardData: data } = event;
  const { selection } = view.state;
  if (selection.empty || data === null) return false;
  const content = selection.content();
  const { dom, text } = view.serializeForClipboard(content);
  event.preventDefault();
  data.clearData();
  data.setData("text/html", dom.innerHTML);
  data.setData("text/plain", text);
  writeOwnSlice(view, content, data);
  return true;
}

function paste(view: EditorView, data: DataTransfer): boolean {
  const [html, text] = [data.getData("text/html"), data.getData("text/plain")];
  const isPlain = isPlainPaste;
  isPlainPaste = false;
  if (isInCode(view.state)) return text !== "" && insert(view, codeLinesOf(text));
  if (isPlain) return text !== "" && insert(view, paragraphsOf(text));
  const own = readOwnSlice(view, data);
  if (own !== undefined) return insert(view, own);
  // Word and Excel give a picture of their text beside it.
  if (data.files.length > 0 && text === "") {
    startUploads(view, [...data.files], view.state.selection.from);
    return true;
  }
  if (text === "" && html === "") return false;
  const reference = /\s/.test(text.trim()) ? undefined : addressIn(text);
  if (reference !== undefined) return pasteAddress(view, text.trim(), reference);
  if (html !== "" && hasFormatting(html, text)) void pasteConverted(view, { text, source: { html } });
  else if (isMarkdown(text)) void pasteConverted(view, { text, source: { markdown: text, dialect: "any" } });
  else insert(view, paragraphsOf(text));
  return true;
}

function insert(view: EditorView, slice: Slice): boolean {
  const { tr } = view.state;
  if (view.state.selection.empty || slice.openStart === 0) insertSlice(tr, tr.selection, slice, true);
  else tr.replaceSelection(slice);
  view.dispatch(tr.scrollIntoView().setMeta("paste", true).setMeta("uiEvent", "paste"));
  return true;
}

/** The reference that an address is: one with a protocol. Words with dots are text. */
function addressIn(text: string): Reference | undefined {
  if (!/^\s*(?:https?:\/\/|mailto:)\S+\s*$/i.test(text)) return undefined;
  return referenceFrom(text, new URL(urlOf(""), location.href).href.replace(/\/$/, ""));
}

/** Over selected text, an address becomes its link. Elsewhere it is a link with the title of the page, or the address as its text. */
function pasteAddress(view: EditorView, address: string, reference: Reference): boolean {
  const { content, names } = contextOf(view.state);
  const ref = withinSpace(reference, content.space);
  const mark = schema.marks.link.create({ data: { ref } });
  const { from, to, empty, $from } = view.state.selection;
  if (!$from.parent.inlineContent) return insert(view, paragraphsOf(address));
  if (!empty && $from.sameParent(view.state.selection.$to)) {
    const { tr } = view.state;
    view.dispatch(tr.removeMark(from, to, schema.marks.link).addMark(from, to, mark));
    return true;
  }
  const isAlone = empty && isEmptyParagraph($from.parent);
  const add = (title: string, tr: Transaction = view.state.tr) => {
    tr.replaceSelectionWith(schema.text(title, [mark]), false).removeStoredMark(schema.marks.link);
    view.dispatch(tr.scrollIntoView());
  };
  if (reference.kind === "url") {
    add(address);
    if (isAlone && /^https?:/i.test(address)) offerForms(view, from, address);
    return true;
  }
  names.nameOf(reference).then((title) => !view.isDestroyed && add(title ?? address));
  return true;
}

/** Whether HTML says more than its text. Browsers wrap plain text in HTML, too. */
function hasFormatting(html: string, text: string): boolean {
  return (
    /\n\s*\n/.test(text.trim()) ||
    /<(?:a|b|strong|i|em|u|s|del|code|pre|kbd|sub|sup|img|table|ul|ol|li|h[1-6]|blockquote|hr|details|math|input)\b/i.test(
      html,
    ) ||
    /font-weight:\s*(?:bold|[6-9]00)|font-style:\s*italic|mso-list|white-space:\s*pre\b|font-family:[^;"]*mono/i.test(
      html,
    )
  );
}

const markdownLines = [
  /^#{1,6} \S/m,
  /^\s{0,3}(?:[-*+]|\d+[.)]) \S/m,
  /^\s{0,3}(?:```|~~~|> |\||\{%)/m,
  /^(?:---|\*\*\*|===)\s*$/m,
  /\*\*[^\s*][^*\n]*\*\*|`[^`\n]+`|!?\[[^\]\n]+\]\([^)\s]+\)/,
];

/** Whether text was written as Markdown. */
function isMarkdown(text: string): boolean {
  const start = text.slice(0, 20_000);
  return markdownLines.some((pattern) => pattern.test(start));
}

/** Copies and pastes. */
export const clipboard: Kind = { plugins: [pendingPastes, clipboardPlugin] };
