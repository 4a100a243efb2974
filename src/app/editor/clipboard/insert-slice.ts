import { type Node, type ResolvedPos, Slice } from "prosemirror-model";
import { Selection, TextSelection, type Transaction } from "prosemirror-state";
import { schema } from "../model/schema.ts";
import { isEmptyParagraph } from "../model/to-document.ts";

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Puts pasted content in the place of a range. Text of one paragraph continues the text around it. */
export function insertSlice(tr: Transaction, { from, to }: Range, slice: Slice, movesCaret: boolean): void {
  const { content } = slice;
  const $from = tr.doc.resolve(from);
  const single = content.childCount === 1 ? content.firstChild : null;
  if ($from.parent.inlineContent && !takesBlocks($from)) replaceText(tr, from, to, content.content);
  else if (single?.type.name === "paragraph" && slice.openStart <= 1 && $from.parent.inlineContent)
    tr.replaceWith(from, to, single.content);
  else if (from === to && isEmptyParagraph($from.parent) && slice.openStart + slice.openEnd === 0)
    tr.replaceWith($from.before(), $from.after(), content);
  else tr.replaceRange(from, to, opened(slice));
  if (!movesCaret) return;
  const end = tr.mapping.map(to);
  const $end = tr.doc.resolve(Math.min(end, tr.doc.content.size));
  tr.setSelection(
    $end.parent.inlineContent ? TextSelection.create(tr.doc, $end.pos) : Selection.near($end, -1),
  );
}

/** Whether blocks can be put beside the text block of a position. Captions and titles have text only. */
function takesBlocks($position: ResolvedPos): boolean {
  if ($position.depth === 0) return true;
  const after = $position.indexAfter(-1);
  return $position.node(-1).canReplaceWith(after, after, schema.nodes.blockquote);
}

function replaceText(tr: Transaction, from: number, to: number, nodes: readonly Node[]): void {
  const text = nodes.map((node) => node.textBetween(0, node.content.size, " ")).join(" ");
  if (text === "") tr.delete(from, to);
  else tr.replaceWith(from, to, schema.text(text.replaceAll(/\s+/g, " ")));
}

/** The first and last paragraphs of whole blocks continue the text around them. */
function opened(slice: Slice): Slice {
  if (slice.openStart + slice.openEnd > 0) return slice;
  const isParagraph = (node: Node | null) => (node?.type.name === "paragraph" ? 1 : 0);
  const { firstChild, lastChild } = slice.content;
  return new Slice(slice.content, isParagraph(firstChild), isParagraph(lastChild));
}
