import { type BlockKind, splitBlocks } from "../markdown/index.ts";
import type { Body, LinkedText, Tag } from "./linked-text.ts";
import type { Chunk } from "./merge-blocks.ts";
import { bothSides, mapSides, mergeValue, type Side, type Sides, type Version } from "./three-way.ts";

/** A block of the result, or a conflict, and the ranges of blocks it comes from. */
export interface MergedBlock extends LinkedText, Pick<Chunk, Version> {
  readonly kind: BlockKind;
  readonly tag?: Tag;
  readonly isConflict?: boolean;
}

export function mergeGap(gaps: Sides<string>): string {
  const { value, isConflict } = mergeValue(gaps);
  return isConflict ? longest([gaps.ours, gaps.theirs]) : value;
}

/** The whitespace after the last block. */
export function lastGap(sides: Sides<Body>): string {
  return mergeGap(mapSides(sides, ({ blocks }) => blocks.at(-1)?.gap ?? ""));
}

/** The whitespace between two adjacent blocks: as written if they were adjacent before, else enough to separate them. */
export function gapBetween(
  sides: Sides<Body>,
  block: MergedBlock,
  next: MergedBlock,
  lineBreak: string,
): string {
  const between = (version: Version): string | undefined => {
    const [from, to] = block[version] ?? [0, 0];
    const [start, end] = next[version] ?? [0, 0];
    // A side of a conflict may be empty, and has no neighbours then.
    return from < to && to === start && start < end ? sides[version].blocks[to - 1]?.gap : undefined;
  };
  const [base, ours, theirs] = [between("base"), between("ours"), between("theirs")];
  const known = [ours, theirs].filter((gap) => gap !== undefined);
  if (known.length === 0)
    return separate(chooseGap(gapsAround(sides, block, next), block, next), block, next, lineBreak);
  const gap =
    base !== undefined && ours !== undefined && theirs !== undefined
      ? mergeGap({ base, ours, theirs })
      : longest(known);
  // Markers are on lines of their own. When they are removed, the list or table is whole again.
  if (block.isConflict || next.isConflict) return gap;
  const isWritten = bothSides.some(
    (side) =>
      between(side) === gap && isUnchanged(sides[side], side, block) && isUnchanged(sides[side], side, next),
  );
  return isWritten ? gap : separate(gap, block, next, lineBreak);
}

/** Whether a block is the same as on this side. */
function isUnchanged({ blocks }: Body, side: Side, merged: MergedBlock): boolean {
  const block = blocks[merged[side]?.[0] ?? -1];
  return block?.text === merged.text && block.kind === merged.kind;
}

/** The whitespace after the first and before the second block on each side. */
function gapsAround(sides: Sides<Body>, block: MergedBlock, next: MergedBlock): string[] {
  return bothSides.flatMap((side) => {
    const { blocks, lead } = sides[side];
    const after = block[side] && blocks[block[side][1] - 1]?.gap;
    const before = next[side] && (next[side][0] === 0 ? lead : blocks[next[side][0] - 1]?.gap);
    return [after ?? "", before ?? ""];
  });
}

function longest(gaps: readonly string[]): string {
  return gaps.reduce(
    (best, gap) => (gap.length > best.length || (gap.length === best.length && gap > best) ? gap : best),
    "",
  );
}

/** Items and rows may follow each other without a blank line. */
function isTight({ kind }: MergedBlock, next: MergedBlock): boolean {
  return next.kind === "row" ? kind === "head" || kind === "row" : kind === "item" && next.kind === "item";
}

function chooseGap(gaps: readonly string[], block: MergedBlock, next: MergedBlock): string {
  const breaks = gaps.filter((gap) => gap.includes("\n"));
  if (!isTight(block, next)) return longest(breaks);
  const fewest = Math.min(...breaks.map(lineBreaks));
  return longest(breaks.filter((gap) => lineBreaks(gap) === fewest));
}

/** Adds the line breaks that two blocks need between them. Rows get no blank line, which would end the table. */
function separate(gap: string, block: MergedBlock, next: MergedBlock, lineBreak: string): string {
  const written = lineBreaks(gap) === 0 ? lineBreak : gap;
  if (isTight(block, next))
    return next.kind === "row" ? written.slice(0, written.indexOf("\n") + 1) : written;
  return lineBreaks(written) > 1 || areSeparate(block, written, next) ? written : written + lineBreak;
}

/** Whether the parser reads two blocks with this gap as two blocks. After a table, almost any line is a row. */
function areSeparate({ kind, text }: MergedBlock, gap: string, next: MergedBlock): boolean {
  if (kind === "head" || kind === "row") return false;
  const { blocks } = splitBlocks(text + gap + next.text);
  return blocks.length === 2 && blocks[0]?.text === text && blocks[1]?.kind === next.kind;
}

function lineBreaks(gap: string): number {
  return gap.split("\n").length - 1;
}
