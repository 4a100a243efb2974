import { badInput } from "../../../platform/index.ts";
import type { Block, BlockType } from "./model.ts";

/** What can stand in a cell. */
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

/** Refuses what a cell cannot hold. */
export function requireInCell(block: Block, path: string): void {
  if (!fitsCell(block)) throw badInput(path, "cannot be in a cell of a table, with all that is in it");
}

/** Whether a cell can hold a block, with all that is in it. */
export function fitsCell({ type, data, nodes = [], fragments = [] }: Block): boolean {
  if (!parts.includes(type) && !inCells.includes(type)) return false;
  if (type === "images" && (nodes.length > 1 || Object.keys(data).length > 0)) return false;
  if (type === "image" && fragments.length > 0) return false;
  return nodes.every((node) => node.object !== "block" || fitsCell(node));
}
