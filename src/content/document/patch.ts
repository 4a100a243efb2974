import type { Steps } from "../../platform/index.ts";
import { diffSteps, type Hunk } from "../sequence/index.ts";
import { type Block, identityOf } from "./model/index.ts";
import { readSegments, readSteps, type Segment, type Segments } from "./read/index.ts";
import { slotsOf } from "./slots.ts";
import { findSplices, type Splice } from "./splice-lines.ts";
import { type Style, writeSteps } from "./write/index.ts";

/** Longer texts are written in canonical form: comparing blocks takes several times as long as parsing them. */
const maxLength = 512 * 1024;

/** A text with links by path and with links by id. The lines of both correspond. */
interface SourceForms {
  readonly byPath: string;
  readonly byId: string;
}

/**
 * Writes blocks as Markdown. Blocks that `before` or else `otherSource` contains keep their source, so that the change is
 * minimal. Falls back to the canonical form of all blocks.
 */
export function* patchSteps(
  before: SourceForms,
  blocks: readonly Block[],
  otherSource?: SourceForms,
): Steps<string> {
  const segments = before.byId === "" ? undefined : yield* segmentsOf(before);
  if (segments === undefined) return yield* writeSteps(blocks);
  // A block that was moved keeps its source.
  const sources = yield* sourcesIn(before, segments);
  if (otherSource !== undefined) yield* sourcesIn(otherSource, yield* segmentsOf(otherSource), sources);
  const comparison = yield* compareBlocks(segments.all, blocks);
  const expected = new ExpectedBlocks(comparison);
  const spliced = yield* spliceSegments(before, comparison, segments);
  for (const splices of spliced.size === 0 ? [spliced] : [spliced, new Map()]) {
    const all = partsOf(comparison, segments.all, sources, splices);
    const parts = withoutUnusedNotes(all, yield* joinParts(all, before, "byId", segments), before);
    // Blocks may be read differently next to new neighbours.
    const reread = yield* readSteps(yield* joinParts(parts, before, "byId", segments));
    if (!(yield* expected.equal(reread))) continue;
    const text = yield* joinParts(parts, before, "byPath", segments);
    return before.byPath.includes("\r\n") ? text.replace(/\r?\n/g, "\r\n") : text;
  }
  return yield* expected.canonical();
}

/** The blocks that a patched text must be read as. */
class ExpectedBlocks {
  readonly #comparison: Comparison;
  #canonical: string | undefined;
  /** The canonical form of some blocks is read as others, whose canonical form this is. */
  #reread: string | undefined;

  constructor(comparison: Comparison) {
    this.#comparison = comparison;
  }

  *canonical(): Steps<string> {
    this.#canonical ??= yield* writeSteps(this.#comparison.blocks);
    return this.#canonical;
  }

  *equal(blocks: readonly Block[]): Steps<boolean> {
    const { identities } = this.#comparison;
    if (blocks.length === identities.length) {
      let index = 0;
      while (index < blocks.length && identityOf(blocks.slice(index, index + 1)) === identities[index]) {
        index++;
        yield;
      }
      if (index === blocks.length) return true;
    }
    const written = yield* writeSteps(blocks);
    const canonical = yield* this.canonical();
    if (written === canonical) return true;
    this.#reread ??= yield* writeSteps(yield* readSteps(canonical));
    return written === this.#reread;
  }
}

/** Splits a text; undefined if it is too long, or its forms differ in line count. */
function* segmentsOf({ byPath, byId }: SourceForms): Steps<Segments | undefined> {
  const canSplit = byId.length <= maxLength && byPath.split("\n").length === byId.split("\n").length;
  return canSplit ? yield* readSegments(byId) : undefined;
}

/** A part of the new text: lines of the old text, or source or blocks inserted before a line of the old text. */
type Part =
  | { readonly segment: Segment; readonly splices?: readonly Splice[] }
  | { readonly before: number; readonly source: SourceForms }
  | { readonly before: number; readonly blocks: Block[] };

