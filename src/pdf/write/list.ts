import { type Block, blocksIn } from "../../content/document/index.ts";
import { directionOf } from "./text.ts";
import { array, bool, type Code, call, em, join, name, none, str } from "./typst.ts";
import { directed, textIn } from "./whole.ts";
import type { WriteBlock, Writing } from "./writing.ts";

const bullets = ["•", "◦", "▪"];

export const writeList: WriteBlock = (block, writing) => {
  const items = blocksIn(block.nodes);
  const text = textIn(block);
  const signs = items.map((item, i) => signOf(block, item, i, writing));
  const list = call("items", [
    bool(isTight(items)),
    widthOf(block, items.length),
    name(directionOf(text) ?? writing.direction),
    array(items.map((item, i) => writeItem(item, signs[i] ?? none, writing))),
  ]);
  // The position of markers applies to the whole list.
  return writing.depth === 0 ? directed(text, list, writing) : list;
};

/** Whether each item is one line, apart from nested lists. */
function isTight(items: readonly Block[]): boolean {
  return items.every(({ nodes }) => {
    const [first, ...others] = blocksIn(nodes);
    const isLine = first === undefined || first.type === "paragraph";
    return isLine && others.every(({ type }) => type.startsWith("list-"));
  });
}

function signOf(list: Block, item: Block, place: number, { lists }: Writing): Code {
  if (list.type === "list-tasks")
    return call("box-drawing", [bool(item.type === "list-item" && item.data.checked === true)]);
  if (list.type === "list-unordered") return str(bullets[lists % bullets.length] ?? "");
  return str(`${startOf(list) + place}.`);
}

function startOf({ type, data }: Block): number {
  return (type === "list-ordered" ? data.start : undefined) ?? 1;
}

/** The width of the longest marker. */
function widthOf(list: Block, count: number): Code {
  if (list.type === "list-tasks") return em(1.7);
  if (list.type === "list-unordered") return em(1.15);
  return em(0.9 + 0.6 * String(startOf(list) + count - 1).length);
}

/** The first paragraph is beside the marker, everything else below. */
function writeItem({ nodes }: Block, sign: Code, writing: Writing): Code {
  const [first, ...others] = blocksIn(nodes);
  const isLine = first?.type === "paragraph";
  const rest = isLine ? others : blocksIn(nodes);
  return array([
    sign,
    isLine ? writing.text(first.nodes ?? []) : join([]),
    rest.length === 0 ? none : writing.blocks(rest, { isItem: true }),
  ]);
}
