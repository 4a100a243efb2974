import type { Steps } from "../../platform/index.ts";
import { continues, headingLevel } from "./block-syntax.ts";
import { type Chunk, includesKeys, type Range, sameKeys, trimConflict } from "./chunks.ts";
import type { KeyedBlock } from "./linked-text.ts";
import type { NearEqualFinder } from "./near-equal.ts";

type Blocks = readonly KeyedBlock[];

/** The blocks of a side, and the range that it inserted. */
export interface Insertion {
  readonly blocks: Blocks;
  readonly range: Range;
}

/** The blocks of the base around an insertion. */
interface Neighbors {
  readonly before: KeyedBlock | undefined;
  readonly after: KeyedBlock | undefined;
}

/**
 * Keeps the insertions of both sides, in an order that does not depend on the sides. Equal insertions are kept once, and
 * nearly equal ones are a conflict.
 */
export function* mergeInsertions(
  ours: Insertion,
  theirs: Insertion,
  neighbors: Neighbors,
  nearEqual: NearEqualFinder,
): Steps<Chunk[]> {
  const [ourBlocks, theirBlocks] = [blocksOf(ours), blocksOf(theirs)];
  const whole = { ours: ours.range, theirs: theirs.range };
  if (sameKeys(ourBlocks, theirBlocks)) return [{ take: "both", ...whole }];
  if (includesKeys(ourBlocks, theirBlocks)) return [{ take: "ours", ours: ours.range }];
  if (includesKeys(theirBlocks, ourBlocks)) return [{ take: "theirs", theirs: theirs.range }];
  const trimmed = trimConflict(
    { take: "conflict", ...whole },
    { base: [], ours: ours.blocks, theirs: theirs.blocks },
  );
  const merged: Chunk[] = [];
  // Rows and items are independent of each other, so those that both sides inserted are kept once.
  const areEntries = [...ourBlocks, ...theirBlocks].every(({ kind }) => kind === "row" || kind === "item");
  for (const chunk of areEntries ? trimmed : [{ take: "conflict", ...whole } as const]) {
    if (chunk.take !== "conflict") merged.push(chunk);
    else {
      const first = { blocks: ours.blocks, range: chunk.ours ?? ours.range };
      const second = { blocks: theirs.blocks, range: chunk.theirs ?? theirs.range };
      if (yield* nearEqual.find(blocksOf(first), blocksOf(second))) return trimmed;
      merged.push(...inOrder(first, second, neighbors));
    }
  }
  return merged;
}

function blocksOf({ blocks, range }: Insertion): Blocks {
  return blocks.slice(...range);
}

/**
 * Orders two insertions between the same two blocks: first one that continues the block before, then text, then
 * headings, last one that the block after continues. Equal ranks are ordered by key.
 */
function inOrder(ours: Insertion, theirs: Insertion, neighbors: Neighbors): Chunk[] {
  const [ourBlocks, theirBlocks] = [blocksOf(ours), blocksOf(theirs)];
  const difference = rankOf(ourBlocks, neighbors) - rankOf(theirBlocks, neighbors);
  const keys = (blocks: Blocks) => JSON.stringify(blocks.map(({ key }) => key));
  const isOursFirst = difference === 0 ? keys(ourBlocks) < keys(theirBlocks) : difference < 0;
  const chunks: Chunk[] = [
    { take: "ours", ours: ours.range },
    { take: "theirs", theirs: theirs.range },
  ];
  return isOursFirst ? chunks : chunks.reverse();
}

function rankOf(blocks: Blocks, { before, after }: Neighbors): number {
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (first === undefined || last === undefined || first.tag?.isEnd) return 0;
  if (last.tag !== undefined && !last.tag.isEnd) return 10;
  if (before !== undefined && continues(before, first)) return 1;
  if (after !== undefined && continues(last, after)) return 9;
  const level = headingLevel(first);
  return level === undefined ? 2 : 9 - level;
}
