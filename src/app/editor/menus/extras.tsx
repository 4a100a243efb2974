import type { EditorView } from "prosemirror-view";
import { BlockHandle } from "./block-handle.tsx";
import { WordCount } from "./word-count.tsx";

/** What is around the text of a page: the handle of the block under the mouse, and the number of words. */
export function EditorExtras({ view }: { readonly view: EditorView }) {
  return (
    <>
      <BlockHandle view={view} />
      <WordCount view={view} />
    </>
  );
}
