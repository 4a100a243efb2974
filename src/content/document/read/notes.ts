import {
  annotation,
  type ContentRef,
  isBareNote,
  leaf,
  type Mark,
  type Node,
  onlyText,
  type Text,
  text,
} from "../model/index.ts";
import type { InlineContext } from "./inline-context.ts";
import type { InlineList } from "./inline-list.ts";

const reference = /\[\^([^\s[\]^]{1,128})\]/y;
const superscript: Mark = { object: "mark", type: "superscript" };

/** Reads a reference to a footnote, if one is here. It annotates the link to it that stands before; else its own number. */
export function takeNote(list: InlineList, context: InlineContext): boolean {
  const [whole, label = ""] = list.match(reference) ?? [];
  const note = whole === undefined ? undefined : context.footnote(label);
  if (whole === undefined || note === undefined) return false;
  list.flush();
  const before = list.last?.kind === "node" ? list.last.node : undefined;
  const itsLink = JSON.stringify({ kind: "anchor", anchor: noteAnchor + label }).toLowerCase();
  const end = list.at + whole.length;
  if (before?.type === "link" && JSON.stringify(before.data.ref).toLowerCase() === itsLink) {
    list.cut(list.length - 1);
    list.pushNode(annotation(onlyTexts(before.nodes ?? []), note.body), end);
  } else list.pushNode(annotation([text(leaf(String(note.number), [superscript]))], note.body), end);
  return true;
}

/** What a link to a footnote begins with, before the name of that. */
export const noteAnchor = "user-content-fn-";

/** The footnote that a link leads to. */
export function noteOf(ref: ContentRef, context: InlineContext): ReturnType<InlineContext["footnote"]> {
  if (ref.kind !== "anchor" || !ref.anchor.startsWith(noteAnchor)) return undefined;
  return context.footnote(ref.anchor.slice(noteAnchor.length));
}

/** The words that are annotated. */
export function onlyTexts(nodes: readonly Node[]): Text[] {
  const texts = onlyText(nodes).filter((node) => node.object === "text");
  return texts.length === 0 ? [text(leaf(""))] : texts;
}

/** The nodes without annotations, for places that cannot hold one: the words stay, and so do the notes, elsewhere. */
export function withoutNotes(nodes: readonly Node[], context: InlineContext): Node[] {
  return nodes.flatMap((node) => {
    if (node.object !== "inline" || node.type !== "annotation") return node;
    context.releaseNote(node.fragments?.[0]?.nodes ?? []);
    return isBareNote(node) ? [] : [...(node.nodes ?? [])];
  });
}
