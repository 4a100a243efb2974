import { diffArrays } from "diff";

/** Beyond so many differences, what lies between the first and the last of them counts as rewritten. */
const mostDifferences = 1000;
/** And so it does when all stretches together have taken this many steps, which is about half a second. */
const mostSteps = 5_000_000;

/** The stretches in which a side differs from the base; between any two of them there is something that does not. */
export function diffSequences(base: readonly string[], side: readonly string[]): Hunk[] {
  const found: Hunk[] = [];
  let stepsLeft = mostSteps;
  for (const whole of betweenAnchors(base, side)) {
    const stretch = withoutSameEnds(base, side, whole);
    const { from, to, start, end } = stretch;
    if (from === to && start === end) continue;
    const length = to - from + end - start;
    const maxEditLength = Math.min(mostDifferences, Math.floor(stepsLeft / length));
    const parts =
      from === to || start === end || maxEditLength === 0
        ? undefined
        : diffArrays(base.slice(from, to), side.slice(start, end), { maxEditLength });
    const hunks = parts === undefined ? [stretch] : stretchesOf(parts, from, start);
    stepsLeft -= length * (parts === undefined ? maxEditLength : sizeOf(hunks));
    found.push(...hunks);
  }
  return found;
}

function sizeOf(hunks: readonly Hunk[]): number {
  return hunks.reduce((sum, { from, to, start, end }) => sum + to - from + end - start, 0);
}

function withoutSameEnds(base: readonly string[], side: readonly string[], whole: Hunk): Hunk {
  let { from, to, start, end } = whole;
  while (from < to && start < end && base[from] === side[start]) {
    from += 1;
    start += 1;
  }
  while (from < to && start < end && base[to - 1] === side[end - 1]) {
    to -= 1;
    end -= 1;
  }
  return { from, to, start, end };
}

function stretchesOf(parts: ReturnType<typeof diffArrays>, first: number, sideFirst: number): Hunk[] {
  const hunks: Hunk[] = [];
  let [at, sideAt] = [first, sideFirst];
  let [from, start] = [at, sideAt];
  const close = (): void => {
    if (at > from || sideAt > start) hunks.push({ from, to: at, start, end: sideAt });
  };
  for (const { added, removed, value } of parts) {
    if (removed) at += value.length;
    else if (added) sideAt += value.length;
    else {
      close();
      at += value.length;
      sideAt += value.length;
      [from, start] = [at, sideAt];
    }
  }
  close();
  return hunks;
}

/** A stretch of the base, and what a side has in its place. Either may be empty. */
export interface Hunk {
  readonly from: number;
  readonly to: number;
  /** The same on the side: from here, and up to there. */
  readonly start: number;
  readonly end: number;
}

/**
 * The stretches between the blocks that both have just once, in the same order: so that the rest can be compared in small
 * pieces, however much of a long document was changed.
 */
function betweenAnchors(base: readonly string[], side: readonly string[]): Hunk[] {
  const stretches: Hunk[] = [];
  let [from, start] = [0, 0];
  for (const [at, sideAt] of longestRun(pairsOf(base, side))) {
    stretches.push({ from, to: at, start, end: sideAt });
    [from, start] = [at + 1, sideAt + 1];
  }
  return [...stretches, { from, to: base.length, start, end: side.length }];
}

type Pair = readonly [at: number, sideAt: number];

/** Where those that are there once in both stand, in the order of the base. */
function pairsOf(base: readonly string[], side: readonly string[]): Pair[] {
  const places = placesOf(side);
  return [...placesOf(base)].flatMap(([key, at]): Pair[] => {
    const sideAt = places.get(key);
    return at === undefined || sideAt === undefined ? [] : [[at, sideAt]];
  });
}

/** The place of each key; none for one that is there more than once. */
function placesOf(keys: readonly string[]): Map<string, number | undefined> {
  const places = new Map<string, number | undefined>();
  for (const [i, key] of keys.entries()) places.set(key, places.has(key) ? undefined : i);
  return places;
}

/** The longest choice of pairs that are in order on both sides. */
function longestRun(pairs: readonly Pair[]): Pair[] {
  /** Of the runs of each length, the last pair of the one that ends first on the side. */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  const sideOf = (index: number | undefined): number =>
    index === undefined ? -1 : (pairs[index]?.[1] ?? -1);
  for (const [i, [, sideAt]] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sideOf(ends[middle]) < sideAt) low = middle + 1;
      else high = middle;
    }
    before[i] = ends[low - 1];
    ends[low] = i;
  }
  const run: Pair[] = [];
  for (let i = ends.at(-1); i !== undefined; i = before[i]) run.push(pairs[i] ?? [0, 0]);
  return run.reverse();
}
