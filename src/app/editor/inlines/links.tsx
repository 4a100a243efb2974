import { faLink, faLinkSlash, faPen, faUpRightFromSquare } from "@fortawesome/free-solid-svg-icons";
import { useEffect, useState } from "preact/hooks";
import { InputRule } from "prosemirror-inputrules";
import { type Command, type EditorState, Plugin, type Transaction } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { navigate } from "../../navigation/router.ts";
import { IconButton } from "../../parts/button.tsx";
import { lazy } from "../../parts/lazy.tsx";
import { words } from "../../words/index.ts";
import type { Kind } from "../kinds.ts";
import { type Reference, withinSpace } from "../model/references.ts";
import { schema } from "../model/schema.ts";
import { caretBar } from "../view/caret-bar.ts";
import { contextOf } from "../view/editor-context.ts";
import { openOverlay } from "../view/open-overlay.ts";
import { markedRangeAt } from "../view/ranges.ts";

const { link } = schema.marks;

function linkAt(state: EditorState, position: number) {
  return markedRangeAt(state, position, link);
}

/** Chooses what a link or a mention refers to. It is loaded when it is first opened. */
export const ReferencePicker = lazy(async () => (await import("../on-demand.ts")).ReferencePicker);

/** Chooses the target of the selected text, or of the link at the caret. Without either, the name of the target is inserted. */
export const editLink: Command = (state, dispatch, view) => {
  const { from, to, empty, $from } = state.selection;
  if (!$from.parent.inlineContent || !$from.parent.type.allowsMarkType(link)) return false;
  if (dispatch === undefined || view === undefined) return true;
  const existing = linkAt(state, from);
  const range = empty ? (existing ?? { from, to }) : { from, to };
  const { content } = contextOf(state);
  const apply = (reference: Reference, title: string) => {
    const { tr } = view.state;
    const mark = link.create({ data: { ref: withinSpace(reference, content.space) } });
    if (range.from === range.to) tr.insert(range.from, schema.text(title, [mark]));
    else tr.removeMark(range.from, range.to, link).addMark(range.from, range.to, mark);
    view.dispatch(tr.removeStoredMark(link).scrollIntoView());
  };
  const ref = existing?.mark.attrs.data.ref as Reference | undefined;
  openOverlay(view, "link", range, (close) => (
    <ReferencePicker
      view={view}
      initialQuery={ref?.kind === "url" ? ref.url : ""}
      onPick={(...picked) => {
        close();
        apply(...picked);
      }}
    />
  ));
  return true;
};

const removeLink: Command = (state, dispatch) => {
  const found = linkAt(state, state.selection.from);
  if (found) dispatch?.(state.tr.removeMark(found.from, found.to, link));
  return found !== undefined;
};

/** Where the link at the caret leads, with what can be done about it. */
function LinkBar({ view, reference }: { readonly view: EditorView; readonly reference: Reference }) {
  const texts = words.editor.links;
  const context = contextOf(view.state);
  const [title, setTitle] = useState("");
  useEffect(() => {
    let isCurrent = true;
    context.names.nameOf(reference).then((found) => isCurrent && setTitle(found ?? texts.missing));
    return () => {
      isCurrent = false;
    };
  }, [reference]);
  const run = (command: Command) => () => {
    command(view.state, view.dispatch, view);
  };
  return (
    <div class="link-bar" role="toolbar" aria-label={texts.label}>
      <span class="link-bar-title">{title}</span>
      <IconButton
        label={texts.open}
        icon={faUpRightFromSquare}
        onClick={() => openReference(view.state, reference)}
      />
      <IconButton label={texts.edit} icon={faPen} onClick={run(editLink)} />
      <IconButton label={texts.remove} icon={faLinkSlash} onClick={run(removeLink)} />
    </div>
  );
}