/** The blocks before and after, and the ranges that differ. */
interface Comparison {
  readonly previous: readonly { readonly segment: Segment; readonly block: Block }[];
  readonly blocks: readonly Block[];
  readonly identities: readonly string[];
  readonly hunks: readonly Hunk[];
}

function* compareBlocks(segments: readonly Segment[], blocks: readonly Block[]): Steps<Comparison> {
  const previous: { segment: Segment; block: Block; identity: string }[] = [];
  for (const segment of segments) {
    for (const block of segment.blocks) previous.push({ segment, block, identity: identityOf([block]) });
    yield;
  }
  const identities: string[] = [];
  for (const block of blocks) {
    identities.push(identityOf([block]));
    yield;
  }
  const before = previous.map(({ identity }) => identity);
  return { previous, blocks, identities, hunks: yield* diffSteps(before, identities) };
}

function linesOf(text: string): string[] {
  return text.trimEnd().split("\n");
}

/** Of changed lists, tabs and other blocks that contain blocks, finds the lines to change. By index of the new block. */
function* spliceSegments(
  { byId }: SourceForms,
  { previous, blocks, hunks }: Comparison,
  segments: Segments,
): Steps<Map<number, { segment: Segment; splices: Splice[] }>> {
  const spliced = new Map<number, { segment: Segment; splices: Splice[] }>();
  const lines = byId.split("\n");
  const style = styleOf(byId, segments);
  for (const { from, to, start, end } of hunks)
    for (let i = 0; i < Math.min(to - from, end - start); i++) {
      const [old, block] = [previous[from + i], blocks[start + i]];
      if (old === undefined || block?.type !== old.block.type || old.segment.blocks.length !== 1) continue;
      if (slotsOf(block).length === 0) continue;
      const source = linesOf(lines.slice(old.segment.from, old.segment.to).join("\n"));
      const [before, after] = [yield* writeSteps([old.block], style), yield* writeSteps([block], style)];
      const splices = yield* findSplices(source, linesOf(before), linesOf(after));
      if (splices !== undefined) spliced.set(start + i, { segment: old.segment, splices });
    }
  return spliced;
}

function partsOf(
  { previous, blocks, identities, hunks }: Comparison,
  segments: readonly Segment[],
  sources: ReadonlyMap<string, SourceForms>,
  spliced: ReadonlyMap<number, { segment: Segment; splices: readonly Splice[] }>,
): Part[] {
  const parts: Part[] = [];
  const insert = (index: number, previousIndex: number) => {
    const before = previous[previousIndex]?.segment.from ?? Number.POSITIVE_INFINITY;
    const [block, source, last] = [blocks[index], sources.get(identities[index] ?? ""), parts.at(-1)];
    const changed = spliced.get(index);
    if (block === undefined) return;
    if (changed !== undefined) parts.push(changed);
    else if (source !== undefined) parts.push({ before, source });
    else if (last !== undefined && "blocks" in last) last.blocks.push(block);
    else parts.push({ before, blocks: [block] });
  };
  const end = { from: previous.length, to: previous.length, start: blocks.length, end: blocks.length };
  let [previousIndex, index] = [0, 0];
  for (const hunk of [...hunks, end]) {
    for (; previousIndex < hunk.from; previousIndex++, index++) {
      const segment = previous[previousIndex]?.segment;
      const others = (segment?.blocks.length ?? 1) - 1;
      const isFirst = previous[previousIndex - 1]?.segment !== segment;
      if (segment !== undefined && isFirst && previousIndex + others < hunk.from) {
        parts.push({ segment });
        previousIndex += others;
        index += others;
      } else insert(index, previousIndex);
    }
    for (index = hunk.start; index < hunk.end; index++) insert(index, hunk.from);
    previousIndex = hunk.to;
  }
  return withEmptySegments(
    parts,
    segments.filter((segment) => segment.blocks.length === 0),
  );
}

