import { badInput } from "../../../platform/index.ts";
import type { Block, BlockType } from "./model.ts";

/** The blocks that a table cell may hold. */
export const inCells: readonly BlockType[] = [
  "paragraph",
  "heading-1",
  "heading-2",
  "heading-3",
  "list-ordered",
  "list-unordered",
  "list-tasks",
  "blockquote",
  "divider",
  "code",
  "images",
];

const parts: readonly BlockType[] = ["list-item", "code-line", "image"];

export function requireInCell(block: Block, path: string): void {
  if (!fitsCell(block)) throw badInput(path, "cannot be in a cell of a table, with all that is in it");
}

/** Whether a table cell may hold a block with its content. */
export function fitsCell({ type, data, nodes = [], fragments = [] }: Block): boolean {
  if (!parts.includes(type) && !inCells.includes(type)) return false;
  if (type === "images" && (nodes.length > 1 || Object.keys(data).length > 0)) return false;
  if (type === "image" && fragments.length > 0) return false;
  return nodes.every((node) => node.object !== "block" || fitsCell(node));
}
