import { diffArrays } from "diff";
import type { Steps } from "../../platform/index.ts";

/** A range with more differences becomes one hunk. */
const maxDifferences = 1000;
/**
 * The maximum number of comparisons, which take about half a second, and of those in one range, which are not
 * interrupted. Beyond that, a range becomes one hunk.
 */
const [maxComparisons, maxRangeComparisons] = [5_000_000, 500_000];

/** The hunks in which a side differs from the base. Between two hunks there is at least one equal element. */
export function* diffSteps(base: readonly string[], side: readonly string[]): Steps<Hunk[]> {
  const hunks: Hunk[] = [];
  let comparisonsLeft = maxComparisons;
  for (const untrimmed of yield* rangesBetweenAnchors(base, side)) {
    const range = trimEqualEnds(base, side, untrimmed);
    const { from, to, start, end } = range;
    if (from === to && start === end) continue;
    yield;
    const length = to - from + end - start;
    const limit = Math.min(comparisonsLeft, maxRangeComparisons);
    const maxEditLength = Math.min(maxDifferences, Math.floor(limit / length));
    const parts =
      from === to || start === end || maxEditLength === 0
        ? undefined
        : diffArrays(base.slice(from, to), side.slice(start, end), { maxEditLength });
    const rangeHunks = parts === undefined ? [range] : hunksOf(parts, from, start);
    comparisonsLeft -= length * (parts === undefined ? maxEditLength : sizeOf(rangeHunks));
    hunks.push(...rangeHunks);
  }
  return hunks;
}

function sizeOf(hunks: readonly Hunk[]): number {
  return hunks.reduce((sum, { from, to, start, end }) => sum + to - from + end - start, 0);
}

function trimEqualEnds(base: readonly string[], side: readonly string[], range: Hunk): Hunk {
  let { from, to, start, end } = range;
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

function hunksOf(parts: ReturnType<typeof diffArrays>, first: number, sideFirst: number): Hunk[] {
  const hunks: Hunk[] = [];
  let [index, sideIndex] = [first, sideFirst];
  let [from, start] = [index, sideIndex];
  const close = (): void => {
    if (index > from || sideIndex > start) hunks.push({ from, to: index, start, end: sideIndex });
  };
  for (const { added, removed, value } of parts) {
    if (removed) index += value.length;
    else if (added) sideIndex += value.length;
    else {
      close();
      index += value.length;
      sideIndex += value.length;
      [from, start] = [index, sideIndex];
    }
  }
  close();
  return hunks;
}

/** A range of the base, and the range that replaces it on a side. Either may be empty. */
export interface Hunk {
  readonly from: number;
  readonly to: number;
  /** The range on the side. */
  readonly start: number;
  readonly end: number;
}

/**
 * The ranges between anchors: elements that are unique in both sequences and in the same order, as in a patience diff. The
 * ranges stay small even if much of a long document was changed.
 */
function* rangesBetweenAnchors(base: readonly string[], side: readonly string[]): Steps<Hunk[]> {
  const ranges: Hunk[] = [];
  let [from, start] = [0, 0];
  const anchors = yield* longestIncreasing(yield* pairsOf(base, side));
  yield;
  for (const [index, sideIndex] of anchors) {
    ranges.push({ from, to: index, start, end: sideIndex });
    [from, start] = [index + 1, sideIndex + 1];
  }
  ranges.push({ from, to: base.length, start, end: side.length });
  return ranges;
}

type Pair = readonly [index: number, sideIndex: number];

/** The positions of the elements that are unique in both sequences, in the order of the base. */
function* pairsOf(base: readonly string[], side: readonly string[]): Steps<Pair[]> {
  const sideIndexes = uniqueIndexes(side);
  yield;
  const baseIndexes = uniqueIndexes(base);
  yield;
  return [...baseIndexes].flatMap(([key, index]): Pair[] => {
    const sideIndex = sideIndexes.get(key);
    return index === undefined || sideIndex === undefined ? [] : [[index, sideIndex]];
  });
}

/** The index of each element; undefined for an element that occurs more than once. */
function uniqueIndexes(keys: readonly string[]): Map<string, number | undefined> {
  const indexes = new Map<string, number | undefined>();
  for (const [i, key] of keys.entries()) indexes.set(key, indexes.has(key) ? undefined : i);
  return indexes;
}

const pairsPerStep = 5000;

/** The longest increasing subsequence of the pairs. */
function* longestIncreasing(pairs: readonly Pair[]): Steps<Pair[]> {
  /** For each length, the index of the last pair of the subsequence with the smallest last side index. */
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  const sideIndexOf = (index: number | undefined): number =>
    index === undefined ? -1 : (pairs[index]?.[1] ?? -1);
  for (const [i, [, sideIndex]] of pairs.entries()) {
    if (i % pairsPerStep === 0) yield;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sideIndexOf(ends[middle]) < sideIndex) low = middle + 1;
      else high = middle;
    }
    previous[i] = ends[low - 1];
    ends[low] = i;
  }
  const result: Pair[] = [];
  for (let i = ends.at(-1); i !== undefined; i = previous[i]) result.push(pairs[i] ?? [0, 0]);
  return result.reverse();
}
