import type { Node } from "prosemirror-model";
import type { Block } from "./document.ts";
import { withoutKeys } from "./document.ts";
import { schema } from "./schema.ts";

const [start, end] = ["<<<<<<< change request", ">>>>>>> primary content"];

/** A passage between conflict markers: the indexes of its first and its last block among their siblings. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * Finds the conflicts among sibling blocks. A marker may be inside a block, if both sides changed how that begins. A marker
 * without the other one is a conflict as well. The rows after a conflict in a table belong to it: without the head they are text.
 */
export function findConflicts(blocks: readonly Block[]): Range[] {
  const open: { readonly index: number; readonly isOwn: boolean }[] = [];
  const found: Range[] = [];
  for (const [index, block] of blocks.entries()) {
    const isOwn = markerOf(block) !== undefined;
    for (const marker of markersIn(block)) {
      if (marker === start) {
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
  return block?.type === "paragraph" && textOf(block).startsWith("|");
}

export function hasMarkers(block: Block): boolean {
  return markersIn(block).length > 0;
}

/** The markers in a block, in their order. */
function markersIn(block: Block): string[] {
  const marker = markerOf(block);
  if (marker !== undefined) return [marker];
  const inner = [...(block.nodes ?? []), ...(block.fragments ?? []).flatMap(({ nodes }) => nodes)];
  return inner.flatMap((node) => (node.object === "block" ? markersIn(node) : []));
}

function markerOf(block: Block): string | undefined {
  if (block.type !== "paragraph" || block.nodes?.length !== 1) return undefined;
  const text = textOf(block).trim();
  return text === start || text === end ? text : undefined;
}

function textOf({ nodes: [node] = [] }: Block): string {
  return node?.object === "text" ? node.leaves.map(({ text }) => text).join("") : "";
}

/** A conflict as one node, so that its blocks stay together. It is settled on its own screen. */
export function conflictNode(blocks: readonly Block[]): Node {
  return schema.node("conflict", { key: blocks[0]?.key ?? null, blocks });
}

/** The blocks of a conflict. Those of a copy are others. */
export function conflictBlocks({ attrs }: Node): Block[] {
  const { key, blocks } = attrs as { readonly key: string | null; readonly blocks: readonly Block[] };
  if (key === (blocks[0]?.key ?? null)) return [...blocks];
  const copies = withoutKeys({ object: "document", data: {}, nodes: blocks }).nodes;
  return copies.map((block, i) => (key === null ? block : { ...block, key: i === 0 ? key : `${key}-${i}` }));
}

/** The top-level nodes with those of conflicts one by one, as they are saved. */
export function splitConflicts(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node) =>
    node.type.name === "conflict"
      ? conflictBlocks(node).map((json) => schema.node("opaque_block", { key: json.key ?? null, json }))
      : [node],
  );
}
