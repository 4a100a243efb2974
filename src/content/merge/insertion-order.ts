import type { KeyedBlock } from "./linked-text.ts";

type Blocks = readonly KeyedBlock[];

/**
 * Orders two insertions between the same two blocks: first what continues the block before, then text, then headings,
 * last what the block after continues. Equal ranks are ordered by key.
 */
export function compareInsertions(
  a: Blocks,
  b: Blocks,
  before: KeyedBlock | undefined,
  after: KeyedBlock | undefined,
): number {
  const difference = rankOf(a, before, after) - rankOf(b, before, after);
  if (difference !== 0) return difference;
  const keys = (blocks: Blocks) => JSON.stringify(blocks.map(({ key }) => key));
  return keys(a) < keys(b) ? -1 : 1;
}

function rankOf(blocks: Blocks, before: KeyedBlock | undefined, after: KeyedBlock | undefined): number {
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (first === undefined || last === undefined || first.tag?.isEnd) return 0;
  if (last.tag !== undefined && !last.tag.isEnd) return 10;
  if (before !== undefined && continues(before, first)) return 1;
  if (after !== undefined && continues(last, after)) return 9;
  const level = headingLevel(first);
  return level === undefined ? 2 : 9 - level;
}

/** Whether a block belongs to the same table, list or item as the one before it. */
function continues(before: KeyedBlock, block: KeyedBlock): boolean {
  if (block.kind === "row") return before.kind === "head" || before.kind === "row";
  return before.kind === "item" && (block.kind === "item" || indentOf(block) > indentOf(before));
}

/** Whether a block after these belongs to their table, item or section. */
export function belongsTo(preceding: Blocks, block: KeyedBlock): boolean {
  const last = preceding.at(-1);
  if (last === undefined) return false;
  if (block.kind === "row") return continues(last, block);
  const isBelowItem = preceding.some((one) => one.kind === "item" && indentOf(block) > indentOf(one));
  if (isBelowItem) return true;
  const level = headingLevel(block) ?? 7;
  return preceding.some((one) => (headingLevel(one) ?? 7) < level);
}

function headingLevel({ kind, text }: KeyedBlock): number | undefined {
  if (kind !== "other") return undefined;
  const [, marks] = /^ {0,3}(#{1,6})(?:[ \t]|$)/.exec(text) ?? [];
  if (marks !== undefined) return marks.length;
  const [, line] = /\n {0,3}([=-])+[ \t]*$/.exec(text) ?? [];
  if (line === undefined || text.trimStart().startsWith("{%")) return undefined;
  return line === "=" ? 1 : 2;
}

function indentOf({ text }: KeyedBlock): number {
  const [space = ""] = /^[ \t]*/.exec(text) ?? [];
  return space.replaceAll("\t", "    ").length;
}
