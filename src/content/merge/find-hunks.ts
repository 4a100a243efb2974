import type { Steps } from "../../platform/index.ts";
import { diffSteps, type Hunk } from "../sequence/index.ts";
import type { KeyedBlock } from "./linked-text.ts";
import { withoutClass } from "./list-markers.ts";
import { areSimilar, wordsOf } from "./similarity.ts";

type Blocks = readonly KeyedBlock[];

/** The hunks between the base and a side. A hunk is split where it is known which blocks correspond. */
export function* findHunks(base: Blocks, side: Blocks): Steps<Hunk[]> {
  const hunks: Hunk[] = [];
  let [from, start] = [0, 0];
  /** Adds the items of equal texts whose bullets were turned into numbers, or the reverse. */
  const addConverted = (to: number): void => {
    for (; from < to; from++, start++)
      if (base[from]?.key !== side[start]?.key) hunks.push(replacement(from, start));
  };
  for (const hunk of yield* diffSteps(base.map(comparedKey), side.map(comparedKey))) {
    yield;
    addConverted(hunk.from);
    const parts = isPaired(base, side, hunk) ? splitByBlock(hunk) : splitSimilarEnds(base, side, hunk);
    for (const part of parts) if (!isUnchanged(base, side, part)) hunks.push(part);
    [from, start] = [hunk.to, hunk.end];
  }
  addConverted(base.length);
  return hunks;
}

function comparedKey({ kind, key }: KeyedBlock): string {
  return kind === "item" ? withoutClass(key) : key;
}

/** Whether both sides of a hunk have the same number of blocks, of the same kinds. */
function isPaired(base: Blocks, side: Blocks, { from, to, start, end }: Hunk): boolean {
  const kindsOf = (blocks: Blocks) =>
    blocks.map(({ kind, tag }) => `${kind} ${tag?.name ?? ""} ${tag?.isEnd ?? ""}`).join("\n");
  return to - from === end - start && kindsOf(base.slice(from, to)) === kindsOf(side.slice(start, end));
}

function splitByBlock({ from, to, start }: Hunk): Hunk[] {
  return Array.from({ length: to - from }, (_, i) => replacement(from + i, start + i));
}

/**
 * Separates edited blocks from blocks that were inserted between or beside them. If blocks were also deleted, their text may
 * be in the edited ones, so the hunk is not split.
 */
function splitSimilarEnds(base: Blocks, side: Blocks, hunk: Hunk): Hunk[] {
  let { from, to, start, end } = hunk;
  if (to - from >= end - start) return [hunk];
  const [first, last]: [Hunk[], Hunk[]] = [[], []];
  while (from < to && isEdited(base[from], side[start])) first.push(replacement(from++, start++));
  while (from < to && isEdited(base[to - 1], side[end - 1])) last.unshift(replacement(--to, --end));
  return from === to ? [...first, { from, to, start, end }, ...last] : [hunk];
}

function replacement(from: number, start: number): Hunk {
  return { from, to: from + 1, start, end: start + 1 };
}

function isEdited(before: KeyedBlock | undefined, after: KeyedBlock | undefined): boolean {
  if (before === undefined || after === undefined || before.tag || after.tag) return false;
  if (before.kind !== after.kind || before.isCode !== after.isCode) return false;
  return areSimilar(wordsOf(before.text), wordsOf(after.text));
}

function isUnchanged(base: Blocks, side: Blocks, { from, to, start, end }: Hunk): boolean {
  return to - from === 1 && end - start === 1 && base[from]?.key === side[start]?.key;
}
