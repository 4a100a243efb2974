import type { Hunk } from "../sequence/index.ts";
import type { Part } from "./block-parts.ts";
import { sameKeys } from "./chunks.ts";
import { longestGap, mergeGap } from "./gaps.ts";
import { bothSides, chooseSpelling, otherSide, type Side, type Sides, type Version } from "./three-way.ts";

/** Hunks of both sides that overlap, and the range of the base that they change. */
export interface Overlap extends Readonly<Record<Side, readonly Hunk[]>> {
  readonly from: number;
  readonly to: number;
}

type Parts = readonly Part[];

/** Writes the merged parts, in the order of the base. */
export class PartMerger {
  readonly #parts: Sides<Parts>;
  readonly #merged: Part[] = [];
  /** The next part of each version. */
  readonly #next = { base: 0, ours: 0, theirs: 0 };

  constructor(parts: Sides<Parts>) {
    this.#parts = parts;
  }

  take(side: Side, { from, to, start, end }: Hunk): void {
    this.#keepUntil(from);
    for (const part of this.#parts[side].slice(start, end)) this.#merged.push(part);
    this.#next.base = to;
    this.#next.ours += side === "ours" ? end - start : to - from;
    this.#next.theirs += side === "theirs" ? end - start : to - from;
  }

  /**
   * Takes the side that contains the changes of the other one. Returns false if neither does, or if they must be equal and are
   * not.
   */
  takeOverlap({ from, to, ...hunks }: Overlap, mustBeEqual: boolean): boolean {
    this.#keepUntil(from);
    const rangeOf = (side: Side): [number, number] => {
      const growth = hunks[side].reduce(
        (sum, hunk) => sum + hunk.end - hunk.start - (hunk.to - hunk.from),
        0,
      );
      return [this.#next[side], this.#next[side] + to - from + growth];
    };
    const ranges = { ours: rangeOf("ours"), theirs: rangeOf("theirs") };
    const partsOf = (side: Side) => this.#parts[side].slice(...ranges[side]);
    this.#next.base = to;
    if (sameKeys(partsOf("ours"), partsOf("theirs"))) {
      while (this.#next.ours < ranges.ours[1]) this.#keep(undefined);
      return true;
    }
    const containers = bothSides.filter((side) =>
      this.#contains(partsOf(side), otherSide(side), hunks[otherSide(side)]),
    );
    const [container] = containers;
    if (mustBeEqual || container === undefined || containers.length > 1) return false;
    for (const part of partsOf(container)) this.#merged.push(part);
    [this.#next.ours, this.#next.theirs] = [ranges.ours[1], ranges.theirs[1]];
    return true;
  }

  finish(): Part[] {
    this.#keepUntil(this.#parts.base.length);
    return this.#merged;
  }

  /** Whether parts contain all that a side inserted, in this order, and nothing that it replaced. */
  #contains(parts: Parts, side: Side, hunks: readonly Hunk[]): boolean {
    const keys = parts.map(({ key }) => key);
    const present = new Set(keys);
    const slice = (version: Version, start: number, end: number) => this.#parts[version].slice(start, end);
    const replaced = hunks.flatMap(({ from, to }) => slice("base", from, to));
    const inserted = hunks.flatMap(({ start, end }) => slice(side, start, end));
    let next = 0;
    const isNext = ({ key }: Part) => {
      next = keys.indexOf(key, next) + 1;
      return next > 0;
    };
    // A part that one side deleted may be edited on the other.
    const isDeletion = hunks.some(({ from, to, start, end }) => end - start < to - from);
    return !isDeletion && replaced.every(({ key }) => !present.has(key)) && inserted.every(isNext);
  }

  #keepUntil(index: number): void {
    while (this.#next.base < index) this.#keep(this.#parts.base[this.#next.base++]);
  }

  /** Takes the next part of both sides, which have the same key. */
  #keep(base: Part | undefined): void {
    const ours = this.#parts.ours[this.#next.ours++];
    const theirs = this.#parts.theirs[this.#next.theirs++];
    if (ours === undefined || theirs === undefined) throw new Error("a merged part is out of range");
    const part = chooseSpelling({ base, ours, theirs }, ({ text }) => text);
    const before = mergeOptionalGap(base?.before, ours.before, theirs.before);
    const after = mergeOptionalGap(base?.after, ours.after, theirs.after);
    this.#merged.push({ ...part, before, after });
  }
}

function mergeOptionalGap(
  base: string | undefined,
  ours: string | undefined,
  theirs: string | undefined,
): string | undefined {
  if (ours === undefined || theirs === undefined) return ours ?? theirs;
  return base === undefined ? longestGap([ours, theirs]) : mergeGap({ base, ours, theirs });
}
