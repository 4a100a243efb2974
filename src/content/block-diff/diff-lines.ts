import type { Steps } from "../../platform/index.ts";
import { diffSteps } from "../sequence/index.ts";
import { joinNearHunks, splitWords } from "./diff-text.ts";
import { pairVersions } from "./pair-blocks.ts";

/** The start and the end of a part of a line. */
export type LineRange = readonly [start: number, end: number];

export interface LineDiff {
  readonly change: "unchanged" | "added" | "removed";
  /** The index of the line in its own text: before the change for a removed one, else after it. */
  readonly index: number;
  /** The parts that differ from another version of the line. Absent if there is none. */
  readonly ranges?: readonly LineRange[];
}

/** Compares two texts line by line, and changed lines word by word. */
export function* diffLineSteps(before: readonly string[], after: readonly string[]): Steps<LineDiff[]> {
  const lines: LineDiff[] = [];
  let start = 0;
  const keepUntil = (limit: number): void => {
    for (; start < limit; start++) lines.push({ change: "unchanged", index: start });
  };
  for (const hunk of yield* diffSteps(before, after)) {
    keepUntil(hunk.start);
    const [removed, added] = [before.slice(hunk.from, hunk.to), after.slice(hunk.start, hunk.end)];
    const comparable = (text: string) => ({ kind: "line", text });
    const [oldRanges, newRanges] = [new Map<number, LineRange[]>(), new Map<number, LineRange[]>()];
    for (const [i, j] of yield* pairVersions(removed.map(comparable), added.map(comparable))) {
      const [old, current] = yield* diffWords(removed[i] ?? "", added[j] ?? "");
      oldRanges.set(i, old);
      newRanges.set(j, current);
    }
    for (const i of removed.keys()) lines.push(lineOf("removed", hunk.from + i, oldRanges.get(i)));
    for (const i of added.keys()) lines.push(lineOf("added", hunk.start + i, newRanges.get(i)));
    start = hunk.end;
    yield;
  }
  keepUntil(after.length);
  return lines;
}

function lineOf(
  change: LineDiff["change"],
  index: number,
  ranges: readonly LineRange[] | undefined,
): LineDiff {
  return { change, index, ...(ranges && { ranges }) };
}

/** Longer lines are not compared by words. */
const maxCharacters = 20_000;

function* diffWords(before: string, after: string): Steps<[LineRange[], LineRange[]]> {
  if (before.length + after.length > maxCharacters) return [[], []];
  const [old, current] = [splitWords(before), splitWords(after)];
  const hunks = joinNearHunks(yield* diffSteps(old, current), old);
  const [oldOffsets, newOffsets] = [offsetsOf(old), offsetsOf(current)];
  const rangesOf = (offsets: readonly number[], bounds: readonly LineRange[]) =>
    bounds
      .filter(([from, to]) => to > from)
      .map(([from, to]): LineRange => [offsets[from] ?? 0, offsets[to] ?? 0]);
  return [
    rangesOf(
      oldOffsets,
      hunks.map(({ from, to }) => [from, to]),
    ),
    rangesOf(
      newOffsets,
      hunks.map(({ start, end }) => [start, end]),
    ),
  ];
}

/** The offset of each part, and of the end. */
function offsetsOf(parts: readonly string[]): number[] {
  const offsets = [0];
  for (const part of parts) offsets.push((offsets.at(-1) ?? 0) + part.length);
  return offsets;
}
