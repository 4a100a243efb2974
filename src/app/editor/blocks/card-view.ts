import type { Node as BlockNode } from "prosemirror-model";
import { NodeSelection } from "prosemirror-state";
import type { EditorView, NodeViewConstructor } from "prosemirror-view";
import { filesOf } from "../content-files.ts";
import { element } from "../view/elements.ts";
import { isInControls, selectByClick, type Tool, toolbar } from "../view/toolbar.ts";
import { hasCaption } from "./captions.ts";

export type GetPosition = () => number | undefined;

/** How a block without text of its own is shown. */
export interface CardOptions {
  /** The accessible name of its tools. */
  readonly label: string;
  /** What is shown of the block. `redraw` shows it again, when more is known. */
  readonly draw: (node: BlockNode, view: EditorView, redraw: () => void) => HTMLElement;
  readonly tools: (node: BlockNode, view: EditorView, getPos: GetPosition) => readonly Tool[];
  readonly className?: string | ((node: BlockNode) => string);
}

/** The view of a block that is a card with tools, and with a caption if it has one. */
export function cardView({ label, draw, tools, className = "" }: CardOptions): NodeViewConstructor {
  return (node, view, getPos) => {
    const shown = element("div", { className: "card-shown", contentEditable: "false" });
    const contentDOM = node.type.isLeaf ? undefined : element("div", { className: "captions" });
    const dom = element("figure", {}, shown);
    if (contentDOM) dom.append(contentDOM);
    let current = node;
    let bar: HTMLElement | undefined;
    const redraw = () => {
      const names = typeof className === "string" ? className : className(current);
      const isSelected = dom.classList.contains("ProseMirror-selectednode");
      dom.className = `block-with-tools ${names}${isSelected ? " ProseMirror-selectednode" : ""}`;
      shown.replaceChildren(draw(current, view, redraw));
      const next = toolbar(label, tools(current, view, getPos));
      if (bar) bar.replaceWith(next);
      else dom.prepend(next);
      bar = next;
    };
    redraw();
    selectByClick(shown, view, getPos);
    const stop = filesOf(view.state).subscribe(redraw);
    return {
      dom,
      ...(contentDOM && { contentDOM }),
      update: (next) => {
        if (next.type !== current.type) return false;
        const isSame =
          next.attrs.data === current.attrs.data &&
          next.attrs.json === current.attrs.json &&
          hasCaption(next) === hasCaption(current);
        current = next;
        if (!isSame) redraw();
        return true;
      },
      selectNode: () => dom.classList.add("ProseMirror-selectednode"),
      deselectNode: () => dom.classList.remove("ProseMirror-selectednode"),
      stopEvent: isInControls,
      ignoreMutation: (mutation) => contentDOM === undefined || !contentDOM.contains(mutation.target),
      destroy: stop,
    };
  };
}

/** Removes a block. */
export function removeBlock(view: EditorView, getPos: GetPosition): void {
  const position = getPos();
  if (position === undefined) return;
  const { tr } = view.state;
  view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, position)).deleteSelection().scrollIntoView());
  view.focus();
}