/** Adds the source of the blocks of a text, by their identity. */
function* sourcesIn(
  text: SourceForms,
  segments: Segments | undefined,
  sources = new Map<string, SourceForms>(),
): Steps<Map<string, SourceForms>> {
  const [byPath, byId] = [text.byPath.split("\n"), text.byId.split("\n")];
  for (const { blocks, from, to } of segments?.all ?? []) {
    yield;
    if (blocks.length !== 1) continue;
    const textOf = (lines: readonly string[]) =>
      lines
        .slice(from, to)
        .join("\n")
        .replace(/^(?:[ \t\r]*\n)+/, "");
    sources.set(identityOf(blocks), { byPath: textOf(byPath), byId: textOf(byId) });
  }
  return sources;
}

/** Inserts the segments without blocks, such as link definitions, at their lines. */
function withEmptySegments(parts: readonly Part[], segments: readonly Segment[]): Part[] {
  const result: Part[] = [];
  let next = 0;
  for (const part of parts) {
    const from = "segment" in part ? part.segment.from : part.before;
    for (
      let segment = segments[next];
      segment !== undefined && segment.from < from;
      segment = segments[++next]
    )
      result.push({ segment });
    result.push(part);
  }
  return [...result, ...segments.slice(next).map((segment) => ({ segment }))];
}

/** Removes the footnotes that are no longer referred to: they would be read as text. */
function withoutUnusedNotes(parts: readonly Part[], text: string, { byId }: SourceForms): readonly Part[] {
  const uses = new Map<string, number>();
  for (const [label] of text.matchAll(/\[\^[^[\]\s]{1,999}\]/g)) uses.set(label, (uses.get(label) ?? 0) + 1);
  if (uses.size === 0) return parts;
  const lines = byId.split("\n");
  return parts.filter((part) => {
    if (!("segment" in part) || part.segment.blocks.length > 0) return true;
    const [, label] = /^ {0,3}(\[\^[^[\]\s]{1,999}\]):/.exec(lines[part.segment.from] ?? "") ?? [];
    return label === undefined || uses.get(label) !== 1;
  });
}

function* joinParts(
  parts: readonly Part[],
  before: SourceForms,
  form: keyof SourceForms,
  segments: Segments,
): Steps<string> {
  const lines = before[form].split("\n");
  const style = styleOf(before.byId, segments);
  const texts: string[] = [];
  for (const [i, part] of parts.entries()) {
    const next = parts[i + 1];
    if ("segment" in part) texts.push(segmentText(part, next, lines));
    else {
      const text = "source" in part ? part.source[form] : yield* writeSteps(part.blocks, style);
      texts.push(text.trimEnd() + (next === undefined ? "\n" : "\n\n"));
    }
    yield;
  }
  return texts.join("");
}

function styleOf(text: string, { notes }: Segments): Style {
  return { bullet: bulletIn(text), notes: new Map(notes) };
}

function bulletIn(text: string): Style["bullet"] {
  const [, bullet] = /^[ \t]{0,3}([-*+])[ \t]+\S/m.exec(text) ?? [];
  return bullet === "*" || bullet === "+" ? bullet : "-";
}

/** The lines of a segment, and the separator before the next part. Adjacent segments keep their separator. */
function segmentText(
  { segment: { from, to }, splices = [] }: Extract<Part, { segment: Segment }>,
  next: Part | undefined,
  lines: readonly string[],
): string {
  const written = lines.slice(from, to);
  for (const { start, end, lines: added } of splices.toReversed())
    written.splice(start, end - start, ...added);
  const text = written.join("\n");
  if (next === undefined) return to === lines.length ? text : `${text.trimEnd()}\n`;
  const isAdjacent = "segment" in next && next.segment.from === to;
  // Trailing blank lines are kept, whatever follows.
  return isAdjacent || /\n\r?$/.test(text) ? `${text}\n` : `${text.trimEnd()}\n\n`;
}
