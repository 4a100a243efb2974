import { blocksIn } from "../../content/document/index.ts";
import { attributes, html } from "../html/index.ts";
import type { WriteBlock } from "./context.ts";

export const writeList: WriteBlock<"list-ordered" | "list-unordered" | "list-tasks"> = (block, context) => {
  const items = blocksIn(block.nodes).map((item) => {
    // The paragraph of a plain item needs no element of its own.
    const [only, ...others] = item.nodes ?? [];
    const isLine = others.length === 0 && only?.object === "block" && only.type === "paragraph";
    const body =
      isLine && only.data.align === undefined ? context.text(only.nodes) : context.blocks(item.nodes);
    const key = context.hasKeys && isLine ? only.key : undefined;
    const written = attributes({ "data-key": key });
    if (block.type !== "list-tasks" || item.type !== "list-item") return html`<li${written}>${body}</li>`;
    const isDone = item.data.checked === true;
    const label = isDone ? context.words.taskDone : context.words.taskOpen;
    const box = html`<input type="checkbox" disabled${attributes({ checked: isDone, "aria-label": label })}>`;
    return html`<li>${box}<div${written}>${body}</div></li>`;
  });
  switch (block.type) {
    case "list-ordered":
      return html`<ol${attributes({ start: block.data.start })}>${items}</ol>`;
    case "list-unordered":
      return html`<ul>${items}</ul>`;
    case "list-tasks":
      return html`<ul class="tasks">${items}</ul>`;
  }
};
