import type { StoredLink } from "../links.ts";
import type { Block, BlockKind } from "../markdown/blocks.ts";
import { markConflict } from "./markers.ts";
import { mergeSequences, type Part, type Span } from "./merge-blocks.ts";
import { mergeValue, type Sides } from "./three-way.ts";

/** Text, and those of its links that are kept by id; their places count from its beginning. */
export interface LinkedText {
  readonly text: string;
  readonly links: readonly StoredLink[];
}

/** A block with its own links, and a key that is the same as long as it says the same. */
export interface KeyedBlock extends Pick<Block, "kind" | "gap">, LinkedText {
  readonly key: string;
}

export interface Body {
  readonly lead: string;
  readonly blocks: readonly KeyedBlock[];
}

/** What comes out, before it is joined: a block or a conflict, and where it stands on each side. */
interface Entry extends LinkedText, Pick<Part, "base" | "ours" | "theirs"> {
  readonly kind: BlockKind;
  readonly isConflict?: boolean;
}

const sideNames = ["base", "ours", "theirs"] as const;

/** Merges the blocks of a document. What both sides changed differently is marked. */
export async function mergeBodies(sides: Sides<Body>): Promise<LinkedText & { hasConflicts: boolean }> {
  const keys = (side: Body) => side.blocks.map(({ key }) => key);
  const parts = await mergeSequences({
    base: keys(sides.base),
    ours: keys(sides.ours),
    theirs: keys(sides.theirs),
  });
  const entries = parts.flatMap((part) => entriesOf(sides, part));
  return { ...join(sides, freeRows(entries)), hasConflicts: parts.some(({ take }) => take === "conflict") };
}

function entriesOf(sides: Sides<Body>, part: Part): Entry[] {
  if (part.take === "conflict") return [conflictOf(sides, part)];
  const side = part.take === "theirs" ? "theirs" : "ours";
  const [start, end] = part[side] ?? [0, 0];
  return Array.from({ length: end - start }, (_, i) => {
    const span = (name: (typeof sideNames)[number]): { [name]?: Span } => {
      const own = part[name];
      // Where there are more of them, or fewer, nobody can say which of them is which.
      if (own === undefined || own[1] - own[0] !== end - start) return {};
      return { [name]: [own[0] + i, own[0] + i + 1] };
    };
    const places = { ...span("base"), ...span("ours"), ...span("theirs") };
    const { kind, text, links } = wordingOf(sides, part, places, side);
    return { kind, text, links, ...places };
  });
}

/** Equal blocks may still be written differently: one side may spell a link anew, or make a row of a line of text. */
function wordingOf(
  sides: Sides<Body>,
  { take }: Part,
  places: Pick<Part, "base" | "ours" | "theirs">,
  side: "ours" | "theirs",
): KeyedBlock {
  const at = (name: (typeof sideNames)[number]) => sides[name].blocks[places[name]?.[0] ?? -1];
  const [base, ours, theirs] = [at("base"), at("ours"), at("theirs")];
  const taken = side === "ours" ? ours : theirs;
  if (taken === undefined) throw new Error("a part of the merge lies outside of its side");
  if (take !== "both" || ours === undefined || theirs === undefined) return taken;
  return chooseSpelling({ base, ours, theirs }, ({ kind, text }) => `${kind} ${text}`);
}

/** Of two that say the same, the one that a side has written anew; else any, but the same whoever is who. */
export function chooseSpelling<T>(
  { base, ours, theirs }: { base: T | undefined; ours: T; theirs: T },
  spell: (one: T) => string,
): T {
  const [own, other] = [spell(ours), spell(theirs)];
  const { value, isConflict } = mergeValue({ base: base && spell(base), ours: own, theirs: other });
  return (isConflict ? own < other : value === own) ? ours : theirs;
}

/** A row whose table is gone is text as any other. */
function freeRows(entries: readonly Entry[]): Entry[] {
  let isInTable = false;
  return entries.map((entry) => {
    isInTable = entry.kind === "head" || entry.isConflict || (entry.kind === "row" && isInTable);
    return entry.kind === "row" && !isInTable ? { ...entry, kind: "other" } : entry;
  });
}

function conflictOf(sides: Sides<Body>, part: Part): Entry {
  const ours = textOf(sides.ours, part.ours);
  const theirs = textOf(sides.theirs, part.theirs);
  return { kind: "other", isConflict: true, ...markBoth(ours, theirs), ...part };
}

