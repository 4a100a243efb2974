import type { diffArrays } from "diff";
import { betweenAnchors, type Hunk } from "./anchors.ts";
import type { KeyedBlock } from "./linked-text.ts";

/** Beyond so many differences, what lies between the first and the last of them counts as rewritten. */
const mostDifferences = 1000;
/** And so it does when all stretches together have taken this many steps, which is about half a second. */
const mostSteps = 5_000_000;

/** How a side differs from the base, in the order of the base: block by block where that can be told. */
export async function findHunks(base: readonly KeyedBlock[], side: readonly KeyedBlock[]): Promise<Hunk[]> {
  const [was, is] = [base.map(({ key }) => key), side.map(({ key }) => key)];
  return (await findStretches(was, is))
    .flatMap((hunk) => (isPaired(base, side, hunk) ? singleOut(hunk) : [hunk]))
    .filter(({ from, to, start, end }) => to - from !== 1 || end - start !== 1 || was[from] !== is[start]);
}

/** Whether as many blocks come as go, each of them of the same sort as the one in whose place it is. */
function isPaired(
  base: readonly KeyedBlock[],
  side: readonly KeyedBlock[],
  { from, to, start, end }: Hunk,
): boolean {
  if (to - from !== end - start) return false;
  const sort = (block: KeyedBlock | undefined) =>
    `${block?.kind} ${block?.tag?.name ?? ""} ${block?.tag?.isEnd ?? ""}`;
  for (let i = 0; i < to - from; i++) if (sort(base[from + i]) !== sort(side[start + i])) return false;
  return true;
}

/** The stretches in which a side differs from the base; between any two of them there is something that does not. */
async function findStretches(base: readonly string[], side: readonly string[]): Promise<Hunk[]> {
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

/** Each block for itself: so neighbours can be changed by different people. */
function singleOut({ from, to, start }: Hunk): Hunk[] {
  return Array.from({ length: to - from }, (_, i) => ({
    from: from + i,
    to: from + i + 1,
    start: start + i,
    end: start + i + 1,
  }));
}
