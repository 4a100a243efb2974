import type { Hunk } from "./anchors.ts";
import { findHunks, findStretches } from "./hunks.ts";
import { comparePlaces } from "./tags.ts";
import type { Sides } from "./three-way.ts";

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

/**
 * Merges sequences that are told by their keys. A block that one side changed is taken from it; neighbours may be
 * changed by different sides. What both inserted at one place is kept, one after the other; the outcome does not depend
 * on which side is which.
 */
export async function mergeSequences(keys: Sides<readonly string[]>): Promise<Part[]> {
  const { base, ours, theirs } = keys;
  if (base.length === 0 && ours.length > 0 && theirs.length > 0) return mergeFirst(keys);
  const merger = new Merger(keys, await findHunks(base, ours), await findHunks(base, theirs));
  return merger.merge();
}

/** Both filled what was empty. */
function mergeFirst({ ours, theirs }: Sides<readonly string[]>): Part[] {
  const take = sameKeys(ours, theirs) ? "both" : "conflict";
  return [{ take, ours: [0, ours.length], theirs: [0, theirs.length] }];
}

/** One side's way along the base: where it is, and which hunk comes next. */
class Walk {
  readonly keys: readonly string[];
  readonly #hunks: readonly Hunk[];
  #next = 0;
  at = 0;

  constructor(keys: readonly string[], hunks: readonly Hunk[]) {
    this.keys = keys;
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

const sideNames = ["ours", "theirs"] as const;
type SideName = (typeof sideNames)[number];

/** A stretch of the base, and the changes of both sides that overlap in it. */
class Overlap {
  readonly #from: number;
  #to: number;
  readonly #growth = { ours: 0, theirs: 0 };
  readonly #touched = new Set<SideName>();
  #isAllDeleted = true;

  constructor(from: number) {
    this.#from = from;
    this.#to = from + 1;
  }

  get base(): Span {
    return [this.#from, this.#to];
  }

  /** Takes in a hunk of a side; whether there was one. */
  add(name: SideName, hunk: Hunk | undefined): boolean {
    if (hunk === undefined) return false;
    const { from, to, start, end } = hunk;
    this.#to = Math.max(this.#to, to);
    this.#growth[name] += end - start - (to - from);
    this.#touched.add(name);
    this.#isAllDeleted &&= start === end;
    return true;
  }

  /** How long the stretch is on a side. */
  lengthOn(name: SideName): number {
    return this.#to - this.#from + this.#growth[name];
  }

  /** What is right, given what each side has there. */
  choose(ours: readonly string[], theirs: readonly string[]): Part["take"] {
    if (this.#isAllDeleted) return "neither";
    if (!this.#touched.has("theirs")) return "ours";
    if (!this.#touched.has("ours")) return "theirs";
    return sameKeys(ours, theirs) ? "both" : "conflict";
  }
}

class Merger {
  readonly #baseLength: number;
  readonly #walks: Readonly<Record<SideName, Walk>>;
  readonly #parts: Part[] = [];

  constructor(keys: Sides<readonly string[]>, ours: readonly Hunk[], theirs: readonly Hunk[]) {
    this.#baseLength = keys.base.length;
    this.#walks = { ours: new Walk(keys.ours, ours), theirs: new Walk(keys.theirs, theirs) };
  }

  async merge(): Promise<Part[]> {
    for (let place = 0; ; ) {
      await this.#insert(place);
      if (place >= this.#baseLength) return this.#parts;
      const isChanged = sideNames.some((name) => this.#walks[name].next?.from === place);
      place = isChanged ? this.#change(place) : this.#keep(place);
    }
  }

  #keep(place: number): number {
    const { ours, theirs } = this.#walks;
    const base: Span = [place, place + 1];
    this.#parts.push({ take: "both", base, ours: ours.advance(1), theirs: theirs.advance(1) });
    return place + 1;
  }

  async #insert(place: number): Promise<void> {
    const [ours, theirs] = sideNames.map((name) => this.#walks[name].insertionAt(place));
    if (ours !== undefined && theirs !== undefined) await this.#insertBoth(ours, theirs);
    else if (ours !== undefined) this.#parts.push({ take: "ours", ours });
    else if (theirs !== undefined) this.#parts.push({ take: "theirs", theirs });
  }

  /** Both keep what they inserted, in an order that does not depend on who is who; what is the same is there once. */
  async #insertBoth(ours: Span, theirs: Span): Promise<void> {
    const { ours: own, theirs: other } = this.#walks;
    const keys = { ours: own.keys.slice(...ours), theirs: other.keys.slice(...theirs) };
    const isOursFirst = comparePlaces(keys.ours, keys.theirs) < 0;
    const [first, second] = isOursFirst ? sideNames : (["theirs", "ours"] as const);
    const at = { ours: ours[0], theirs: theirs[0] };
    const next = (name: SideName, count: number): Span => {
      at[name] += count;
      return [at[name] - count, at[name]];
    };
    const end = { from: keys[first].length, to: keys[first].length, start: 0, end: 0 };
    let done = 0;
    for (const hunk of [...(await findStretches(keys[first], keys[second])), end]) {
      const [same, one, two] = [hunk.from - done, hunk.to - hunk.from, hunk.end - hunk.start];
      if (same > 0)
        this.#parts.push({ take: "both", ours: next("ours", same), theirs: next("theirs", same) });
      if (one > 0) this.#parts.push({ take: first, [first]: next(first, one) });
      if (two > 0) this.#parts.push({ take: second, [second]: next(second, two) });
      done = hunk.to;
    }
  }

  /** From a change on to the end of all changes that overlap with it. */
  #change(place: number): number {
    const { ours: own, theirs: other } = this.#walks;
    const overlap = new Overlap(place);
    while (sideNames.some((name) => overlap.add(name, this.#walks[name].takeBefore(overlap.base[1]))));
    const ours = own.advance(overlap.lengthOn("ours"));
    const theirs = other.advance(overlap.lengthOn("theirs"));
    const take = overlap.choose(own.keys.slice(...ours), other.keys.slice(...theirs));
    this.#parts.push({ take, base: overlap.base, ours, theirs });
    return overlap.base[1];
  }
}

function sameKeys(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((key, i) => key === b[i]);
}
