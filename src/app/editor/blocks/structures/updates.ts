import { faTag } from "@fortawesome/free-solid-svg-icons";
import type { Node } from "prosemirror-model";
import type { NodeViewConstructor } from "prosemirror-view";
import { words } from "../../../words/index.ts";
import { drawnView } from "../../view/drawn-view.ts";
import { element, iconElement } from "../../view/elements.ts";
import { changeData } from "../../view/insert-block.ts";

const texts = words.structures.updates;

export function today(): string {
  return `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`;
}

/** An update: its date and tags beside its text. */
export const updateView: NodeViewConstructor = (node, view, getPos) => {
  let drawn = node;
  const day = element("input", { type: "date", className: "update-day", ariaLabel: texts.date });
  const tags = element("button", {
    type: "button",
    className: "update-tags",
    ariaLabel: texts.tags,
    title: texts.tags,
  });
  const side = element("div", { className: "update-date", contentEditable: "false" }, day, tags);
  const contentDOM = element("div");
  const dom = element("li", {}, side, contentDOM);
  const draw = (next: Node) => {
    drawn = next;
    const { attrs } = next;
    day.value = String(attrs.data.date).slice(0, 10);
    const names = tagsOf(attrs.data);
    tags.replaceChildren(
      ...(names.length > 0
        ? names.map((tag) => element("span", { className: "badge", textContent: tag }))
        : [iconElement(faTag)]),
    );
    tags.ariaLabel = names.length > 0 ? `${texts.tags}: ${names.join(", ")}` : texts.tags;
  };
  day.addEventListener("change", () => {
    if (day.value === "") day.value = String(drawn.attrs.data.date).slice(0, 10);
    else changeData(view, getPos(), { date: `${day.value}T00:00:00.000Z` });
  });
  tags.addEventListener("click", async () => {
    const { chooseTags } = await import("../../on-demand.ts");
    chooseTags(view, getPos, tagsOf(drawn.attrs.data));
  });
  return drawnView(node, { dom, contentDOM, draw });
};

export function tagsOf({ tags = [] }: { tags?: readonly { tag: string }[] }): string[] {
  return tags.map(({ tag }) => tag);
}
