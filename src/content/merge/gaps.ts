import { type BlockKind, splitBlocks } from "../markdown/index.ts";
import type { Body, LinkedText, Tag } from "./linked-text.ts";
import type { Part } from "./merge-blocks.ts";
import { bothSides, mergeValue, type Side, type Sides } from "./three-way.ts";

/** What comes out, before it is joined: a block or a conflict, and where it stands on each side. */
export interface Entry extends LinkedText, Pick<Part, "base" | "ours" | "theirs"> {
  readonly kind: BlockKind;
  readonly tag?: Tag;
  readonly isConflict?: boolean;
}

export function mergeGap(gaps: Sides<string>): string {
  const { value, isConflict } = mergeValue(gaps);
  return isConflict ? longest([gaps.ours, gaps.theirs]) : value;
}

/** What stands after the last of all. */
export function lastGap(sides: Sides<Body>): string {
  const last = ({ blocks }: Body) => blocks.at(-1)?.gap ?? "";
  return mergeGap({ base: last(sides.base), ours: last(sides.ours), theirs: last(sides.theirs) });
}

/** What stands between two that follow each other now: as it is where they already did, else enough to part them. */
export function gapBetween(sides: Sides<Body>, entry: Entry, next: Entry, lineBreak: string): string {
  const between = (name: "base" | Side): string | undefined => {
    const [from, to] = entry[name] ?? [0, 0];
    const [start, end] = next[name] ?? [0, 0];
    // Of a conflict, one side may be nothing: that has no neighbours.
    return from < to && to === start && start < end ? sides[name].blocks[to - 1]?.gap : undefined;
  };
  const [base, ours, theirs] = [between("base"), between("ours"), between("theirs")];
  const known = [ours, theirs].filter((gap) => gap !== undefined);
  if (known.length === 0)
    return parting(chooseGap(gapsAround(sides, entry, next), entry, next), entry, next, lineBreak);
  const gap =
    base !== undefined && ours !== undefined && theirs !== undefined
      ? mergeGap({ base, ours, theirs })
      : longest(known);
  // Markers are on lines of their own: when they are gone, a list or a table is whole again.
  if (entry.isConflict || next.isConflict) return gap;
  const isWritten = bothSides.some(
    (name) =>
      between(name) === gap && isWrittenOn(sides[name], name, entry) && isWrittenOn(sides[name], name, next),
  );
  return isWritten ? gap : parting(gap, entry, next, lineBreak);
}

/** Whether the entry is written as it is on this side. */
function isWrittenOn({ blocks }: Body, name: Side, entry: Entry): boolean {
  const block = blocks[entry[name]?.[0] ?? -1];
  return block?.text === entry.text && block.kind === entry.kind;
}

/** What follows the one and what goes before the other, wherever they stand. */
function gapsAround(sides: Sides<Body>, entry: Entry, next: Entry): string[] {
  return bothSides.flatMap((name) => {
    const { blocks, lead } = sides[name];
    const after = entry[name] && blocks[entry[name][1] - 1]?.gap;
    const before = next[name] && (next[name][0] === 0 ? lead : blocks[next[name][0] - 1]?.gap);
    return [after ?? "", before ?? ""];
  });
}

function longest(gaps: readonly string[]): string {
  return gaps.reduce(
    (best, gap) => (gap.length > best.length || (gap.length === best.length && gap > best) ? gap : best),
    "",
  );
}

/** Items and rows may follow each other line by line. */
function isTight({ kind }: Entry, next: Entry): boolean {
  return next.kind === "row" ? kind === "head" || kind === "row" : kind === "item" && next.kind === "item";
}

function chooseGap(gaps: readonly string[], entry: Entry, next: Entry): string {
  const breaks = gaps.filter((gap) => gap.includes("\n"));
  if (!isTight(entry, next)) return longest(breaks);
  const fewest = Math.min(...breaks.map(lineBreaks));
  return longest(breaks.filter((gap) => lineBreaks(gap) === fewest));
}

/** The gap, with as many line breaks as the two need; a blank line would end a table. */
function parting(gap: string, entry: Entry, next: Entry, lineBreak: string): string {
  const written = lineBreaks(gap) === 0 ? lineBreak : gap;
  if (isTight(entry, next))
    return next.kind === "row" ? written.slice(0, written.indexOf("\n") + 1) : written;
  return lineBreaks(written) > 1 || staysApart(entry, written, next) ? written : written + lineBreak;
}

/** Whether the two, one on the line after the other, would not be taken for one. After a table, almost anything is a row. */
function staysApart({ kind, text }: Entry, gap: string, next: Entry): boolean {
  if (kind === "head" || kind === "row") return false;
  const { blocks } = splitBlocks(text + gap + next.text);
  return blocks.length === 2 && blocks[0]?.text === text && blocks[1]?.kind === next.kind;
}

function lineBreaks(gap: string): number {
  return gap.split("\n").length - 1;
}
