import { Plugin } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { startUploads } from "./uploads.ts";

/** Uploads files that are dropped into the text, where they are dropped. */
export const droppedFiles = new Plugin({
  props: {
    handleDrop: (view, event, _slice, isMoved) => {
      const files = [...(event.dataTransfer?.files ?? [])];
      if (isMoved || files.length === 0) return false;
      event.preventDefault();
      startUploads(view, files, dropPosition(view, event));
      view.focus();
      return true;
    },
  },
});

/** Between the blocks at the pointer: text is not split. In an empty paragraph, in its place. */
function dropPosition(view: EditorView, { clientX: left, clientY: top }: DragEvent): number {
  const found = view.posAtCoords({ left, top });
  if (found === null) return view.state.doc.content.size;
  const $position = view.state.doc.resolve(found.pos);
  if (!$position.parent.inlineContent || $position.parent.childCount === 0) return found.pos;
  const block = view.nodeDOM($position.before());
  if (!(block instanceof Element)) return found.pos;
  const { top: start, height } = block.getBoundingClientRect();
  return top < start + height / 2 ? $position.before() : found.pos;
}
