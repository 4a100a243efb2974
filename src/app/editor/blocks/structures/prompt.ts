import { faTerminal } from "@fortawesome/free-solid-svg-icons";
import type { Node } from "prosemirror-model";
import type { NodeViewConstructor } from "prosemirror-view";
import { words } from "../../../words/index.ts";
import { drawnView } from "../../view/drawn-view.ts";
import { element, iconElement, namedIconElement } from "../../view/elements.ts";
import { changeData } from "../../view/insert-block.ts";

const texts = words.structures.prompt;

/** A text for an assistant, with its description. */
export const promptView: NodeViewConstructor = (node, view, getPos) => {
  const description = element("input", {
    type: "text",
    className: "prompt-input",
    ariaLabel: texts.description,
  });
  description.placeholder = texts.description;
  const title = element("div", { className: "prompt-title", contentEditable: "false" }, description);
  const contentDOM = element("div");
  const dom = element("div", { className: "prompt" }, title, contentDOM);
  description.addEventListener("change", () =>
    changeData(view, getPos(), { description: description.value.trim() }),
  );
  description.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== "ArrowDown") return;
    event.preventDefault();
    view.focus();
  });
  const draw = ({ attrs: { data } }: Node) => {
    title.querySelector(".icon")?.remove();
    title.prepend(data.icon ? namedIconElement(data.icon) : iconElement(faTerminal));
    const isWriting = (dom.getRootNode() as Document).activeElement === description;
    if (!isWriting) description.value = data.description ?? "";
  };
  return drawnView(node, { dom, contentDOM, draw });
};
