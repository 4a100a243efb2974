import type { diffArrays } from "diff";

/** A stretch of the base, and what a side has in its place. Either may be empty. */
export interface Hunk {
  readonly from: number;
  readonly to: number;
  /** The same on the side: from here, and up to there. */
  readonly start: number;
  readonly end: number;
}

/** Beyond so many differences, what lies between the first and the last of them counts as rewritten. */
const mostDifferences = 1000;
/** And this many comparisons: hundreds of thousands of blocks that are all alike would take many seconds. */
const mostComparisons = 100_000_000;

/** How a side differs from the base, in the order of the base: block by block where that can be told. */
export async function findHunks(base: readonly string[], side: readonly string[]): Promise<Hunk[]> {
  return (await findStretches(base, side)).flatMap(singleOut);
}

/** The stretches in which a side differs from the base; between any two of them there is something that does not. */
export async function findStretches(base: readonly string[], side: readonly string[]): Promise<Hunk[]> {
  let first = 0;
  while (first < base.length && first < side.length && base[first] === side[first]) first++;
  let last = 0;
  const longest = Math.min(base.length, side.length) - first;
  while (last < longest && base[base.length - 1 - last] === side[side.length - 1 - last]) last++;
  const [to, end] = [base.length - last, side.length - last];
  if (first === to && first === end) return [];
  const { diffArrays } = await import("diff");
  const maxEditLength = Math.min(mostDifferences, Math.ceil(mostComparisons / (to - first + end - first)));
  const parts = diffArrays(base.slice(first, to), side.slice(first, end), { maxEditLength });
  return parts === undefined ? [{ from: first, to, start: first, end }] : stretchesOf(parts, first);
}

function stretchesOf(parts: ReturnType<typeof diffArrays>, offset: number): Hunk[] {
  const hunks: Hunk[] = [];
  let [at, sideAt] = [offset, offset];
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

/** Where as many blocks come as go, each is the new form of one: so neighbours can be changed by different people. */
function singleOut({ from, to, start, end }: Hunk): Hunk[] {
  if (to - from !== end - start) return [{ from, to, start, end }];
  return Array.from({ length: to - from }, (_, i) => ({
    from: from + i,
    to: from + i + 1,
    start: start + i,
    end: start + i + 1,
  }));
}