/** Opens the target of a link: addresses in a new window, pages in this one. */
function openReference(state: EditorState, reference: Reference): void {
  const { content, page } = contextOf(state);
  if (reference.kind === "url") {
    if (/^(?:https?|mailto|tel):/i.test(reference.url)) window.open(reference.url, "_blank", "noopener");
    return;
  }
  const { changeRequest } = content;
  const base = (space: string) =>
    changeRequest !== undefined && space === content.space
      ? `/spaces/${space}/change-requests/${changeRequest}`
      : `/spaces/${space}`;
  const space = ("space" in reference && reference.space) || content.space;
  if (reference.kind === "page") navigate(`${base(space)}/pages/${reference.page}`);
  if (reference.kind === "anchor")
    navigate(`${base(space)}/pages/${reference.page ?? page}#${reference.anchor}`);
  if (reference.kind === "space") navigate(`/spaces/${space}`);
  if (reference.kind === "collection") navigate(`/collections/${reference.collection}`);
  if (reference.kind === "file") navigate(`/spaces/${space}/files`);
}

/** Shows where a link leads while the caret is in it. */
const linkBar = caretBar("link-bar", link, (view, { attrs }) => (
  <LinkBar view={view} reference={attrs.data.ref as Reference} />
));

const followLinks = new Plugin({
  props: {
    handleDOMEvents: {
      // The browser would leave the page.
      click: (_, event) => {
        if (event.target instanceof Element && event.target.closest("a:not(.settle)")) event.preventDefault();
        return false;
      },
    },
    handleClick: (view, position, event) => {
      const found = event.ctrlKey || event.metaKey ? linkAt(view.state, position) : undefined;
      if (found) openReference(view.state, found.mark.attrs.data.ref);
      return found !== undefined;
    },
  },
});

const address = `(?<![\\w/])(https?:\\/\\/[^\\s<>"]{0,2000}[^\\s<>".,;:!?)'])[.,;:!?)'"]{0,3}`;

function markAddress(tr: Transaction, start: number, url: string): Transaction {
  return tr.addMark(start, start + url.length, link.create({ data: { ref: { kind: "url", url } } }));
}

/** An address that is typed becomes a link when a space follows it, or a mark of punctuation and a space. */
const addressRule = new InputRule(
  new RegExp(`${address}\\s$`),
  (state, [, url = ""], start, end) => {
    if (linkAt(state, start)) return null;
    return markAddress(state.tr, start, url)
      .insertText(" ", end)
      .removeMark(end, end + 1, link);
  },
  { inCodeMark: false },
);

const addressAtEnd = new RegExp(`${address}$`);

/** An address at the end of a paragraph becomes a link when the next paragraph is begun. */
const addressBeforeEnter = new Plugin({
  props: {
    handleDOMEvents: {
      // Before the keys, which begin the paragraph.
      keydown: (view, event) => {
        if (event.key === "Enter" && !event.isComposing) linkAddressBefore(view);
        return false;
      },
    },
  },
});

function linkAddressBefore(view: EditorView): void {
  const { state } = view;
  const { $from, empty } = state.selection;
  if (!empty || !$from.parent.type.allowsMarkType(link)) return;
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, "\ufffc");
  const [typed = "", url = ""] = addressAtEnd.exec(before) ?? [];
  const start = $from.pos - typed.length;
  const isMarked = linkAt(state, start + 1) || state.doc.rangeHasMark(start, $from.pos, schema.marks.code);
  if (url !== "" && !isMarked) view.dispatch(markAddress(state.tr, start, url));
}

const texts = words.editor.blocks;

/** Links to pages, headings, files and addresses. */
export const links: Kind = {
  marks: {
    link: ({ attrs }) => {
      const { ref, title } = attrs.data;
      return [
        "a",
        { href: ref?.kind === "url" && /^https?:/i.test(ref.url) ? ref.url : "#", title: title ?? null },
        0,
      ];
    },
  },
  rules: [addressRule],
  keys: { "Mod-k": editLink },
  plugins: [linkBar, followLinks, addressBeforeEnter],
  entries: [
    {
      name: texts.link,
      keywords: "address url page",
      icon: faLink,
      group: "inline",
      shortcut: "mod+K",
      insert: editLink,
    },
  ],
  tools: [
    {
      label: texts.link,
      icon: faLink,
      shortcut: "mod+K",
      isActive: ({ doc, selection: { from, to } }) => doc.rangeHasMark(from, to, link),
      run: editLink,
    },
  ],
};
