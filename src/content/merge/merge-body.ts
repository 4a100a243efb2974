import { type Entry, gapBetween, lastGap, mergeGap } from "./gaps.ts";
import { type Body, joinBlocks, type KeyedBlock, type LinkedText, shift, TextWriter } from "./linked-text.ts";
import { lineBreakOf, markConflict } from "./markers.ts";
import { mergeSequences, type Part, type Span } from "./merge-blocks.ts";
import { withWholeTags } from "./read-body.ts";
import { unmatchedTags } from "./tags.ts";
import { allSides, isSame, mergeValue, type Side, type Sides } from "./three-way.ts";

export interface MergedBody extends LinkedText {
  readonly hasConflicts: boolean;
}

/**
 * Merges the blocks of a document. What both sides changed differently is marked. Where that would tear a pair of tags
 * apart, each pair is taken as a whole, with all that is between its tags.
 */
export async function mergeBodies(sides: Sides<Body>): Promise<MergedBody> {
  const entries = await mergeEntries(sides);
  if (keepsTags(sides, entries)) return join(sides, entries);
  const whole = {
    base: withWholeTags(sides.base),
    ours: withWholeTags(sides.ours),
    theirs: withWholeTags(sides.theirs),
  };
  return join(whole, await mergeEntries(whole));
}

async function mergeEntries(sides: Sides<Body>): Promise<Entry[]> {
  const parts = await mergeSequences({
    base: sides.base.blocks,
    ours: sides.ours.blocks,
    theirs: sides.theirs.blocks,
  });
  return freeRows(parts.flatMap((part) => entriesOf(sides, part)));
}

/** Whether tags that are pairs on both sides still are, also when a conflict is decided for either of them. */
function keepsTags({ ours, theirs }: Sides<Body>, entries: readonly Entry[]): boolean {
  if (unmatchedTags(ours.blocks) !== "" || unmatchedTags(theirs.blocks) !== "") return true;
  const within = (side: Body, span: Span = [0, 0]) => side.blocks.slice(...span);
  const isEither = entries.every(
    (entry) =>
      !entry.isConflict ||
      unmatchedTags(within(ours, entry.ours)) === unmatchedTags(within(theirs, entry.theirs)),
  );
  const all = entries.flatMap((entry) => (entry.isConflict ? within(ours, entry.ours) : [entry]));
  return isEither && unmatchedTags(all) === "";
}

function entriesOf(sides: Sides<Body>, part: Part): Entry[] {
  if (part.take === "neither") return [];
  if (part.take === "conflict" && !isWrittenAlike(sides, part)) return [conflictOf(sides, part)];
  const side = part.take === "theirs" ? "theirs" : "ours";
  const [start, end] = part[side] ?? [0, 0];
  return Array.from({ length: end - start }, (_, i) => {
    const span = (name: "base" | Side): { [name]?: Span } => {
      const own = part[name];
      // Where there are more of them, or fewer, nobody can say which of them is which.
      if (own === undefined || own[1] - own[0] !== end - start) return {};
      return { [name]: [own[0] + i, own[0] + i + 1] };
    };
    const places = { ...span("base"), ...span("ours"), ...span("theirs") };
    const { kind, text, links, tag } = wordingOf(sides, part, places, side);
    return { kind, text, links, ...(tag && { tag }), ...places };
  });
}

/** Equal blocks may still be written differently: one side may spell a link anew, or make a row of a line of text. */
function wordingOf(
  sides: Sides<Body>,
  { take }: Part,
  places: Pick<Part, "base" | "ours" | "theirs">,
  side: Side,
): KeyedBlock {
  const at = (name: "base" | Side) => sides[name].blocks[places[name]?.[0] ?? -1];
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

/** The ends of two tags that both changed are not the same, but there is nothing in them to decide. */
function isWrittenAlike(sides: Sides<Body>, part: Part): boolean {
  return isSame(textOf(sides.ours, part.ours), textOf(sides.theirs, part.theirs));
}

function conflictOf(sides: Sides<Body>, part: Part): Entry {
  const ours = textOf(sides.ours, part.ours);
  const theirs = textOf(sides.theirs, part.theirs);
  return { kind: "other", isConflict: true, ...markBoth(ours, theirs, lineBreakIn(sides)), ...part };
}

/** Both versions between markers, with the links of both. */
export function markBoth(
  ours: LinkedText,
  theirs: LinkedText,
  lineBreak = lineBreakOf(ours.text, theirs.text),
): LinkedText {
  const { text, oursAt, theirsAt } = markConflict(ours.text, theirs.text, lineBreak);
  return { text, links: [...shift(ours.links, oursAt), ...shift(theirs.links, theirsAt)] };
}

/** A stretch of a side as it is written there, without what follows it. */
function textOf({ blocks }: Body, span: Span = [0, 0]): LinkedText {
  return joinBlocks(blocks.slice(...span));
}

/** By their first lines: all will be of one kind. */
function lineBreakIn(sides: Sides<Body>): string {
  return lineBreakOf(...allSides.map((name) => sides[name].blocks[0]?.gap.slice(0, 2) ?? ""));
}

function join(sides: Sides<Body>, entries: readonly Entry[]): MergedBody {
  const lineBreak = lineBreakIn(sides);
  const writer = new TextWriter();
  const lead = mergeGap({ base: sides.base.lead, ours: sides.ours.lead, theirs: sides.theirs.lead });
  if (entries.length > 0) writer.add({ text: lead, links: [] });
  for (const [i, entry] of entries.entries()) {
    const next = entries[i + 1];
    writer.add(entry, next === undefined ? lastGap(sides) : gapBetween(sides, entry, next, lineBreak));
  }
  return { ...writer.written(), hasConflicts: entries.some(({ isConflict }) => isConflict) };
}
