import type { Steps } from "../../platform/index.ts";
import { type BlockKind, splitSteps } from "../markdown/index.ts";
import type { Chunk, Range } from "./chunks.ts";
import { longestGap, mergeGap } from "./gaps.ts";
import {
  type Body,
  joinBlocks,
  type KeyedBlock,
  type LinkedText,
  type Tag,
  TextWriter,
} from "./linked-text.ts";
import { convertAddedItems } from "./list-classes.ts";
import { unifyMarkers } from "./list-markers.ts";
import { lineBreakOf, markConflict } from "./markers.ts";
import { mergeBlocks } from "./merge-blocks.ts";
import { mergeParts } from "./merge-parts.ts";
import { combineTagPairs, unmatchedTags } from "./read-body.ts";
import {
  bothSides,
  chooseSpelling,
  isSame,
  mapSides,
  type Side,
  type Sides,
  type Version,
} from "./three-way.ts";

/** A block of the result, or a conflict, and the ranges of blocks it comes from. */
interface MergedBlock extends LinkedText, Pick<Chunk, Version> {
  readonly kind: BlockKind;
  readonly tag?: Tag;
  /** The versions of a conflict. */
  readonly conflict?: Sides<LinkedText>;
}

export interface MergedBody extends LinkedText {
  /** The conflicts that are marked in the text, in order. */
  readonly conflicts: readonly Sides<LinkedText>[];
}

/** What becomes of conflicting blocks: both versions are written between markers, or theirs and then ours without. */
export type Resolution = "markers" | "both";

/**
 * Merges the bodies of documents block by block. If the result would separate the tags of a pair, each pair is merged as
 * one block.
 */
export function* mergeBodies(sides: Sides<Body>, resolution: Resolution = "markers"): Steps<MergedBody> {
  const blocks = yield* merge(sides, resolution);
  if (yield* keepsTagsPaired(sides, blocks)) return yield* join(sides, blocks);
  const combined = mapSides(sides, combineTagPairs);
  return yield* join(combined, yield* merge(combined, resolution));
}

function* merge(sides: Sides<Body>, resolution: Resolution): Steps<MergedBlock[]> {
  const chunks = yield* mergeBlocks(mapSides(sides, ({ blocks }) => blocks));
  const merged: MergedBlock[] = [];
  for (const [i, chunk] of chunks.entries()) {
    if (i % blocksPerStep === 0) yield;
    const within = chunk.take === "conflict" ? yield* mergeWithin(sides, chunk) : undefined;
    if (within !== undefined) merged.push(within);
    else for (const block of blocksOf(sides, chunk, resolution)) merged.push(block);
  }
  yield;
  const converted = convertAddedItems(sides, merged);
  yield;
  const unified = unifyMarkers(sides, converted);
  yield;
  return convertOrphanedRows(unified);
}

const blocksPerStep = 500;

/** Whether tags that are paired on both sides stay paired, whichever side resolves a conflict. */
function* keepsTagsPaired({ ours, theirs }: Sides<Body>, merged: readonly MergedBlock[]): Steps<boolean> {
  if (unmatchedTags(ours.blocks) !== "" || unmatchedTags(theirs.blocks) !== "") return true;
  yield;
  const blocksIn = (side: Body, range: Range = [0, 0]) => side.blocks.slice(...range);
  const haveSameTags = merged.every(
    (block) =>
      block.conflict === undefined ||
      unmatchedTags(blocksIn(ours, block.ours)) === unmatchedTags(blocksIn(theirs, block.theirs)),
  );
  yield;
  const resolved = merged.flatMap((block): { tag?: Tag }[] =>
    block.conflict ? blocksIn(ours, block.ours) : [block],
  );
  return haveSameTags && unmatchedTags(resolved) === "";
}

