import type { Steps } from "../../platform/index.ts";
import { diffSteps, type Hunk } from "../sequence/index.ts";
import { DocumentReader } from "./document-reader.ts";
import type { Block } from "./model/index.ts";
import { type ReadText, readSteps, type Segment } from "./read/index.ts";
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
  reader = new DocumentReader(),
): Steps<string> {
  const source = before.byId === "" ? undefined : yield* splitText(before, reader);
  if (source === undefined) return yield* writeSteps(blocks);
  const comparison = yield* compareBlocks(yield* identify(source, reader), blocks, reader);
  const other = otherSource && (yield* splitText(otherSource, reader));
  // A block that was moved keeps its source.
  const sources = [sourcesIn(source, comparison.previous)];
  if (other !== undefined) sources.unshift(sourcesIn(other, yield* identify(other, reader)));
  const isSameForm = sources.every(({ text: { text } }) => text.byPath === text.byId);
  const expected = new ExpectedBlocks(comparison, reader);
  const spliced = yield* spliceSegments(source, comparison);
  for (const splices of spliced.size === 0 ? [spliced] : [spliced, new Map()]) {
    const all = partsOf(comparison, source.segments, sources, splices);
    const joined = yield* joinParts(all, source, "byId");
    const parts = withoutUnusedNotes(all, joined, source);
    // Blocks may be read differently next to new neighbours.
    const byId = parts.length === all.length ? joined : yield* joinParts(parts, source, "byId");
    const reread = yield* reader.readText(byId);
    if (!(yield* expected.equal(reread.parts.flatMap((part) => part.blocks)))) continue;
    const text = isSameForm ? byId : yield* joinParts(parts, source, "byPath");
    return before.byPath.includes("\r\n") ? text.replace(/\r?\n/g, "\r\n") : text;
  }
  return yield* expected.canonical();
}

/** The blocks that a patched text must be read as. */
class ExpectedBlocks {
  readonly #comparison: Comparison;
  readonly #reader: DocumentReader;
  #canonical: string | undefined;
  /** The canonical form of some blocks is read as others, whose canonical form this is. */
  #reread: string | undefined;

  constructor(comparison: Comparison, reader: DocumentReader) {
    this.#comparison = comparison;
    this.#reader = reader;
  }

  *canonical(): Steps<string> {
    this.#canonical ??= yield* writeSteps(this.#comparison.blocks);
    return this.#canonical;
  }