/** Both versions between markers, with the links of both. */
export function markBoth(ours: LinkedText, theirs: LinkedText): LinkedText {
  const { text, oursAt, theirsAt } = markConflict(ours.text, theirs.text);
  return { text, links: [...shift(ours.links, oursAt), ...shift(theirs.links, theirsAt)] };
}

/** A stretch of a side as it is written there, without what follows it. */
function textOf({ blocks }: Body, [start, end]: Span = [0, 0]): LinkedText {
  const writer = new Writer();
  for (let i = start; i < end; i++) {
    const block = blocks[i];
    if (block !== undefined) writer.add(block, i < end - 1 ? block.gap : "");
  }
  return writer.written();
}

export function shift(links: readonly StoredLink[], by: number): StoredLink[] {
  return links.map((link) => ({ ...link, at: link.at + by }));
}

/** Joins texts, and keeps their links in place. */
export class Writer {
  readonly #texts: string[] = [];
  readonly #links: StoredLink[] = [];
  #length = 0;

  add({ text, links }: LinkedText, gap = ""): void {
    for (const link of links) this.#links.push({ ...link, at: link.at + this.#length });
    this.#texts.push(text, gap);
    this.#length += text.length + gap.length;
  }

  written(): LinkedText {
    return { text: this.#texts.join(""), links: this.#links };
  }
}

function join(sides: Sides<Body>, entries: readonly Entry[]): LinkedText {
  const writer = new Writer();
  const lead = mergeGap({ base: sides.base.lead, ours: sides.ours.lead, theirs: sides.theirs.lead });
  if (entries.length > 0) writer.add({ text: lead, links: [] });
  for (const [i, entry] of entries.entries()) {
    const next = entries[i + 1];
    writer.add(entry, next === undefined ? lastGap(sides) : gapBetween(sides, entry, next));
  }
  return writer.written();
}

function mergeGap(gaps: Sides<string>): string {
  const { value, isConflict } = mergeValue(gaps);
  return isConflict ? longest([gaps.ours, gaps.theirs]) : value;
}

function lastGap(sides: Sides<Body>): string {
  const last = ({ blocks }: Body) => blocks.at(-1)?.gap ?? "";
  return mergeGap({ base: last(sides.base), ours: last(sides.ours), theirs: last(sides.theirs) });
}

/** What stands between two that follow each other now: as it is where they already did, else enough to part them. */
function gapBetween(sides: Sides<Body>, entry: Entry, next: Entry): string {
  const between = (name: (typeof sideNames)[number]): string | undefined => {
    const [from, to] = entry[name] ?? [0, 0];
    const [start, end] = next[name] ?? [0, 0];
    // Of a conflict, one side may be nothing: that has no neighbours.
    return from < to && to === start && start < end ? sides[name].blocks[to - 1]?.gap : undefined;
  };
  const [base, ours, theirs] = [between("base"), between("ours"), between("theirs")];
  const known = [ours, theirs].filter((gap) => gap !== undefined);
  if (known.length === 0) return parting(chooseGap(gapsAround(sides, entry, next), entry, next), entry, next);
  const gap =
    base !== undefined && ours !== undefined && theirs !== undefined
      ? mergeGap({ base, ours, theirs })
      : longest(known);
  // Markers are on lines of their own: when they are gone, a list or a table is whole again.
  if (entry.isConflict || next.isConflict) return gap;
  const isWritten = (["ours", "theirs"] as const).some(
    (name) =>
      between(name) === gap && isWrittenOn(sides[name], name, entry) && isWrittenOn(sides[name], name, next),
  );
  return isWritten ? gap : parting(gap, entry, next);
}

/** Whether the entry is written as it is on this side. */
function isWrittenOn({ blocks }: Body, name: "ours" | "theirs", entry: Entry): boolean {
  const block = blocks[entry[name]?.[0] ?? -1];
  return block?.text === entry.text && block.kind === entry.kind;
}

/** What follows the one and what goes before the other, wherever they stand. */
function gapsAround(sides: Sides<Body>, entry: Entry, next: Entry): string[] {
  return (["ours", "theirs"] as const).flatMap((name) => {
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

/** Items and rows may follow each other line by line; all else would run together without a blank line. */
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
function parting(gap: string, entry: Entry, next: Entry): string {
  const tight = isTight(entry, next);
  const lines = lineBreaks(gap);
  if (lines === 0) return tight ? "\n" : "\n\n";
  if (tight) return next.kind === "row" ? gap.slice(0, gap.indexOf("\n") + 1) : gap;
  return lines === 1 ? `${gap}\n` : gap;
}

function lineBreaks(gap: string): number {
  return gap.split("\n").length - 1;
}
