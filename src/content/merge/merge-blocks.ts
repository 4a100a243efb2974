import type { Hunk } from "../sequence/index.ts";
import { findHunks } from "./hunks.ts";
import { belongsTo, compareInsertions } from "./insertion-order.ts";
import type { KeyedBlock } from "./linked-text.ts";
import { bothSides, type Side, type Sides } from "./three-way.ts";

/** A stretch of a sequence: from the first one up to the one after the last. */
export type Span = readonly [start: number, end: number];

/** A part of the merged sequence: which stretch it is on each side, and which of them is right. */
export interface Part {
  /** Both where the two are the same, neither where each deleted a part of it; conflict where each has another. */
  readonly take: "ours" | "theirs" | "both" | "neither" | "conflict";
  readonly base?: Span;
  readonly ours?: Span;
  readonly theirs?: Span;
}

type Blocks = readonly KeyedBlock[];

/**
 * Merges sequences of blocks, which are told by their keys. A block that one side changed is taken from it; neighbours may be
 * changed by different sides. What both inserted at one place is kept, one after the other; the outcome does not depend
 * on which side is which.
 */
export async function mergeSequences(sides: Sides<Blocks>): Promise<Part[]> {
  const { base, ours, theirs } = sides;
  if (base.length === 0 && ours.length > 0 && theirs.length > 0) return mergeFirst(sides);
  const merger = new Merger(sides, findHunks(base, ours), findHunks(base, theirs));
  return merger.merge();
}

/** Both filled what was empty. */
function mergeFirst({ ours, theirs }: Sides<Blocks>): Part[] {
  const take = sameKeys(ours, theirs) ? "both" : "conflict";
  return [{ take, ours: [0, ours.length], theirs: [0, theirs.length] }];
}

/** One side's way along the base: where it is, and which hunk comes next. */
class Walk {
  readonly blocks: Blocks;
  readonly #hunks: readonly Hunk[];
  #next = 0;
  at = 0;

  constructor(blocks: Blocks, hunks: readonly Hunk[]) {
    this.blocks = blocks;
    this.#hunks = hunks;
  }

  get next(): Hunk | undefined {
    return this.#hunks[this.#next];
  }

  /** Takes the next hunk, if it begins before this place of the base. */
  takeBefore(place: number): Hunk | undefined {
    const hunk = this.next;
    if (hunk === undefined || hunk.from >= place) return undefined;
    this.#next += 1;
    return hunk;
  }

  /** What is inserted right before this place of the base, if that is all that happens there. */
  insertionAt(place: number): Span | undefined {
    const hunk = this.next;
    if (hunk === undefined || hunk.from !== place || hunk.to !== place) return undefined;
    this.#next += 1;
    this.at = hunk.end;
    return [hunk.start, hunk.end];
  }

  /** Goes on by as many blocks; the stretch that they are. */
  advance(count: number): Span {
    this.at += count;
    return [this.at - count, this.at];
  }
}

/** A stretch of the base, and the changes of both sides that overlap in it. */
class Overlap {
  readonly #from: number;
  #to: number;
  readonly #growth = { ours: 0, theirs: 0 };
  readonly #touched = new Set<Side>();
  #isAllDeleted = true;

  constructor(from: number) {
    this.#from = from;
    this.#to = from + 1;
  }