  *equal(blocks: readonly Block[]): Steps<boolean> {
    const { identities } = this.#comparison;
    if (blocks.length === identities.length) {
      let index = 0;
      for (const block of blocks) {
        if (this.#reader.identityOf(block) !== identities[index]) break;
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

/** A text by its blocks, and its lines in both forms. */
interface SplitText extends Pick<ReadText, "notes"> {
  readonly text: SourceForms;
  readonly lines: Readonly<Record<keyof SourceForms, readonly string[]>>;
  readonly segments: readonly Segment[];
}

/** Splits a text; undefined if it is too long, or its forms differ in line count. */
function* splitText(text: SourceForms, reader: DocumentReader): Steps<SplitText | undefined> {
  if (text.byId.length > maxLength) return undefined;
  const { lines: byId, segments, notes } = yield* reader.readText(text.byId);
  const byPath = text.byPath === text.byId ? byId : text.byPath.split("\n");
  return segments && byPath.length === byId.length
    ? { text, lines: { byPath, byId }, segments, notes }
    : undefined;
}

/** A part of the new text: lines of the old text, or source or blocks inserted before a line of the old text. */
type Part =
  | { readonly segment: Segment; readonly splices?: readonly Splice[] }
  | { readonly before: number; readonly source: SourceForms }
  | { readonly before: number; readonly blocks: Block[] };

/** A block of a text. */
interface TextBlock {
  readonly segment: Segment;
  readonly block: Block;
  readonly identity: string;
}

function* identify({ segments }: SplitText, reader: DocumentReader): Steps<TextBlock[]> {
  const identified: TextBlock[] = [];
  for (const segment of segments) {
    for (const block of segment.blocks)
      identified.push({ segment, block, identity: reader.identityOf(block) });
    yield;
  }
  return identified;
}

/** The blocks before and after, and the ranges that differ. */
interface Comparison {
  readonly previous: readonly TextBlock[];
  readonly blocks: readonly Block[];
  readonly identities: readonly string[];
  readonly hunks: readonly Hunk[];
}

function* compareBlocks(
  previous: readonly TextBlock[],
  blocks: readonly Block[],
  reader: DocumentReader,
): Steps<Comparison> {
  const identities: string[] = [];
  for (const block of blocks) {
    identities.push(reader.identityOf(block));
    yield;
  }
  const before = previous.map(({ identity }) => identity);
  return { previous, blocks, identities, hunks: yield* changedRanges(before, identities) };
}

/** The ranges that differ. A change in one place leaves little to compare. */
function* changedRanges(before: readonly string[], after: readonly string[]): Steps<Hunk[]> {
  const shorter = Math.min(before.length, after.length);
  let [first, last] = [0, 0];
  while (first < shorter && before[first] === after[first]) first++;
  while (last < shorter - first && before.at(-1 - last) === after.at(-1 - last)) last++;
  const hunks = yield* diffSteps(
    before.slice(first, before.length - last),
    after.slice(first, after.length - last),
  );
  return hunks.map(({ from, to, start, end }) => ({
    from: from + first,
    to: to + first,
    start: start + first,
    end: end + first,
  }));
}

function linesOf(text: string): string[] {
  return text.trimEnd().split("\n");
}

/** Of changed lists, tabs and other blocks that contain blocks, finds the lines to change. By index of the new block. */
function* spliceSegments(
  text: SplitText,
  { previous, blocks, hunks }: Comparison,
): Steps<Map<number, { segment: Segment; splices: Splice[] }>> {
  const spliced = new Map<number, { segment: Segment; splices: Splice[] }>();
  const style = styleOf(text);
  for (const { from, to, start, end } of hunks)
    for (let i = 0; i < Math.min(to - from, end - start); i++) {
      const [old, block] = [previous[from + i], blocks[start + i]];
      if (old === undefined || block?.type !== old.block.type || old.segment.blocks.length !== 1) continue;
      if (slotsOf(block).length === 0) continue;
      const source = linesOf(text.lines.byId.slice(old.segment.from, old.segment.to).join("\n"));
      const [before, after] = [yield* writeSteps([old.block], style), yield* writeSteps([block], style)];
      const splices = yield* findSplices(source, linesOf(before), linesOf(after));
      if (splices !== undefined) spliced.set(start + i, { segment: old.segment, splices });
    }
  return spliced;
}

function partsOf(
  { previous, blocks, identities, hunks }: Comparison,
  segments: readonly Segment[],
  sources: readonly BlockSources[],
  spliced: ReadonlyMap<number, { segment: Segment; splices: readonly Splice[] }>,
): Part[] {
  const parts: Part[] = [];
  const insert = (index: number, previousIndex: number) => {
    const before = previous[previousIndex]?.segment.from ?? Number.POSITIVE_INFINITY;
    const [block, identity, last] = [blocks[index], identities[index], parts.at(-1)];
    const changed = spliced.get(index);
    if (block === undefined || identity === undefined) return;
    const source = findSource(sources, identity);
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

/** A text, and the segments of its blocks by their identity. */
interface BlockSources {
  readonly text: SplitText;
  readonly segments: ReadonlyMap<string, Segment>;
}

function sourcesIn(text: SplitText, blocks: readonly TextBlock[]): BlockSources {
  const segments = new Map<string, Segment>();
  for (const { segment, identity } of blocks)
    if (segment.blocks.length === 1) segments.set(identity, segment);
  return { text, segments };
}

function findSource(sources: readonly BlockSources[], identity: string): SourceForms | undefined {
  for (const { text, segments } of sources) {
    const segment = segments.get(identity);
    if (segment === undefined) continue;
    const textOf = (lines: readonly string[]) =>
      lines
        .slice(segment.from, segment.to)
        .join("\n")
        .replace(/^(?:[ \t\r]*\n)+/, "");
    return { byPath: textOf(text.lines.byPath), byId: textOf(text.lines.byId) };
  }
  return undefined;
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
function withoutUnusedNotes(parts: readonly Part[], text: string, { lines }: SplitText): readonly Part[] {
  const uses = new Map<string, number>();
  for (const [label] of text.matchAll(/\[\^[^[\]\s]{1,999}\]/g)) uses.set(label, (uses.get(label) ?? 0) + 1);
  if (uses.size === 0) return parts;
  return parts.filter((part) => {
    if (!("segment" in part) || part.segment.blocks.length > 0) return true;
    const [, label] = /^ {0,3}(\[\^[^[\]\s]{1,999}\]):/.exec(lines.byId[part.segment.from] ?? "") ?? [];
    return label === undefined || uses.get(label) !== 1;
  });
}

function* joinParts(parts: readonly Part[], before: SplitText, form: keyof SourceForms): Steps<string> {
  const lines = before.lines[form];
  const style = styleOf(before);
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

function styleOf({ text, notes }: SplitText): Style {
  return { bullet: bulletIn(text.byId), notes: new Map(notes) };
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
