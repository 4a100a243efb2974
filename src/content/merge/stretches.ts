import type { diffArrays } from "diff";
import { betweenAnchors, type Hunk } from "./anchors.ts";

/** Beyond so many differences, what lies between the first and the last of them counts as rewritten. */
const mostDifferences = 1000;
/** And so it does when all stretches together have taken this many steps, which is about half a second. */
const mostSteps = 5_000_000;

/** The stretches in which a side differs from the base; between any two of them there is something that does not. */
export async function findStretches(base: readonly string[], side: readonly string[]): Promise<Hunk[]> {
  const { diffArrays } = await import("diff");
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
