import { Plugin } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { showFailure } from "../../data/toasts.ts";
import { element } from "../view/elements.ts";
import { type BlockRange, blockAtPosition } from "./block-range.ts";

/** The number of blocks that are shown at the pointer. */
const maxShown = 5;

interface DragOptions {
  /** What is shown at the pointer, if not the blocks. */
  readonly image?: Element;
  readonly onEnd?: () => void;
}

/** Begins to drag blocks. */
export function startDrag(
  view: EditorView,
  range: BlockRange,
  event: DragEvent,
  { image, onEnd = () => {} }: DragOptions = {},
): void {
  const { dataTransfer } = event;
  if (dataTransfer === null) return;
  dataTransfer.effectAllowed = "move";
  dataTransfer.setData("text/plain", range.nodes.map((node) => node.textContent).join("\n\n"));
  const copies = imageOf(view, range);
  if (image === undefined) view.dom.after(copies);
  dataTransfer.setDragImage(image ?? copies, 0, 0);
  // The browser has drawn them by then.
  setTimeout(() => copies.remove());
  track(view, range, onEnd);
}

function track(view: EditorView, range: BlockRange, onEnd: () => void): void {
  import("../on-demand.ts").then(({ trackDrag }) => trackDrag(view, range, onEnd)).catch(showFailure);
}

/** Images, files and other blocks that are dragged without a handle go where those with a handle can go. */
export const draggedBlocks = new Plugin({
  props: {
    handleDOMEvents: {
      dragstart: (view, { clientX: left, clientY: top }) => {
        const found = view.posAtCoords({ left, top });
        const node = found && found.inside >= 0 ? view.state.doc.nodeAt(found.inside) : null;
        if (!found || !node?.isBlock || !node.type.spec.draggable) return false;
        const range = blockAtPosition(view.state.doc, found.inside);
        if (range) track(view, range, () => {});
        return false;
      },
    },
  },
});

/** Copies of the first blocks. */
function imageOf(view: EditorView, { from, nodes }: BlockRange): HTMLElement {
  const image = element("div", { className: "document drag-image", ariaHidden: "true" });
  let position = from;
  for (const node of nodes.slice(0, maxShown)) {
    const dom = view.nodeDOM(position);
    if (dom instanceof HTMLElement) {
      image.style.width = `${dom.offsetWidth}px`;
      image.append(dom.cloneNode(true));
    }
    position += node.nodeSize;
  }
  return image;
}
