import type { Steps } from "../../platform/index.ts";
import { diffSteps } from "../sequence/index.ts";
import { type Block, identityOf } from "./model/index.ts";
import { readSegments, readSteps, type Segment, type Segments } from "./read/index.ts";
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
  const canonical = yield* writeSteps(blocks);
  if (before.byId === "") return canonical;
  const segments = yield* segmentsOf(before);
  if (segments === undefined) return canonical;
  // A block that was moved keeps its source.
  const sources = yield* sourcesIn(before, segments);
  if (otherSource !== undefined) yield* sourcesIn(otherSource, yield* segmentsOf(otherSource), sources);
  const parts = yield* partsOf(segments.all, blocks, sources);
  // Blocks may be read differently next to new neighbours.
  const reread = yield* readSteps(yield* joinParts(parts, before, "byId", segments));
  if ((yield* writeSteps(reread)) !== canonical) return canonical;
  const text = yield* joinParts(parts, before, "byPath", segments);
  return before.byPath.includes("\r\n") ? text.replace(/\r?\n/g, "\r\n") : text;
}

/** Splits a text; undefined if it is too long, or its forms differ in line count. */
function* segmentsOf({ byPath, byId }: SourceForms): Steps<Segments | undefined> {
  const canSplit = byId.length <= maxLength && byPath.split("\n").length === byId.split("\n").length;
  return canSplit ? yield* readSegments(byId) : undefined;
}

/** A part of the new text: lines of the old text, or source or blocks inserted before a line of the old text. */
type Part =
  | { readonly segment: Segment }
  | { readonly before: number; readonly source: SourceForms }
  | { readonly before: number; readonly blocks: Block[] };

function* partsOf(
  segments: readonly Segment[],
  blocks: readonly Block[],
  sources: ReadonlyMap<string, SourceForms>,
): Steps<Part[]> {
  const previous: { segment: Segment; identity: string }[] = [];
  for (const segment of segments) {
    for (const block of segment.blocks) previous.push({ segment, identity: identityOf([block]) });
    yield;
  }
  const identities: string[] = [];
  for (const block of blocks) {
    identities.push(identityOf([block]));
    yield;
  }
  const hunks = yield* diffSteps(
    previous.map(({ identity }) => identity),
    identities,
  );
  const parts: Part[] = [];
  const insert = (index: number, previousIndex: number) => {
    const before = previous[previousIndex]?.segment.from ?? Number.POSITIVE_INFINITY;
    const [block, source, last] = [blocks[index], sources.get(identities[index] ?? ""), parts.at(-1)];
    if (block === undefined) return;
    if (source !== undefined) parts.push({ before, source });
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

function* joinParts(
  parts: readonly Part[],
  before: SourceForms,
  form: keyof SourceForms,
  segments: Segments,
): Steps<string> {
  const lines = before[form].split("\n");
  const style = { bullet: bulletIn(before.byId), notes: new Map(segments.notes) };
  const texts: string[] = [];
  for (const [i, part] of parts.entries()) {
    const next = parts[i + 1];
    if ("segment" in part) texts.push(segmentText(part.segment, next, lines));
    else {
      const text = "source" in part ? part.source[form] : yield* writeSteps(part.blocks, style);
      texts.push(text.trimEnd() + (next === undefined ? "\n" : "\n\n"));
    }
    yield;
  }
  return texts.join("");
}

function bulletIn(text: string): Style["bullet"] {
  const [, bullet] = /^[ \t]{0,3}([-*+])[ \t]+\S/m.exec(text) ?? [];
  return bullet === "*" || bullet === "+" ? bullet : "-";
}

/** The lines of a segment, and the separator before the next part. Adjacent segments keep their separator. */
function segmentText({ from, to }: Segment, next: Part | undefined, lines: readonly string[]): string {
  const text = lines.slice(from, to).join("\n");
  if (next === undefined) return to === lines.length ? text : `${text.trimEnd()}\n`;
  const isAdjacent = "segment" in next && next.segment.from === to;
  // Trailing blank lines are kept, whatever follows.
  return isAdjacent || /\n\r?$/.test(text) ? `${text}\n` : `${text.trimEnd()}\n\n`;
}
