import type { Steps } from "../../platform/index.ts";
import { headingLevel } from "./block-syntax.ts";
import type { Chunk } from "./chunks.ts";
import type { KeyedBlock } from "./linked-text.ts";
import { identifyingWords } from "./near-equal.ts";
import { otherSide, type Side, type Sides } from "./three-way.ts";

type Blocks = readonly KeyedBlock[];

/**
 * Finds what both sides inserted at different positions: rows of one table with the same first cell, or the same heading in
 * one section. Each of these insertions becomes a conflict with the absence of it on the other side.
 */
export function* markRepeatedInsertions(sides: Sides<Blocks>, chunks: readonly Chunk[]): Steps<Chunk[]> {
  const isInserted = { ours: false, theirs: false };
  for (const chunk of chunks) if (isInsertion(chunk)) isInserted[chunk.take] = true;
  if (!isInserted.ours || !isInserted.theirs) return [...chunks];
  const inserted = yield* findInserted(sides, chunks);
  const repeated = new Set<Chunk>();
  for (const [identity, chunk] of inserted.ours) {
    const other = inserted.theirs.get(identity);
    if (other !== undefined) repeated.add(chunk).add(other);
  }
  return chunks.map((chunk) => (repeated.has(chunk) ? { ...chunk, take: "conflict" } : chunk));
}

type InsertionChunk = Chunk & { readonly take: Side };

function isInsertion(chunk: Chunk): chunk is InsertionChunk {
  if (chunk.base !== undefined || (chunk.take !== "ours" && chunk.take !== "theirs")) return false;
  const [start, end] = chunk[otherSide(chunk.take)] ?? [0, 0];
  return start === end;
}

const blocksPerStep = 500;

/** The insertions of each side by the rows and headings that they contain. */
function* findInserted(
  sides: Sides<Blocks>,
  chunks: readonly Chunk[],
): Steps<Record<Side, Map<string, Chunk>>> {
  const inserted = { ours: new Map<string, Chunk>(), theirs: new Map<string, Chunk>() };
  const outline = new Outline();
  let count = 0;
  for (const chunk of chunks) {
    if (chunk.take === "neither") continue;
    const side = chunk.take === "theirs" ? "theirs" : "ours";
    const [start, end] = chunk[side] ?? [0, 0];
    for (let i = start; i < end; i++) {
      if (++count % blocksPerStep === 0) yield;
      const block = sides[side][i];
      const scope = block && outline.enter(block);
      if (block === undefined || scope === undefined || !isInsertion(chunk)) continue;
      const words = identifyingWords(block).all.join(" ");
      if (words !== "") inserted[chunk.take].set(`${scope} ${words}`, chunk);
    }
  }
  return inserted;
}

/** The current section and table of a document while its blocks are iterated over. */
class Outline {
  /** The numbers of the headings above the current block, by level. */
  readonly #headings: number[] = [];
  #table = 0;
  #count = 0;

  /** Moves to the next block. Returns the table of a row or the parent section of a heading. */
  enter(block: KeyedBlock): string | undefined {
    this.#count++;
    if (block.kind === "row") return this.#table > 0 ? `table ${this.#table}` : undefined;
    this.#table = block.kind === "head" ? this.#count : 0;
    const level = headingLevel(block);
    if (level === undefined) return undefined;
    this.#headings.length = Math.min(this.#headings.length, level);
    const section = this.#headings.findLast((heading) => heading !== undefined) ?? 0;
    this.#headings[level] = this.#count;
    return `section ${section} ${level}`;
  }
}
