import type { Steps } from "../../platform/index.ts";
import { splitSteps } from "../markdown/index.ts";
import { diffSteps, type Hunk } from "../sequence/index.ts";
import { type Part, type Partition, partitionsFor } from "./block-parts.ts";
import { type KeyedBlock, type LinkedText, TextWriter } from "./linked-text.ts";
import { type Overlap, PartMerger } from "./part-merger.ts";
import { bothSides, mapSides, type Side, type Sides } from "./three-way.ts";

/** Merges a block that both sides changed, by its parts. Returns undefined if they changed the same part. */
export function* mergeParts(block: Sides<KeyedBlock>): Steps<LinkedText | undefined> {
  for (const partition of partitionsFor(block)) {
    yield;
    const parts = mapSides(block, partition.split);
    const merged = yield* mergeSequences(withPositions(parts, partition), partition);
    const text = merged && join(merged, partition);
    if (text !== undefined && (yield* hasSameForm(block, text))) return text;
  }
  return undefined;
}

type Parts = readonly Part[];

function withPositions(parts: Sides<Parts>, { isPositional = false }: Partition): Sides<Parts> {
  const { base, ours, theirs } = parts;
  if (!isPositional || base.length !== ours.length || base.length !== theirs.length) return parts;
  return mapSides(parts, (version) => version.map((part, i) => ({ ...part, key: `${i} ${part.key}` })));
}

/** Applies the hunks of both sides in the order of the base. */
function* mergeSequences(parts: Sides<Parts>, { mayTouch }: Partition): Steps<Part[] | undefined> {
  const keys = mapSides(parts, (version) => version.map(({ key }) => key));
  const find = function* (side: Side) {
    const hunks = yield* diffSteps(keys.base, keys[side]);
    return (mayTouch ? hunks.flatMap(splitReplacement) : hunks).toReversed();
  };
  const hunks = { ours: yield* find("ours"), theirs: yield* find("theirs") };
  const merger = new PartMerger(parts);
  for (;;) {
    const [ours, theirs] = [hunks.ours.at(-1), hunks.theirs.at(-1)];
    if (ours === undefined && theirs === undefined) return merger.finish();
    const side = bothSides.find((name) => {
      const [hunk, other] = name === "ours" ? [ours, theirs] : [theirs, ours];
      return hunk !== undefined && (other === undefined || precedes(hunk, other, mayTouch));
    });
    const hunk = side && hunks[side].pop();
    if (side !== undefined && hunk !== undefined) merger.take(side, hunk);
    else if (!merger.takeOverlap(takeOverlap(hunks, mayTouch), !mayTouch)) return undefined;
  }
}

/** Splits a hunk that replaces parts with the same number of parts. */
function splitReplacement(hunk: Hunk): Hunk[] {
  const { from, to, start } = hunk;
  if (!isReplacement(hunk)) return [hunk];
  return Array.from({ length: to - from }, (_, i) => ({
    from: from + i,
    to: from + i + 1,
    start: start + i,
    end: start + i + 1,
  }));
}

function isReplacement({ from, to, start, end }: Hunk): boolean {
  return from < to && to - from === end - start;
}

/** Whether a hunk is before another one, and independent of it. */
function precedes(hunk: Hunk, other: Hunk, mayTouch: boolean): boolean {
  if (hunk.to < other.from) return true;
  if (hunk.to > other.from || !mayTouch) return false;
  // The order of two insertions is unknown, and an insertion may belong to a part that the other side deleted.
  const isInsertion = ({ from, to }: Hunk) => from === to;
  return (
    (isReplacement(hunk) && (isReplacement(other) || isInsertion(other))) ||
    (isInsertion(hunk) && isReplacement(other))
  );
}

/** Removes the next hunks of both sides, and all that overlap them; also those that touch them if hunks may touch. */
function takeOverlap(hunks: Record<Side, Hunk[]>, mayTouch: boolean): Overlap {
  const [ours, theirs] = [hunks.ours.pop(), hunks.theirs.pop()];
  if (ours === undefined || theirs === undefined) throw new Error("a hunk overlaps nothing");
  const overlap = {
    from: Math.min(ours.from, theirs.from),
    to: Math.max(ours.to, theirs.to),
    ours: [ours],
    theirs: [theirs],
  };
  const takeHunk = (side: Side): boolean => {
    const hunk = hunks[side].at(-1);
    if (hunk === undefined || hunk.from > overlap.to || (hunk.from === overlap.to && !mayTouch)) return false;
    hunks[side].pop();
    overlap[side].push(hunk);
    overlap.to = Math.max(overlap.to, hunk.to);
    return true;
  };
  while (bothSides.some(takeHunk));
  return overlap;
}

function join(parts: Parts, { separator }: Partition): LinkedText {
  const writer = new TextWriter();
  for (const [i, part] of parts.entries()) {
    const next = parts[i + 1];
    writer.add(part, next === undefined ? "" : (part.after ?? next.before ?? separator(part)));
  }
  return writer.result();
}

/** Whether the merged text is read as the same kind of block as all versions. */
function* hasSameForm({ base, ours, theirs }: Sides<KeyedBlock>, { text }: LinkedText): Steps<boolean> {
  const form = yield* formOf(ours, ours.text);
  for (const [block, version] of [
    [base, base.text],
    [theirs, theirs.text],
    [ours, text],
  ] as const)
    if ((yield* formOf(block, version)) !== form) return false;
  return true;
}

/** The kinds of the blocks in a text. Inside a list, its indentation would be read as code. */
function* formOf({ kind }: KeyedBlock, text: string): Steps<string> {
  if (kind === "row") return String(text.includes("\n"));
  const { blocks } = yield* splitSteps(text.trimStart());
  return blocks.map((block) => `${block.kind} ${block.isCode}`).join();
}
