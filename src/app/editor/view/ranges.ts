import type { Mark, MarkType } from "prosemirror-model";
import type { EditorState } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";

/** The text around a position that has the same mark of a type. */
export function markedRangeAt({ doc }: EditorState, position: number, type: MarkType) {
  const $position = doc.resolve(position);
  if (!$position.parent.inlineContent) return undefined;
  const start = $position.start();
  const ranges: { from: number; to: number; mark: Mark }[] = [];
  $position.parent.forEach((child, offset) => {
    const mark = type.isInSet(child.marks);
    if (!mark) return;
    const [from, to] = [start + offset, start + offset + child.nodeSize];
    const last = ranges.at(-1);
    if (last?.to === from && last.mark.eq(mark)) last.to = to;
    else ranges.push({ from, to, mark });
  });
  return ranges.find(({ from, to }) => from <= position && position <= to);
}

/** Where a range of the text is in the window; undefined if it has gone. */
export function rectOf(view: EditorView, from: number, to: number): DOMRect | undefined {
  if (to > view.state.doc.content.size) return undefined;
  const [start, end] = [view.coordsAtPos(from), view.coordsAtPos(to, -1)];
  return new DOMRect(start.left, start.top, Math.max(0, end.right - start.left), end.bottom - start.top);
}
