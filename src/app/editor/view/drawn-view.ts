import type { Node as BlockNode } from "prosemirror-model";
import type { NodeView } from "prosemirror-view";

interface DrawnElements {
  readonly dom: HTMLElement;
  readonly contentDOM: HTMLElement;
  /** Shows what the block is now. */
  readonly draw: (node: BlockNode) => void;
}

/** The view of a block with controls around its content. It stays, and is drawn again, when the block changes. */
export function drawnView(node: BlockNode, { dom, contentDOM, draw }: DrawnElements): NodeView {
  draw(node);
  return {
    dom,
    contentDOM,
    update: (next) => {
      if (next.type !== node.type) return false;
      draw(next);
      return true;
    },
    ignoreMutation: (mutation) => mutation.type !== "selection" && !contentDOM.contains(mutation.target),
    stopEvent: ({ target }) => target !== dom && target instanceof Node && !contentDOM.contains(target),
  };
}