  get base(): Span {
    return [this.#from, this.#to];
  }

  /** Takes in a hunk of a side; whether there was one. */
  add(name: Side, hunk: Hunk | undefined): boolean {
    if (hunk === undefined) return false;
    const { from, to, start, end } = hunk;
    this.#to = Math.max(this.#to, to);
    this.#growth[name] += end - start - (to - from);
    this.#touched.add(name);
    this.#isAllDeleted &&= start === end;
    return true;
  }

  /** How long the stretch is on a side. */
  lengthOn(name: Side): number {
    return this.#to - this.#from + this.#growth[name];
  }

  /** What is right, given what each side has there. */
  choose(ours: Blocks, theirs: Blocks): Part["take"] {
    if (!this.#touched.has("theirs")) return "ours";
    if (!this.#touched.has("ours")) return "theirs";
    if (this.#isAllDeleted) return "neither";
    return sameKeys(ours, theirs) ? "both" : "conflict";
  }
}

class Merger {
  readonly #base: Blocks;
  readonly #walks: Readonly<Record<Side, Walk>>;
  readonly #parts: Part[] = [];

  constructor(sides: Sides<Blocks>, ours: readonly Hunk[], theirs: readonly Hunk[]) {
    this.#base = sides.base;
    this.#walks = { ours: new Walk(sides.ours, ours), theirs: new Walk(sides.theirs, theirs) };
  }

  merge(): Part[] {
    for (let place = 0; ; ) {
      this.#insert(place);
      if (place >= this.#base.length) return this.#parts;
      const isChanged = bothSides.some((name) => this.#walks[name].next?.from === place);
      place = isChanged ? this.#change(place) : this.#keep(place);
    }
  }

  #keep(place: number): number {
    const { ours, theirs } = this.#walks;
    const base: Span = [place, place + 1];
    this.#parts.push({ take: "both", base, ours: ours.advance(1), theirs: theirs.advance(1) });
    return place + 1;
  }

  #insert(place: number): void {
    const [ours, theirs] = bothSides.map((name) => this.#walks[name].insertionAt(place));
    if (ours !== undefined && theirs !== undefined) this.#insertBoth(place, ours, theirs);
    else if (ours !== undefined) this.#insertOne(place, "ours", ours);
    else if (theirs !== undefined) this.#insertOne(place, "theirs", theirs);
  }

  /** What was added to something that the other side deleted is in conflict with that. */
  #insertOne(place: number, name: Side, inserted: Span): void {
    const last = this.#parts.at(-1);
    const [first] = this.#walks[name].blocks.slice(...inserted);
    const deleter = name === "ours" ? "theirs" : "ours";
    const isDeleted = last?.take === deleter && last.base?.[1] === place && isEmpty(last[deleter]);
    if (isDeleted && first !== undefined && belongsTo(this.#base.slice(...(last.base ?? [])), first)) {
      const [start] = last[name] ?? inserted;
      this.#parts.splice(-1, 1, { ...last, take: "conflict", [name]: [start, inserted[1]] });
    } else this.#parts.push({ take: name, [name]: inserted });
  }

  /** Both keep what they inserted, in an order that does not depend on who is who; what is the same is there once. */
  #insertBoth(place: number, ours: Span, theirs: Span): void {
    const own = this.#walks.ours.blocks.slice(...ours);
    const other = this.#walks.theirs.blocks.slice(...theirs);
    if (sameKeys(own, other)) this.#parts.push({ take: "both", ours, theirs });
    else if (includesKeys(own, other)) this.#parts.push({ take: "ours", ours });
    else if (includesKeys(other, own)) this.#parts.push({ take: "theirs", theirs });
    else {
      const isOursFirst = compareInsertions(own, other, this.#base[place - 1], this.#base[place]) < 0;
      const both: Part[] = [
        { take: "ours", ours },
        { take: "theirs", theirs },
      ];
      this.#parts.push(...(isOursFirst ? both : both.reverse()));
    }
  }

  /** From a change on to the end of all changes that overlap with it. */
  #change(place: number): number {
    const { ours: own, theirs: other } = this.#walks;
    const overlap = new Overlap(place);
    while (bothSides.some((name) => overlap.add(name, this.#walks[name].takeBefore(overlap.base[1]))));
    const ours = own.advance(overlap.lengthOn("ours"));
    const theirs = other.advance(overlap.lengthOn("theirs"));
    const take = overlap.choose(own.blocks.slice(...ours), other.blocks.slice(...theirs));
    this.#parts.push({ take, base: overlap.base, ours, theirs });
    return overlap.base[1];
  }
}

function isEmpty(span: Span | undefined): boolean {
  return span !== undefined && span[0] === span[1];
}

function sameKeys(a: Blocks, b: Blocks): boolean {
  return a.length === b.length && a.every(({ key }, i) => key === b[i]?.key);
}

/** Whether one sequence is a part of the other, in one piece. */
function includesKeys(whole: Blocks, part: Blocks): boolean {
  const join = (blocks: Blocks) => blocks.map(({ key }) => JSON.stringify(key)).join();
  return part.length < whole.length && `,${join(whole)},`.includes(`,${join(part)},`);
}
