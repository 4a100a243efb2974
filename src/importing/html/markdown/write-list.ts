import type { List, ListItem, Parents } from "mdast";
import type { Info, State } from "mdast-util-to-markdown";
import { isDivider } from "../../../content/markdown/syntax/index.ts";
import type { Block } from "./nodes.ts";

/** A list, whose items are close together where they are only text. */
export function writeList(node: List, _parent: Parents | undefined, state: State, info: Info): string {
  const usual = node.ordered ? "." : "-";
  // Lists beside each other are told apart by their marks.
  const sign = state.bulletLastUsed === usual ? (node.ordered ? ")" : "*") : usual;
  const start = node.start ?? 1;
  const items = node.children.map((item, i) =>
    writeItem(item, node.ordered ? `${start + i}${sign}` : sign, state, info),
  );
  state.bulletLastUsed = sign;
  return items.join(node.children.every(isCompact) ? "\n" : "\n\n");
}

function writeItem(item: ListItem, mark: string, state: State, info: Info): string {
  state.bulletLastUsed = undefined;
  const content = state.containerFlow({ ...item, spread: !isCompact(item) }, info);
  const [first = "", ...others] = withBox(item, content).split("\n");
  const indent = " ".repeat(mark.length + 1);
  const lines = others.map((line) => (line === "" ? "" : indent + line));
  // Marks of lists in a row may look like a divider.
  if (isDivider(`${mark} ${first}`)) return [mark, indent + first, ...lines].join("\n");
  return [`${mark} ${first}`, ...lines].join("\n");
}

function withBox({ checked, children }: ListItem, content: string): string {
  if (typeof checked !== "boolean") return content;
  const box = checked ? "[x]" : "[ ]";
  return children[0]?.type === "paragraph" ? `${box} ${content}` : `${box}\n\n${content}`;
}

/** Whether an item is text, with at most a list below it that would be seen as one right there. */
function isCompact({ children }: ListItem): boolean {
  const [first, second, ...others] = children;
  if (others.length > 0 || (first !== undefined && first.type !== "paragraph" && !interrupts(first)))
    return false;
  return second === undefined || (first?.type === "paragraph" && interrupts(second));
}

function interrupts(block: Block): boolean {
  return block.type === "list" && (!block.ordered || (block.start ?? 1) === 1);
}
