import { gapBetween, lastGap, type MergedBlock, mergeGap } from "./gaps.ts";
import {
  type Body,
  joinBlocks,
  type KeyedBlock,
  type LinkedText,
  type Tag,
  TextWriter,
} from "./linked-text.ts";
import { lineBreakOf, markConflict } from "./markers.ts";
import { type Chunk, mergeBlocks, type Range } from "./merge-blocks.ts";
import { unmatchedTags, withWholeTags } from "./read-body.ts";
import { isSame, mapSides, mergeValue, type Side, type Sides, type Version } from "./three-way.ts";

interface MergedBody extends LinkedText {
  readonly hasConflicts: boolean;
}

/**
 * Merges the bodies of documents block by block, with conflict markers. If the result would separate the tags of a
 * pair, each pair is merged as one block.
 */
export function mergeBodies(sides: Sides<Body>): MergedBody {
  const blocks = merge(sides);
  if (keepsTags(sides, blocks)) return join(sides, blocks);
  const whole = mapSides(sides, withWholeTags);
  return join(whole, merge(whole));
}

function merge(sides: Sides<Body>): MergedBlock[] {
  const chunks = mergeBlocks(mapSides(sides, ({ blocks }) => blocks));
  return releaseRows(chunks.flatMap((chunk) => blocksOf(sides, chunk)));
}

/** Whether tags that are paired on both sides stay paired, whichever side resolves a conflict. */
function keepsTags({ ours, theirs }: Sides<Body>, merged: readonly MergedBlock[]): boolean {
  if (unmatchedTags(ours.blocks) !== "" || unmatchedTags(theirs.blocks) !== "") return true;
  const within = (side: Body, range: Range = [0, 0]) => side.blocks.slice(...range);
  const areAlike = merged.every(
    (block) =>
      !block.isConflict ||
      unmatchedTags(within(ours, block.ours)) === unmatchedTags(within(theirs, block.theirs)),
  );
  const resolved = merged.flatMap((block): { tag?: Tag }[] =>
    block.isConflict ? within(ours, block.ours) : [block],
  );
  return areAlike && unmatchedTags(resolved) === "";
}

function blocksOf(sides: Sides<Body>, chunk: Chunk): MergedBlock[] {
  if (chunk.take === "neither") return [];
  if (chunk.take === "conflict") {
    const [own, other] = [textOf(sides.ours, chunk.ours), textOf(sides.theirs, chunk.theirs)];
    // Closing tags of different pairs have different keys, but may be the same text.
    if (!isSame(own, other))
      return [{ kind: "other", isConflict: true, ...markConflict(own, other, lineBreakIn(sides)), ...chunk }];
  }
  const side = chunk.take === "theirs" ? "theirs" : "ours";
  const [start, end] = chunk[side] ?? [0, 0];
  return Array.from({ length: end - start }, (_, i) => {
    const range = (version: Version): { [version]?: Range } => {
      const own = chunk[version];
      // If the numbers of blocks differ, it is unknown which blocks correspond.
      if (own === undefined || own[1] - own[0] !== end - start) return {};
      return { [version]: [own[0] + i, own[0] + i + 1] };
    };
    const ranges = { ...range("base"), ...range("ours"), ...range("theirs") };
    const { kind, text, links, tag } = chooseBlock(sides, chunk, ranges, side);
    return { kind, text, links, ...(tag && { tag }), ...ranges };
  });
}

/** Chooses between blocks with the same key, which may still differ in the spelling of a link, or in kind. */
function chooseBlock(
  sides: Sides<Body>,
  { take }: Chunk,
  ranges: Pick<Chunk, Version>,
  side: Side,
): KeyedBlock {
  const at = (version: Version) => sides[version].blocks[ranges[version]?.[0] ?? -1];
  const [base, ours, theirs] = [at("base"), at("ours"), at("theirs")];
  const taken = side === "ours" ? ours : theirs;
  if (taken === undefined) throw new Error("a merged chunk lies outside of its side");
  if (take !== "both" || ours === undefined || theirs === undefined) return taken;
  return chooseSpelling({ base, ours, theirs }, ({ kind, text }) => `${kind} ${text}`);
}

/** Of two versions with the same meaning, takes the one that a side changed. The choice is symmetric. */
export function chooseSpelling<T>(
  { base, ours, theirs }: { base: T | undefined; ours: T; theirs: T },
  spell: (version: T) => string,
): T {
  const [own, other] = [spell(ours), spell(theirs)];
  const { value, isConflict } = mergeValue({ base: base && spell(base), ours: own, theirs: other });
  return (isConflict ? own < other : value === own) ? ours : theirs;
}

/** Turns rows whose table was removed into text. */
function releaseRows(blocks: readonly MergedBlock[]): MergedBlock[] {
  let isInTable = false;
  return blocks.map((block) => {
    isInTable = block.kind === "head" || block.isConflict || (block.kind === "row" && isInTable);
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

function join(sides: Sides<Body>, blocks: readonly MergedBlock[]): MergedBody {
  const lineBreak = lineBreakIn(sides);
  const writer = new TextWriter();
  if (blocks.length > 0) writer.add({ text: mergeGap(mapSides(sides, ({ lead }) => lead)), links: [] });
  for (const [i, block] of blocks.entries()) {
    const next = blocks[i + 1];
    writer.add(block, next === undefined ? lastGap(sides) : gapBetween(sides, block, next, lineBreak));
  }
  return { ...writer.written(), hasConflicts: blocks.some(({ isConflict }) => isConflict) };
}
