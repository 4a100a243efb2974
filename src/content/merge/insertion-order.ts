import type { KeyedBlock } from "./linked-text.ts";

type Blocks = readonly KeyedBlock[];

/**
 * Which of two things that were inserted between the same two blocks goes first: what goes on with the block before, then
 * text, then what begins something new, at last what goes on in the block after. The keys decide where that says nothing.
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
  if (before !== undefined && goesOn(before, first)) return 1;
  if (after !== undefined && goesOn(last, after)) return 9;
  const level = headingLevel(first);
  return level === undefined ? 2 : 9 - level;
}

/** Whether a block belongs to what the one before it is a part of: its table, its list, its item. */
function goesOn(before: KeyedBlock, block: KeyedBlock): boolean {
  if (block.kind === "row") return before.kind === "head" || before.kind === "row";
  return before.kind === "item" && (block.kind === "item" || indentOf(block) > indentOf(before));
}

/** Whether a block that follows these belongs to what they are: without them it would be a part of something else. */
export function belongsTo(stretch: Blocks, block: KeyedBlock): boolean {
  const last = stretch.at(-1);
  if (last === undefined) return false;
  if (block.kind === "row") return goesOn(last, block);
  const isBelowItem = stretch.some((one) => one.kind === "item" && indentOf(block) > indentOf(one));
  if (isBelowItem) return true;
  const level = headingLevel(block) ?? 7;
  return stretch.some((one) => (headingLevel(one) ?? 7) < level);
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
