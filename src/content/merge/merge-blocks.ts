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

  /** Takes the next hunk. */
  take(): Hunk | undefined {
    const hunk = this.next;
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

class Merger {
  readonly #baseLength: number;
  readonly #ours: Walk;
  readonly #theirs: Walk;
  readonly #parts: Part[] = [];

  constructor(keys: Sides<readonly string[]>, ours: readonly Hunk[], theirs: readonly Hunk[]) {
    this.#baseLength = keys.base.length;
    this.#ours = new Walk(keys.ours, ours);
    this.#theirs = new Walk(keys.theirs, theirs);
  }

  async merge(): Promise<Part[]> {
    for (let place = 0; ; ) {
      await this.#insert(place);
      if (place >= this.#baseLength) return this.#parts;
      const isChanged = [this.#ours, this.#theirs].some(({ next }) => next?.from === place);
      place = isChanged ? this.#change(place) : this.#keep(place);
    }
  }

  #keep(place: number): number {
    const base: Span = [place, place + 1];
    this.#parts.push({ take: "both", base, ours: this.#ours.advance(1), theirs: this.#theirs.advance(1) });
    return place + 1;
  }

  async #insert(place: number): Promise<void> {
    const [ours, theirs] = [this.#ours.insertionAt(place), this.#theirs.insertionAt(place)];
    if (ours !== undefined && theirs !== undefined) await this.#insertBoth(ours, theirs);
    else if (ours !== undefined) this.#parts.push({ take: "ours", ours });
    else if (theirs !== undefined) this.#parts.push({ take: "theirs", theirs });
  }

  /** Both keep what they inserted, in an order that does not depend on who is who; what is the same is there once. */
  async #insertBoth(ours: Span, theirs: Span): Promise<void> {
    const keys = { ours: this.#ours.keys.slice(...ours), theirs: this.#theirs.keys.slice(...theirs) };
    const isOursFirst = comparePlaces(keys.ours, keys.theirs) < 0;
    const [first, second] = isOursFirst ? (["ours", "theirs"] as const) : (["theirs", "ours"] as const);
    const at = { ours: ours[0], theirs: theirs[0] };
    const next = (name: "ours" | "theirs", count: number): Span => {
      at[name] += count;
      return [at[name] - count, at[name]];
    };
    const end = { from: keys[first].length, to: keys[first].length, start: 0, end: 0 };
    let done = 0;
    for (const hunk of [...(await findStretches(keys[first], keys[second])), end]) {
      const [same, one, other] = [hunk.from - done, hunk.to - hunk.from, hunk.end - hunk.start];
      if (same > 0)
        this.#parts.push({ take: "both", ours: next("ours", same), theirs: next("theirs", same) });
      if (one > 0) this.#parts.push({ take: first, [first]: next(first, one) });
      if (other > 0) this.#parts.push({ take: second, [second]: next(second, other) });
      done = hunk.to;
    }
  }

  /** From a change on to the end of all changes that overlap with it. */
  #change(place: number): number {
    let end = place;
    const sums = { ours: 0, theirs: 0 };
    const touched = { ours: false, theirs: false };
    let isAllDeleted = true;
    for (let isGrowing = true; isGrowing; ) {
      isGrowing = false;
      for (const name of ["ours", "theirs"] as const) {
        const walk = name === "ours" ? this.#ours : this.#theirs;
        for (let hunk = walk.next; hunk !== undefined && overlaps(hunk, place, end); hunk = walk.next) {
          walk.take();
          end = Math.max(end, hunk.to);
          sums[name] += hunk.end - hunk.start - (hunk.to - hunk.from);
          touched[name] = true;
          isAllDeleted &&= hunk.start === hunk.end;
          isGrowing = true;
        }
      }
    }
    const base: Span = [place, end];
    const ours = this.#ours.advance(end - place + sums.ours);
    const theirs = this.#theirs.advance(end - place + sums.theirs);
    const take = isAllDeleted ? "neither" : this.#choose(touched, ours, theirs);
    this.#parts.push({ take, base, ours, theirs });
    return end;
  }

  #choose(touched: { ours: boolean; theirs: boolean }, ours: Span, theirs: Span): Part["take"] {
    if (!touched.theirs) return "ours";
    if (!touched.ours) return "theirs";
    const isSame = sameKeys(this.#ours.keys.slice(...ours), this.#theirs.keys.slice(...theirs));
    return isSame ? "both" : "conflict";
  }
}

/** The first change at a place always; then those that reach into the stretch so far. */
function overlaps({ from }: Hunk, place: number, end: number): boolean {
  return from === place || from < end;
}

function sameKeys(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((key, i) => key === b[i]);
}
