import type { Node } from "prosemirror-model";
import type { EditorView } from "prosemirror-view";

/** What the address of a page names a block by: the anchor of a heading or an expandable, or the key of another block. */
export function anchorOf({ attrs }: Node): string | undefined {
  return attrs.meta?.id ?? attrs.data?.id ?? attrs.key ?? undefined;
}

/** Shows the block that the address of the page names. */
export function revealAnchor(view: EditorView): void {
  const anchor = decodeURIComponent(location.hash.slice(1));
  let found: number | undefined;
  view.state.doc.descendants((node, position) => {
    if (found === undefined && node.isBlock && anchorOf(node) === anchor) found = position;
    return found === undefined && !node.isTextblock;
  });
  if (found === undefined) return;
  const element = view.nodeDOM(found);
  if (element instanceof HTMLElement) element.scrollIntoView({ block: "center" });
}
