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
  return { ...join(sides, entries), hasConflicts: parts.some(({ take }) => take === "conflict") };
}

function entriesOf(sides: Sides<Body>, part: Part): Entry[] {
  if (part.take === "conflict") return [conflictOf(sides, part)];
  const side = part.take === "theirs" ? "theirs" : "ours";
  const [start, end] = part[side] ?? [0, 0];
  const sizes = sideNames.map((name) => (part[name] ? part[name][1] - part[name][0] : 0));
  const isOneToOne = sizes.every((size) => size === 0 || size === end - start);
  return Array.from({ length: end - start }, (_, i) => {
    const span = (name: (typeof sideNames)[number]): { [name]?: Span } => {
      const own = part[name];
      if (own === undefined || (!isOneToOne && name !== side)) return {};
      return { [name]: [own[0] + i, own[0] + i + 1] };
    };
    const places = { ...span("base"), ...span("ours"), ...span("theirs") };
    const { kind, text, links } = wordingOf(sides, part, places, side);
    return { kind, text, links, ...places };
  });
}

/** Equal blocks may spell a link differently: then what one side spelled anew is taken. */
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
  if (take !== "both" || ours === undefined || theirs === undefined || ours.text === theirs.text)
    return taken;
  if (ours.text === base?.text) return theirs;
  if (theirs.text === base?.text) return ours;
  return ours.text < theirs.text ? ours : theirs;
}

function conflictOf(sides: Sides<Body>, part: Part): Entry {
  const ours = textOf(sides.ours, part.ours);
  const theirs = textOf(sides.theirs, part.theirs);
  return { kind: "other", ...markBoth(ours, theirs), ...part };
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
    const end = entry[name]?.[1];
    return end !== undefined && end === next[name]?.[0] ? sides[name].blocks[end - 1]?.gap : undefined;
  };
  const [base, ours, theirs] = [between("base"), between("ours"), between("theirs")];
  const known = [ours, theirs].filter((gap) => gap !== undefined);
  const gap =
    base !== undefined && ours !== undefined && theirs !== undefined
      ? mergeGap({ base, ours, theirs })
      : known.length > 0
        ? longest(known)
        : chooseGap(gapsAround(sides, entry, next), isTight(entry, next));
  const isWritten = (["ours", "theirs"] as const).some(
    (name) =>
      between(name) === gap && isWrittenOn(sides[name], name, entry) && isWrittenOn(sides[name], name, next),
  );
  return isWritten ? gap : parting(gap, isTight(entry, next));
}

/** Whether the entry is worded as it is on this side. */
function isWrittenOn({ blocks }: Body, name: "ours" | "theirs", entry: Entry): boolean {
  return blocks[entry[name]?.[0] ?? -1]?.text === entry.text;
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
  return kind === next.kind && kind !== "other";
}

function chooseGap(gaps: readonly string[], tight: boolean): string {
  const breaks = gaps.filter((gap) => gap.includes("\n"));
  return tight
    ? breaks.reduce((best, gap) => (gap.length < best.length ? gap : best), breaks[0] ?? "")
    : longest(gaps);
}

function parting(gap: string, tight: boolean): string {
  const lines = gap.split("\n").length - 1;
  if (lines === 0) return tight ? "\n" : "\n\n";
  return lines === 1 && !tight ? `${gap}\n` : gap;
}