/** Merges one block that both sides changed by its sentences, lines or cells, if that is possible without a conflict. */
function* mergeWithin(sides: Sides<Body>, { base, ours, theirs }: Chunk): Steps<MergedBlock | undefined> {
  const only = (version: Version, range: Range = [0, 0]) =>
    range[1] - range[0] === 1 ? sides[version].blocks[range[0]] : undefined;
  const versions = { base: only("base", base), ours: only("ours", ours), theirs: only("theirs", theirs) };
  if (versions.base === undefined || versions.ours === undefined || versions.theirs === undefined)
    return undefined;
  const { base: before, ours: own, theirs: other } = versions;
  const text = yield* mergeParts({ base: before, ours: own, theirs: other });
  return (
    text && {
      kind: own.kind,
      ...text,
      ...(base && { base }),
      ...(ours && { ours }),
      ...(theirs && { theirs }),
    }
  );
}

function blocksOf(sides: Sides<Body>, chunk: Chunk, resolution: Resolution): MergedBlock[] {
  if (chunk.take === "neither") return [];
  if (chunk.take === "conflict") {
    const [ours, theirs] = [textOf(sides.ours, chunk.ours), textOf(sides.theirs, chunk.theirs)];
    // Closing tags of different pairs have different keys, but may be the same text.
    const isConflict = !isSame(ours, theirs);
    if (isConflict && resolution === "both")
      return [...blocksOfSide(sides, chunk, "theirs"), ...blocksOfSide(sides, chunk, "ours")];
    if (isConflict)
      return [
        {
          kind: "other",
          conflict: { base: textOf(sides.base, chunk.base), ours, theirs },
          ...markConflict(ours, theirs, lineBreakIn(sides)),
          ...chunk,
        },
      ];
  }
  const side = chunk.take === "theirs" ? "theirs" : "ours";
  const [start, end] = chunk[side] ?? [0, 0];
  return Array.from({ length: end - start }, (_, i) => {
    const range = (version: Version): { [version]?: Range } => {
      const [first, last] = chunk[version] ?? [0, -1];
      // If the numbers of blocks differ, it is unknown which blocks correspond.
      return last - first === end - start ? { [version]: [first + i, first + i + 1] } : {};
    };
    const ranges = { ...range("base"), ...range("ours"), ...range("theirs") };
    const { kind, text, links, tag } = chooseBlock(sides, chunk, ranges, side);
    return { kind, text, links, ...(tag && { tag }), ...ranges };
  });
}

function blocksOfSide(sides: Sides<Body>, chunk: Chunk, side: Side): MergedBlock[] {
  const [start, end] = chunk[side] ?? [0, 0];
  return sides[side].blocks.slice(start, end).map(({ kind, text, links, tag }, i) => {
    const range: Range = [start + i, start + i + 1];
    return { kind, text, links, ...(tag && { tag }), [side]: range };
  });
}

/** Chooses between blocks with the same key, which may still differ in the spelling of a link, or in kind. */
function chooseBlock(
  sides: Sides<Body>,
  { take }: Chunk,
  ranges: Pick<Chunk, Version>,
  side: Side,
): KeyedBlock {
  const blockOf = (version: Version) => sides[version].blocks[ranges[version]?.[0] ?? -1];
  const [base, ours, theirs] = [blockOf("base"), blockOf("ours"), blockOf("theirs")];
  const block = side === "ours" ? ours : theirs;
  if (block === undefined) throw new Error("a merged chunk is out of range");
  if (take !== "both" || ours === undefined || theirs === undefined) return block;
  return chooseSpelling({ base, ours, theirs }, ({ kind, text }) => `${kind} ${text}`);
}

/** Turns rows whose table was removed into text. */
function convertOrphanedRows(blocks: readonly MergedBlock[]): MergedBlock[] {
  let isInTable = false;
  return blocks.map((block) => {
    isInTable = block.kind === "head" || block.conflict !== undefined || (block.kind === "row" && isInTable);
    return block.kind === "row" && !isInTable ? { ...block, kind: "other" } : block;
  });
}

function textOf({ blocks }: Body, range: Range = [0, 0]): LinkedText {
  return joinBlocks(blocks.slice(...range));
}

/** The line break after the first blocks. */
function lineBreakIn({ base, ours, theirs }: Sides<Body>): string {
  return lineBreakOf(...[base, ours, theirs].map(({ blocks }) => blocks[0]?.gap.slice(0, 2) ?? ""));
}

