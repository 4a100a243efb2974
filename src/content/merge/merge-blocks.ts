import type { Steps } from "../../platform/index.ts";
import type { Hunk } from "../sequence/index.ts";
import { belongsTo } from "./block-syntax.ts";
import { type Chunk, includesKeys, type Range, sameKeys, trimConflict } from "./chunks.ts";
import { findHunks } from "./find-hunks.ts";
import type { KeyedBlock } from "./linked-text.ts";
import { mergeInsertions } from "./merge-insertions.ts";
import { NearEqualFinder } from "./near-equal.ts";
import { markRepeatedInsertions } from "./repeated-insertions.ts";
import { bothSides, otherSide, type Side, type Sides } from "./three-way.ts";

type Blocks = readonly KeyedBlock[];

/**
 * Merges three sequences of blocks, compared by key. Each side may change one of two adjacent blocks. Insertions of both
 * sides are kept, unless they are nearly equal. The result is symmetric.
 */
export function* mergeBlocks(blocks: Sides<Blocks>): Steps<Chunk[]> {
  const { base, ours, theirs } = blocks;
  if (base.length === 0 && ours.length > 0 && theirs.length > 0) {
    const whole: Pick<Chunk, Side> = { ours: [0, ours.length], theirs: [0, theirs.length] };
    if (sameKeys(ours, theirs)) return [{ take: "both", ...whole }];
    return trimConflict({ take: "conflict", ...whole }, blocks);
  }
  const cursors = {
    ours: new SideCursor(ours, yield* findHunks(base, ours)),
    theirs: new SideCursor(theirs, yield* findHunks(base, theirs)),
  };
  return yield* markRepeatedInsertions(blocks, yield* new Merger(base, cursors).merge());
}

/** The position in a side while the merge iterates over the base. */
class SideCursor {
  readonly blocks: Blocks;
  readonly #hunks: Hunk[];
  #index = 0;

  constructor(blocks: Blocks, hunks: readonly Hunk[]) {
    this.blocks = blocks;
    this.#hunks = hunks.toReversed();
  }

  get next(): Hunk | undefined {
    return this.#hunks.at(-1);
  }

  /** Takes the next hunk if it starts before this index of the base. */
  takeBefore(index: number): Hunk | undefined {
    return this.next !== undefined && this.next.from < index ? this.#hunks.pop() : undefined;
  }

  /** Takes an insertion before this index of the base. */
  takeInsertion(index: number): Range | undefined {
    if (this.next?.from !== index || this.next.to !== index) return undefined;
    const { start, end } = this.next;
    this.#hunks.pop();
    this.#index = end;
    return [start, end];
  }

  /** Moves forward by a number of blocks and returns their range. */
  advance(count: number): Range {
    this.#index += count;
    return [this.#index - count, this.#index];
  }
}

const chunksPerStep = 500;

class Merger {
  readonly #base: Blocks;
  readonly #cursors: Readonly<Record<Side, SideCursor>>;
  readonly #chunks: Chunk[] = [];
  readonly #nearEqual = new NearEqualFinder();

  constructor(base: Blocks, cursors: Readonly<Record<Side, SideCursor>>) {
    this.#base = base;
    this.#cursors = cursors;
  }

