import { diffSequences, type Hunk } from "../sequence/index.ts";
import type { KeyedBlock } from "./linked-text.ts";

/** How a side differs from the base, in the order of the base: block by block where that can be told. */
export function findHunks(base: readonly KeyedBlock[], side: readonly KeyedBlock[]): Hunk[] {
  const [was, is] = [base.map(({ key }) => key), side.map(({ key }) => key)];
  return diffSequences(was, is)
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

/** Each block for itself: so neighbours can be changed by different people. */
function singleOut({ from, to, start }: Hunk): Hunk[] {
  return Array.from({ length: to - from }, (_, i) => ({
    from: from + i,
    to: from + i + 1,
    start: start + i,
    end: start + i + 1,
  }));
}
