import type { PhrasingContent, Table, TableCell } from "mdast";
import { type Block, phrasingText, type RichCell, withoutStrong } from "./nodes.ts";

/**
 * Office programs have no header cells: a first row in bold letters becomes the header, if another row is not bold. Letters in a header
 * are bold anyway.
 */
export function readTableHeads(blocks: readonly Block[]): void {
  for (const block of blocks) {
    if (block.type === "table") readHead(block);
    else if (block.type === "richTable") {
      const [first, ...others] = block.rows;
      if (first === undefined || !isBoldRow(first) || others.every(isBoldRow)) continue;
      block.rows[0] = first.map((cell) => ({ ...cell, isHead: true, children: cell.children.map(unwrap) }));
    } else if ("children" in block) readTableHeads(block.children.filter(isBlock));
  }
}

/** Whether a child of a block is a block or a container of blocks. */
function isBlock(node: object): node is Block {
  return "type" in node && !("value" in node);
}

function readHead({ children: rows }: Table): void {
  const [head, first, ...others] = rows;
  if (head === undefined) return;
  // A table without a header starts with an empty row.
  const isMissing = head.children.length === 0;
  const bold = isMissing ? first : head;
  const body = isMissing ? others : rows.slice(1);
  if (bold === undefined || !isBoldCells(bold.children)) return;
  if (!bold.children.some(({ children }) => children.length > 0)) return;
  if (isMissing && body.every((row) => isBoldCells(row.children))) return;
  for (const cell of bold.children) cell.children = withoutStrong(cell.children);
  if (isMissing) rows.shift();
}

function isBoldCells(cells: readonly TableCell[]): boolean {
  return cells.every(({ children }) => isBold(children));
}

function isBoldRow(cells: readonly RichCell[]): boolean {
  return cells.every(({ children }) =>
    children.every((block) => block.type === "paragraph" && isBold(block.children)),
  );
}

function isBold(nodes: readonly PhrasingContent[]): boolean {
  return nodes.every((node) => node.type === "strong" || phrasingText([node]).trim() === "");
}

function unwrap(block: Block): Block {
  return block.type === "paragraph" ? { ...block, children: withoutStrong(block.children) } : block;
}
