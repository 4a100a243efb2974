import { useEffect } from "preact/hooks";
import type { EditorView } from "prosemirror-view";
import { BlockHandle } from "./block-handle.tsx";
import { revealAnchor } from "./block-menu.ts";
import { WordCount } from "./word-count.tsx";

/** What is around the text of a page: the handle of the block under the mouse, and the number of words. */
export function EditorExtras({ view }: { readonly view: EditorView }) {
  useEffect(() => {
    const anchor = decodeURIComponent(location.hash.slice(1));
    if (anchor !== "") revealAnchor(view, anchor);
  }, [view]);
  return (
    <>
      <BlockHandle view={view} />
      <WordCount view={view} />
    </>
  );
}
