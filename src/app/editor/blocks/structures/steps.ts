import type { Node } from "prosemirror-model";
import type { NodeViewConstructor } from "prosemirror-view";
import { words } from "../../../words/index.ts";
import { drawnView } from "../../view/drawn-view.ts";
import { element, namedIconElement } from "../../view/elements.ts";
import { partHandle } from "./part-handle.tsx";
import { partPlaceAt } from "./parts.ts";

/** A step. Its number, or its icon, is its handle. */
export const stepView: NodeViewConstructor = (node, view, getPos) => {
  const contentDOM = element("div");
  const handle = partHandle({
    view,
    className: "step-handle",
    label: words.structures.steps.parts.label,
    find: () => partPlaceAt(view.state.doc, getPos()),
  });
  const dom = element("li", {}, handle, contentDOM);
  const draw = ({ attrs }: Node) => {
    dom.querySelector(":scope > .icon")?.remove();
    if (attrs.data.icon) handle.before(namedIconElement(attrs.data.icon));
  };
  return drawnView(node, { dom, contentDOM, draw });
};
