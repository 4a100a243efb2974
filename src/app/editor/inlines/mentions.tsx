import { faAt } from "@fortawesome/free-solid-svg-icons";
import { type Command, Plugin } from "prosemirror-state";
import type { EditorView, NodeViewConstructor } from "prosemirror-view";
import { words } from "../../words/index.ts";
import type { Kind } from "../kinds.ts";
import { type Reference, withinSpace } from "../model/references.ts";
import { schema } from "../model/schema.ts";
import { contextOf } from "../view/editor-context.ts";
import { element } from "../view/elements.ts";
import { openOverlay } from "../view/open-overlay.ts";
import { ReferencePicker } from "./links.tsx";

const { mention } = schema.nodes;
const { link } = schema.marks;

const mentionView: NodeViewConstructor = (node, view) => {
  const dom = element("span", { className: "mention", textContent: "@" });
  const reference = node.attrs.data.ref as Reference;
  const prefix = reference.kind === "user" ? "@" : "";
  contextOf(view.state)
    .names.nameOf(reference)
    .then((title) => {
      dom.textContent = `${prefix}${title ?? words.editor.links.missing}`;
    });
  return { dom };
};

/** Chooses a person, a page, a heading or a file by name. `from` is the position of the `@` that was typed. */
function openPicker(view: EditorView, from: number, typed: string): void {
  const { content } = contextOf(view.state);
  let query = "";
  const insert = (reference: Reference, title: string) => {
    const ref = withinSpace(reference, content.space);
    const node =
      ref.kind === "user"
        ? mention.create({ data: { ref } })
        : schema.text(title, [link.create({ data: { ref } })]);
    const tr = view.state.tr.replaceWith(from, from + typed.length, node);
    view.dispatch(tr.removeStoredMark(link).scrollIntoView());
  };
  /** What was typed before the picker was shown is its query. */
  const takeTyped = () => {
    const [start, end] = [from + typed.length, view.state.selection.from];
    if (end > start && end <= view.state.doc.resolve(start).end()) {
      query = view.state.doc.textBetween(start, end);
      view.dispatch(view.state.tr.delete(start, end));
    }
    return query;
  };
  /** What was typed and is no reference stays as text. */
  const keepTyped = () => {
    if (query !== "") view.dispatch(view.state.tr.insertText(query, from + typed.length).scrollIntoView());
  };
  const picker = (close: () => void) => (
    <ReferencePicker
      view={view}
      hasPeople
      takeTyped={takeTyped}
      onQuery={(text) => {
        query = text;
      }}
      onPick={(...picked) => {
        close();
        insert(...picked);
      }}
    />
  );
  openOverlay(view, "mention", { from, to: from }, picker, typed === "" ? undefined : keepTyped);
}

const insertMention: Command = (state, dispatch, view) => {
  if (dispatch && view) openPicker(view, state.selection.from, "");
  return state.selection.$from.parent.inlineContent;
};

/** An `@` after a space opens the list of what can be referred to. Escape leaves the `@`, and what follows it, as text. */
const atSign = new Plugin({
  props: {
    handleTextInput: (view, from, to, text) => {
      if (text !== "@" || from !== to) return false;
      const { parent, parentOffset } = view.state.doc.resolve(from);
      const before = parentOffset === 0 ? " " : parent.textBetween(parentOffset - 1, parentOffset, "", " ");
      if (parent.type.spec.code || !/[\s(]/.test(before)) return false;
      view.dispatch(view.state.tr.insertText("@", from));
      openPicker(view, from, "@");
      return true;
    },
  },
});

/** People, and whatever else an `@` refers to. */
export const mentions: Kind = {
  dom: { mention: () => ["span", { class: "mention" }] },
  views: { mention: mentionView },
  plugins: [atSign],
  entries: [
    {
      name: words.editor.blocks.mention,
      keywords: "person user @",
      icon: faAt,
      group: "inline",
      insert: insertMention,
    },
  ],
};
