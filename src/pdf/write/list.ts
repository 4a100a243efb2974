import { type Block, blocksIn, plainText } from "../../content/document/index.ts";
import type { PageContext, WriteBlock } from "./context.ts";
import { directionOf } from "./direction.ts";
import { withDirection } from "./text.ts";
import { array, bool, type Code, call, em, join, name, none, str } from "./typst.ts";

const bullets = ["•", "◦", "▪"];

export const writeList: WriteBlock = (block, context) => {
  const items = blocksIn(block.nodes);
  const text = plainText([block]);
  const list = call("list-items", [
    bool(isTight(items)),
    markerWidth(block, items.length),
    name(directionOf(text) ?? context.direction),
    array(items.map((item, i) => writeItem(item, markerOf(block, item, i, context), context))),
  ]);
  // The direction applies to the entire list, including its markers.
  return context.depth === 0 ? withDirection(text, list, context) : list;
};

/** Whether each item is one paragraph, optionally with nested lists. */
function isTight(items: readonly Block[]): boolean {
  return items.every(({ nodes }) => {
    const [first, ...others] = blocksIn(nodes);
    const isLine = first === undefined || first.type === "paragraph";
    return isLine && others.every(({ type }) => type.startsWith("list-"));
  });
}

function markerOf(list: Block, item: Block, index: number, { lists }: PageContext): Code {
  if (list.type === "list-tasks")
    return call("checkbox", [bool(item.type === "list-item" && item.data.checked === true)]);
  if (list.type === "list-unordered") return str(bullets[lists % bullets.length] ?? "");
  return str(`${startOf(list) + index}.`);
}

function startOf({ type, data }: Block): number {
  return (type === "list-ordered" ? data.start : undefined) ?? 1;
}

function markerWidth(list: Block, count: number): Code {
  if (list.type === "list-tasks") return em(1.7);
  if (list.type === "list-unordered") return em(1.15);
  return em(0.9 + 0.6 * String(startOf(list) + count - 1).length);
}

/** The first paragraph is written beside the marker, other blocks below it. */
function writeItem({ nodes }: Block, marker: Code, context: PageContext): Code {
  const [first, ...others] = blocksIn(nodes);
  const isLine = first?.type === "paragraph";
  const rest = isLine ? others : blocksIn(nodes);
  return array([
    marker,
    isLine ? context.text(first.nodes ?? []) : join([]),
    rest.length === 0 ? none : context.blocks(rest, { isItem: true }),
  ]);
}
