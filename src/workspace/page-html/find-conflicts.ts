import { type Block, blocksIn, nodeText } from "../../content/document/index.ts";
import { conflictEnd, conflictStart } from "../../content/markdown/index.ts";

/** A passage between conflict markers: the indexes of its first and its last block among their siblings. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * Finds the conflicts among sibling blocks, as the editor of the workspace does. A marker may be inside a block, if both sides
 * changed how that begins. A marker without the other one is a conflict as well. The rows after a conflict in a table belong to
 * it: without the head they are text.
 */
export function findConflicts(blocks: readonly Block[]): Range[] {
  const open: { readonly index: number; readonly isOwn: boolean }[] = [];
  const found: Range[] = [];
  for (const [index, block] of blocks.entries()) {
    const isOwn = markerOf(block) !== undefined;
    for (const marker of markersIn(block)) {
      if (marker === conflictStart) {
        open.push({ index, isOwn });
        continue;
      }
      const first = open.pop();
      if (first === undefined ? isOwn : first.isOwn || first.index < index)
        found.push({ from: first?.index ?? index, to: index });
    }
  }
  for (const { index, isOwn } of open) if (isOwn) found.push({ from: index, to: index });
  return outermost(found).map(({ from, to }) => ({ from, to: withRows(blocks, from, to) }));
}

function outermost(ranges: readonly Range[]): Range[] {
  const outer: Range[] = [];
  for (const range of ranges.toSorted((a, b) => a.from - b.from || b.to - a.to))
    if (range.from > (outer.at(-1)?.to ?? -1)) outer.push(range);
  return outer;
}

function withRows(blocks: readonly Block[], from: number, to: number): number {
  const isInTable = blocks.slice(Math.max(0, from - 1), to).some(({ type }) => type === "table");
  let last = to;
  while (isInTable && isRow(blocks[last + 1])) last++;
  return last;
}

function isRow(block: Block | undefined): boolean {
  return block?.type === "paragraph" && nodeText(block).startsWith("|");
}

/** The markers in a block, in their order. */
function markersIn(block: Block): string[] {
  const marker = markerOf(block);
  if (marker !== undefined) return [marker];
  const inner = [...blocksIn(block.nodes), ...(block.fragments ?? []).flatMap(({ nodes }) => nodes)];
  return inner.flatMap(markersIn);
}

function markerOf(block: Block): string | undefined {
  if (block.type !== "paragraph" || block.nodes?.length !== 1) return undefined;
  const text = nodeText(block).trim();
  return text === conflictStart || text === conflictEnd ? text : undefined;
}