function* join(sides: Sides<Body>, blocks: readonly MergedBlock[]): Steps<MergedBody> {
  const lineBreak = lineBreakIn(sides);
  const writer = new TextWriter();
  if (blocks.length > 0) writer.add({ text: mergeGap(mapSides(sides, ({ lead }) => lead)), links: [] });
  for (const [i, block] of blocks.entries()) {
    if (i % blocksPerStep === 0) yield;
    const next = blocks[i + 1];
    const gap = next === undefined ? lastGap(sides) : yield* gapBetween(sides, block, next, lineBreak);
    writer.add(block, gap);
  }
  return { ...writer.result(), conflicts: blocks.flatMap(({ conflict }) => conflict ?? []) };
}

/** The whitespace after the last block. */
function lastGap(sides: Sides<Body>): string {
  return mergeGap(mapSides(sides, ({ blocks }) => blocks.at(-1)?.gap ?? ""));
}

/** The whitespace between two adjacent blocks: unchanged if they were adjacent before, else enough to separate them. */
function* gapBetween(
  sides: Sides<Body>,
  block: MergedBlock,
  next: MergedBlock,
  lineBreak: string,
): Steps<string> {
  const between = (version: Version): string | undefined => {
    const [from, to] = block[version] ?? [0, 0];
    const [start, end] = next[version] ?? [0, 0];
    // A side of a conflict may be empty. It then has no adjacent blocks.
    return from < to && to === start && start < end ? sides[version].blocks[to - 1]?.gap : undefined;
  };
  const [base, ours, theirs] = [between("base"), between("ours"), between("theirs")];
  const sideGaps = [ours, theirs].filter((gap) => gap !== undefined);
  if (sideGaps.length === 0)
    return yield* separate(chooseGap(gapsAround(sides, block, next), block, next), block, next, lineBreak);
  const gap =
    base !== undefined && ours !== undefined && theirs !== undefined
      ? mergeGap({ base, ours, theirs })
      : longestGap(sideGaps);
  // Markers are on separate lines, so that removing them restores the list or table.
  if (block.conflict || next.conflict) return gap;
  const isWritten = bothSides.some(
    (side) =>
      between(side) === gap && isUnchanged(sides[side], side, block) && isUnchanged(sides[side], side, next),
  );
  return isWritten ? gap : yield* separate(gap, block, next, lineBreak);
}

/** Whether a merged block is unchanged from this side. */
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

/** Items and rows may follow each other without a blank line. */
function isTight({ kind }: MergedBlock, next: MergedBlock): boolean {
  return next.kind === "row" ? kind === "head" || kind === "row" : kind === "item" && next.kind === "item";
}

function chooseGap(gaps: readonly string[], block: MergedBlock, next: MergedBlock): string {
  const breaks = gaps.filter((gap) => gap.includes("\n"));
  if (!isTight(block, next)) return longestGap(breaks);
  const fewest = Math.min(...breaks.map(lineBreaks));
  return longestGap(breaks.filter((gap) => lineBreaks(gap) === fewest));
}

/** Adds the line breaks that two blocks need between them. Rows get no blank line, since that would end the table. */
function* separate(gap: string, block: MergedBlock, next: MergedBlock, lineBreak: string): Steps<string> {
  const separator = lineBreaks(gap) === 0 ? lineBreak : gap;
  if (isTight(block, next))
    return next.kind === "row" ? separator.slice(0, separator.indexOf("\n") + 1) : separator;
  return lineBreaks(separator) > 1 || (yield* areReadSeparately(block, separator, next))
    ? separator
    : separator + lineBreak;
}

/** Whether the parser reads two blocks with this gap as two blocks. After a table, almost any line is a row. */
function* areReadSeparately({ kind, text }: MergedBlock, gap: string, next: MergedBlock): Steps<boolean> {
  if (kind === "head" || kind === "row") return false;
  const { blocks } = yield* splitSteps(text + gap + next.text);
  return blocks.length === 2 && blocks[0]?.text === text && blocks[1]?.kind === next.kind;
}

function lineBreaks(gap: string): number {
  return gap.split("\n").length - 1;
}
