import { diffArrays } from "diff";

/** A range with more differences than this is one hunk. */
const maxDifferences = 1000;
/** The budget of all comparisons together, which takes about half a second. After that, ranges are hunks as a whole. */
const maxSteps = 5_000_000;

/** The hunks in which a side differs from the base. Between two hunks there is at least one equal element. */
export function diffSequences(base: readonly string[], side: readonly string[]): Hunk[] {
  const found: Hunk[] = [];
  let stepsLeft = maxSteps;
  for (const whole of betweenAnchors(base, side)) {
    const stretch = withoutSameEnds(base, side, whole);
    const { from, to, start, end } = stretch;
    if (from === to && start === end) continue;
    const length = to - from + end - start;
    const maxEditLength = Math.min(maxDifferences, Math.floor(stepsLeft / length));
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

/** A range of the base, and the range that replaces it on a side. Either may be empty. */
export interface Hunk {
  readonly from: number;
  readonly to: number;
  /** The range on the side. */
  readonly start: number;
  readonly end: number;
}

/**
 * The ranges between anchors: elements that are unique in both sequences and in the same order, as in a patience diff. So
 * the rest is compared in small pieces, however much of a long document was changed.
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

/** The positions of the elements that are unique in both sequences, in the order of the base. */
function pairsOf(base: readonly string[], side: readonly string[]): Pair[] {
  const places = placesOf(side);
  return [...placesOf(base)].flatMap(([key, at]): Pair[] => {
    const sideAt = places.get(key);
    return at === undefined || sideAt === undefined ? [] : [[at, sideAt]];
  });
}

/** The position of each element; undefined for one that occurs more than once. */
function placesOf(keys: readonly string[]): Map<string, number | undefined> {
  const places = new Map<string, number | undefined>();
  for (const [i, key] of keys.entries()) places.set(key, places.has(key) ? undefined : i);
  return places;
}

/** The longest increasing subsequence of the pairs. */
function longestRun(pairs: readonly Pair[]): Pair[] {
  /** For each length, the last pair of the subsequence that ends first on the side. */
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
