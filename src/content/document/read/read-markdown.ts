import { finish, normalizeLines, parseBlocks, type Steps } from "../../markdown/syntax/index.ts";
import type { Block } from "../model/index.ts";
import { BlockBuilder } from "./build-blocks.ts";

/** Reads Markdown without front matter as blocks. Every text is valid: what is no syntax is text. */
export function readMarkdown(source: string): Block[] {
  return finish(readSteps(source));
}

export function* readSteps(source: string): Steps<Block[]> {
  const { root } = yield* parseBlocks(normalizeLines(source));
  return (yield* new BlockBuilder(root, source).buildEach()).flat();
}

/** A range of lines, and the blocks on them. A link definition has lines, but no block. */
export interface Segment {
  readonly from: number;
  readonly to: number;
  readonly blocks: readonly Block[];
}

export interface Segments {
  readonly all: readonly Segment[];
  /** The labels of the footnotes that are referred to, by what they say. */
  readonly notes: ReadonlyMap<string, string>;
}

/** The blocks of a text with their lines. Undefined if several blocks share a line. */
export function readSegments(source: string): Segments | undefined {
  const { root, starts } = finish(parseBlocks(normalizeLines(source)));
  const builder = new BlockBuilder(root, source);
  const built = finish(builder.buildEach());
  const ends = [...starts.slice(1), source.split("\n").length];
  if (built.length !== starts.length || starts.some((from, i) => from >= (ends[i] ?? 0))) return undefined;
  // Leading blank lines belong to the first segment.
  const all = built.map((blocks, i) => ({ from: i === 0 ? 0 : (starts[i] ?? 0), to: ends[i] ?? 0, blocks }));
  return { all, notes: builder.noteLabels() };
}
