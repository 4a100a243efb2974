import { diffSequences, type Hunk } from "../sequence/index.ts";
import { type Block, identityOf } from "./model/index.ts";
import { readMarkdown, readSegments, type Segment, type Segments } from "./read/index.ts";
import { type Style, writeMarkdown } from "./write/index.ts";

/** A longer text is written in canonical form: comparing takes several times as long as reading. */
const maxLength = 512 * 1024;

/** A text with links as its author wrote them, and with links by id. The lines of both correspond. */
export interface SourceForms {
  readonly shown: string;
  readonly byId: string;
}

/**
 * Writes blocks as Markdown, and keeps the source of those that the text before had, so that a change is minimal. The
 * source of other blocks is taken from `other` if it has them. Falls back to the canonical form of all blocks.
 */
export function patchMarkdown(before: SourceForms, blocks: readonly Block[], other?: SourceForms): string {
  const normal = writeMarkdown(blocks);
  if (before.byId === "") return normal;
  const segments = segmentsOf(before);
  if (segments === undefined) return normal;
  const pieces = piecesOf(segments.all, blocks, quotesIn(other));
  const patched = assemble(pieces, before, "byId", segments);
  // Neighbours may read otherwise side by side: only what says the same will do.
  if (writeMarkdown(readMarkdown(patched)) !== normal) return normal;
  const text = assemble(pieces, before, "shown", segments);
  return before.shown.includes("\r\n") ? text.replace(/\r?\n/g, "\r\n") : text;
}

/** Undefined where the lines of the two forms, or of the blocks, cannot be told apart. */
function segmentsOf({ shown, byId }: SourceForms): Segments | undefined {
  const isFit = byId.length <= maxLength && shown.split("\n").length === byId.split("\n").length;
  return isFit ? readSegments(byId) : undefined;
}

/** A part of the new text: lines of the old one; or what comes before a line of it, from another text or new. */
type Piece =
  | { readonly segment: Segment }
  | { readonly before: number; readonly quote: SourceForms }
  | { readonly before: number; readonly blocks: Block[] };

/** What of the old text stays, with what is new between it; what has no blocks of its own stays where it is. */
function piecesOf(
  segments: readonly Segment[],
  blocks: readonly Block[],
  quotes: ReadonlyMap<string, SourceForms>,
): Piece[] {
  const was = segments.flatMap((segment) =>
    segment.blocks.map((block) => ({ segment, identity: identityOf([block]) })),
  );
  const identities = blocks.map((block) => identityOf([block]));
  const hunks = diffSequences(
    was.map(({ identity }) => identity),
    identities,
  );
  const pieces: Piece[] = [];
  const lineOf = (at: number) => was[at]?.segment.from ?? Number.POSITIVE_INFINITY;
  const add = (at: number, before: number) =>
    addBlock(pieces, blocks[at], before, quotes.get(identities[at] ?? ""));
  const end: Hunk = { from: was.length, to: was.length, start: blocks.length, end: blocks.length };
  let [done, doneNow] = [0, 0];
  for (const hunk of [...hunks, end]) {
    for (; done < hunk.from; done++, doneNow++) {
      const segment = was[done]?.segment;
      if (segment?.blocks.length === 1) pieces.push({ segment });
      else add(doneNow, lineOf(done));
    }
    for (let at = hunk.start; at < hunk.end; at++) add(at, lineOf(hunk.from));
    [done, doneNow] = [hunk.to, hunk.end];
  }
  return withOthers(
    pieces,
    segments.filter((segment) => segment.blocks.length === 0),
  );
}

function addBlock(
  pieces: Piece[],
  block: Block | undefined,
  before: number,
  quote: SourceForms | undefined,
): void {
  const last = pieces.at(-1);
  if (block === undefined) return;
  if (quote !== undefined) pieces.push({ before, quote });
  else if (last !== undefined && "blocks" in last) last.blocks.push(block);
  else pieces.push({ before, blocks: [block] });
}

/** How the blocks of a text are written, by what they are. */
function quotesIn(text: SourceForms | undefined): Map<string, SourceForms> {
  const quotes = new Map<string, SourceForms>();
  if (text === undefined) return quotes;
  for (const segment of segmentsOf(text)?.all ?? []) {
    const [only, ...others] = segment.blocks;
    if (only === undefined || others.length > 0) continue;
    const [shown, byId] = [linesOf(text.shown, segment), linesOf(text.byId, segment)];
    quotes.set(identityOf([only]), { shown, byId });
  }
  return quotes;
}

function linesOf(text: string, { from, to }: Segment): string {
  return text.split("\n").slice(from, to).join("\n");
}

/** Puts the segments without blocks where they were among the others. */
function withOthers(pieces: readonly Piece[], others: readonly Segment[]): Piece[] {
  const result: Piece[] = [];
  let next = 0;
  for (const piece of pieces) {
    const from = "segment" in piece ? piece.segment.from : piece.before;
    for (let other = others[next]; other !== undefined && other.from < from; other = others[++next])
      result.push({ segment: other });
    result.push(piece);
  }
  return [...result, ...others.slice(next).map((segment) => ({ segment }))];
}

function assemble(
  pieces: readonly Piece[],
  before: SourceForms,
  form: keyof SourceForms,
  { notes }: Segments,
): string {
  const lines = before[form].split("\n");
  const style = { bullet: bulletIn(before.byId), notes: new Map(notes) };
  return pieces.map((piece, i) => textOf(piece, pieces[i + 1], { lines, form, style })).join("");
}

/** What the items of lists begin with in a text. */
function bulletIn(text: string): Style["bullet"] {
  const [, bullet] = /^[ \t]{0,3}([-*+])[ \t]+\S/m.exec(text) ?? [];
  return bullet === "*" || bullet === "+" ? bullet : "-";
}

/** A piece with what separates it from the next one. Between neighbours of old the lines are as they were. */
function textOf(
  piece: Piece,
  next: Piece | undefined,
  { lines, form, style }: { lines: readonly string[]; form: keyof SourceForms; style: Style },
): string {
  if ("segment" in piece) {
    const { from, to } = piece.segment;
    const text = lines.slice(from, to).join("\n");
    if (next === undefined && to === lines.length) return text;
    const isNeighbour = next !== undefined && "segment" in next && next.segment.from === to;
    // Blank lines behind it stay, whatever follows.
    if (isNeighbour || (next !== undefined && /\n\r?$/.test(text))) return `${text}\n`;
    return text.trimEnd() + (next === undefined ? "\n" : "\n\n");
  }
  const text = "quote" in piece ? piece.quote[form] : writeMarkdown(piece.blocks, style);
  return text.trimEnd() + (next === undefined ? "\n" : "\n\n");
}