  *merge(): Steps<Chunk[]> {
    for (let index = 0; ; ) {
      if (this.#chunks.length % chunksPerStep === 0) yield;
      yield* this.#insert(index);
      if (index >= this.#base.length) return this.#chunks;
      const isChanged = bothSides.some((side) => this.#cursors[side].next?.from === index);
      index = isChanged ? yield* this.#change(index) : this.#keep(index);
    }
  }

  #keep(index: number): number {
    const { ours, theirs } = this.#cursors;
    const base: Range = [index, index + 1];
    this.#chunks.push({ take: "both", base, ours: ours.advance(1), theirs: theirs.advance(1) });
    return index + 1;
  }

  *#insert(index: number): Steps<void> {
    const { ours: ourCursor, theirs: theirCursor } = this.#cursors;
    const [ours, theirs] = [ourCursor.takeInsertion(index), theirCursor.takeInsertion(index)];
    if (ours !== undefined && theirs !== undefined) {
      const own = { blocks: ourCursor.blocks, range: ours };
      const other = { blocks: theirCursor.blocks, range: theirs };
      const neighbors = { before: this.#base[index - 1], after: this.#base[index] };
      this.#chunks.push(...(yield* mergeInsertions(own, other, neighbors, this.#nearEqual)));
    } else if (ours !== undefined) yield* this.#insertOne(index, "ours", ours);
    else if (theirs !== undefined) yield* this.#insertOne(index, "theirs", theirs);
  }

  /** An addition to a section, list or table that the other side deleted is a conflict. */
  *#insertOne(index: number, side: Side, inserted: Range): Steps<void> {
    const last = this.#chunks.at(-1);
    const other = otherSide(side);
    const [first] = this.#cursors[side].blocks.slice(...inserted);
    const isAdjacent = last?.take === other && last.base?.[1] === index;
    const isDeleted = isAdjacent && lengthOf(last[other]) === 0;
    const isExtended = isDeleted && first && belongsTo(this.#base.slice(...(last.base ?? [])), first);
    const insertion: Chunk = { take: side, [side]: inserted };
    if (isAdjacent && (isExtended || (yield* this.#areNearEqual(last, insertion)))) {
      const [start] = last[side] ?? inserted;
      this.#chunks.pop();
      this.#addConflict({ ...last, take: "conflict", [side]: [start, inserted[1]] });
    } else this.#chunks.push(insertion);
  }

  /** Whether adjacent chunks of different sides, of which at least one is an insertion, contain nearly the same. */
  *#areNearEqual(chunk: Chunk, next: Chunk): Steps<boolean> {
    const [side, nextSide] = [chunk.take, next.take];
    if ((side !== "ours" && side !== "theirs") || nextSide !== otherSide(side)) return false;
    const blocksOf = (name: Side, range: Range = [0, 0]) => this.#cursors[name].blocks.slice(...range);
    const [first, second] = [blocksOf(side, chunk[side]), blocksOf(nextSide, next[nextSide])];
    if (first.length === 0 || second.length === 0) return false;
    if (includesKeys(first, second) || includesKeys(second, first)) return true;
    // An edited block may have been similar to its neighbors before.
    const areNew = first.length > lengthOf(chunk.base) && second.length > lengthOf(next.base);
    return yield* this.#nearEqual.find(first, second, areNew);
  }

  #addConflict(conflict: Chunk): void {
    const { ours, theirs } = this.#cursors;
    const blocks = { base: this.#base, ours: ours.blocks, theirs: theirs.blocks };
    this.#chunks.push(...trimConflict(conflict, blocks));
  }

  /** Merges all overlapping hunks from this index on. Returns the index after them. */
  *#change(index: number): Steps<number> {
    let end = index + 1;
    let isAllDeleted = true;
    const growth = { ours: 0, theirs: 0 };
    const changed = new Set<Side>();
    const takeHunk = (side: Side): boolean => {
      const hunk = this.#cursors[side].takeBefore(end);
      if (hunk === undefined) return false;
      end = Math.max(end, hunk.to);
      growth[side] += hunk.end - hunk.start - (hunk.to - hunk.from);
      changed.add(side);
      isAllDeleted &&= hunk.start === hunk.end;
      return true;
    };
    while (bothSides.some(takeHunk));
    const { ours: ourCursor, theirs: theirCursor } = this.#cursors;
    const ours = ourCursor.advance(end - index + growth.ours);
    const theirs = theirCursor.advance(end - index + growth.theirs);
    const choose = (): Chunk["take"] => {
      if (!changed.has("theirs")) return "ours";
      if (!changed.has("ours")) return "theirs";
      if (isAllDeleted) return "neither";
      const isSame = sameKeys(ourCursor.blocks.slice(...ours), theirCursor.blocks.slice(...theirs));
      return isSame ? "both" : "conflict";
    };
    const chunk: Chunk = { take: choose(), base: [index, end], ours, theirs };
    const last = this.#chunks.at(-1);
    const isAfterInsertion = last !== undefined && last.base === undefined;
    if (chunk.take === "conflict") this.#addConflict(chunk);
    else if (isAfterInsertion && (yield* this.#areNearEqual(last, chunk))) {
      this.#chunks.pop();
      const side = last.take === "ours" ? "ours" : "theirs";
      const [start] = last[side] ?? [0];
      this.#addConflict({ ...chunk, take: "conflict", [side]: [start, chunk[side]?.[1] ?? start] });
    } else this.#chunks.push(chunk);
    return end;
  }
}

function lengthOf([start, end]: Range = [0, 0]): number {
  return end - start;
}
