import type { Steps } from "../../platform/index.ts";
import { diffSteps, type Hunk } from "../sequence/index.ts";
import type { KeyedBlock } from "./linked-text.ts";
import { bothSides, type Side, type Sides } from "./three-way.ts";

/** A half-open range of block indexes. */
export type Range = readonly [start: number, end: number];

/** A chunk of the merged sequence: its range on each side, and the side to take it from. */
export interface Chunk {
  /** `both`: the sides are equal. `neither`: both sides deleted blocks. `conflict`: the sides differ. */
  readonly take: "ours" | "theirs" | "both" | "neither" | "conflict";
  readonly base?: Range;
  readonly ours?: Range;
  readonly theirs?: Range;
}

type Blocks = readonly KeyedBlock[];

/**
 * Merges three sequences of blocks, compared by key. Each side may change one of two adjacent blocks. Insertions of both
 * sides at the same position are kept. The result is symmetric.
 */
export function* mergeBlocks({ base, ours, theirs }: Sides<Blocks>): Steps<Chunk[]> {
  if (base.length === 0 && ours.length > 0 && theirs.length > 0) {
    const take = sameKeys(ours, theirs) ? "both" : "conflict";
    return [{ take, ours: [0, ours.length], theirs: [0, theirs.length] }];
  }
  const cursors = {
    ours: new SideCursor(ours, yield* findHunks(base, ours)),
    theirs: new SideCursor(theirs, yield* findHunks(base, theirs)),
  };
  return yield* new Merger(base, cursors).merge();
}

/** The hunks between the base and a side. A hunk that replaces blocks with blocks of the same kinds is split. */
function* findHunks(base: Blocks, side: Blocks): Steps<Hunk[]> {
  const keysOf = (blocks: Blocks) => blocks.map(({ key }) => key);
  const hunks = yield* diffSteps(keysOf(base), keysOf(side));
  yield;
  return hunks
    .flatMap((hunk) => (isPaired(base, side, hunk) ? splitByBlock(hunk) : [hunk]))
    .filter(
      ({ from, to, start, end }) =>
        to - from !== 1 || end - start !== 1 || base[from]?.key !== side[start]?.key,
    );
}

/** Whether both sides of a hunk have the same number of blocks, of the same kinds. */
function isPaired(base: Blocks, side: Blocks, { from, to, start, end }: Hunk): boolean {
  const kindsOf = (blocks: Blocks) =>
    blocks.map(({ kind, tag }) => `${kind} ${tag?.name ?? ""} ${tag?.isEnd ?? ""}`).join("\n");
  return to - from === end - start && kindsOf(base.slice(from, to)) === kindsOf(side.slice(start, end));
}

function splitByBlock({ from, to, start }: Hunk): Hunk[] {
  return Array.from({ length: to - from }, (_, i) => ({
    from: from + i,
    to: from + i + 1,
    start: start + i,
    end: start + i + 1,
  }));
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

  constructor(base: Blocks, cursors: Readonly<Record<Side, SideCursor>>) {
    this.#base = base;
    this.#cursors = cursors;
  }

  *merge(): Steps<Chunk[]> {
    for (let index = 0; ; ) {
      if (this.#chunks.length % chunksPerStep === 0) yield;
      this.#insert(index);
      if (index >= this.#base.length) return this.#chunks;
      const isChanged = bothSides.some((side) => this.#cursors[side].next?.from === index);
      index = isChanged ? this.#change(index) : this.#keep(index);
    }
  }

  #keep(index: number): number {
    const { ours, theirs } = this.#cursors;
    const base: Range = [index, index + 1];
    this.#chunks.push({ take: "both", base, ours: ours.advance(1), theirs: theirs.advance(1) });
    return index + 1;
  }

  #insert(index: number): void {
    const [ours, theirs] = bothSides.map((side) => this.#cursors[side].takeInsertion(index));
    if (ours !== undefined && theirs !== undefined) this.#insertBoth(index, ours, theirs);
    else if (ours !== undefined) this.#insertOne(index, "ours", ours);
    else if (theirs !== undefined) this.#insertOne(index, "theirs", theirs);
  }

  /** An addition to a section, list or table that the other side deleted is a conflict. */
  #insertOne(index: number, side: Side, inserted: Range): void {
    const last = this.#chunks.at(-1);
    const [first] = this.#cursors[side].blocks.slice(...inserted);
    const deleter = side === "ours" ? "theirs" : "ours";
    const range = last?.[deleter];
    const isEmpty = range !== undefined && range[0] === range[1];
    const isDeleted = last?.take === deleter && last.base?.[1] === index && isEmpty;
    if (isDeleted && first !== undefined && belongsTo(this.#base.slice(...(last.base ?? [])), first)) {
      const [start] = last[side] ?? inserted;
      this.#chunks.splice(-1, 1, { ...last, take: "conflict", [side]: [start, inserted[1]] });
    } else this.#chunks.push({ take: side, [side]: inserted });
  }

  /** Keeps the insertions of both sides, in an order that does not depend on the sides. Equal insertions are kept once. */
  #insertBoth(index: number, ours: Range, theirs: Range): void {
    const ourBlocks = this.#cursors.ours.blocks.slice(...ours);
    const theirBlocks = this.#cursors.theirs.blocks.slice(...theirs);
    if (sameKeys(ourBlocks, theirBlocks)) this.#chunks.push({ take: "both", ours, theirs });
    else if (includesKeys(ourBlocks, theirBlocks)) this.#chunks.push({ take: "ours", ours });
    else if (includesKeys(theirBlocks, ourBlocks)) this.#chunks.push({ take: "theirs", theirs });
    else {
      const [before, after] = [this.#base[index - 1], this.#base[index]];
      const isOursFirst = compareInsertions(ourBlocks, theirBlocks, before, after) < 0;
      const chunks: Chunk[] = [
        { take: "ours", ours },
        { take: "theirs", theirs },
      ];
      this.#chunks.push(...(isOursFirst ? chunks : chunks.reverse()));
    }
  }

  /** Merges all overlapping hunks from this index on. Returns the index after them. */
  #change(index: number): number {
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
    this.#chunks.push({ take: choose(), base: [index, end], ours, theirs });
    return end;
  }
}

function sameKeys(a: Blocks, b: Blocks): boolean {
  return a.length === b.length && a.every(({ key }, i) => key === b[i]?.key);
}

/** Whether a sequence contains another one contiguously. */
function includesKeys(sequence: Blocks, part: Blocks): boolean {
  const join = (blocks: Blocks) => blocks.map(({ key }) => JSON.stringify(key)).join();
  return part.length < sequence.length && `,${join(sequence)},`.includes(`,${join(part)},`);
}

/**
 * Orders two insertions between the same two blocks: first one that continues the block before, then text, then
 * headings, last one that the block after continues. Equal ranks are ordered by key.
 */
function compareInsertions(
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

/** Whether a block that follows these belongs to their table, item or section. */
function belongsTo(preceding: Blocks, block: KeyedBlock): boolean {
  const last = preceding.at(-1);
  if (last === undefined) return false;
  if (block.kind === "row") return continues(last, block);
  const isBelowItem = preceding.some((item) => item.kind === "item" && indentOf(block) > indentOf(item));
  if (isBelowItem) return true;
  const level = headingLevel(block) ?? 7;
  return preceding.some((heading) => (headingLevel(heading) ?? 7) < level);
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
