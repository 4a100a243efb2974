import { NodeSelection, Selection, type Transaction } from "prosemirror-state";

/** Puts the caret at the end of the first text of the block at this position, or selects the block if it has no text. */
export function selectAt(tr: Transaction, position: number): Transaction {
  const node = tr.doc.nodeAt(position);
  if (node === null) return selectNear(tr, position);
  if (node.isAtom) return tr.setSelection(NodeSelection.create(tr.doc, position));
  const found = Selection.findFrom(tr.doc.resolve(position + 1), 1, true);
  const end = found && tr.doc.resolve(found.$from.end());
  return end ? tr.setSelection(Selection.near(end, -1)) : selectNear(tr, position);
}

export function selectNear(tr: Transaction, position: number): Transaction {
  return tr.setSelection(Selection.near(tr.doc.resolve(Math.min(position, tr.doc.content.size)), 1));
}
