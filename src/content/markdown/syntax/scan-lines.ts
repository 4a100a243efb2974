import { normalizeLines, type ParseOptions, parseBlocks } from "./block-parser.ts";
import type { LineBlocks } from "./open-blocks.ts";
import { finish } from "./steps.ts";

/** A line of a Markdown text, with the blocks that the parser finds on it. */
export interface MarkdownLine extends Readonly<LineBlocks> {
  /** The offset of the line in the text. */
  readonly at: number;
  /** The line up to its line feed, with the carriage return that may precede it. */
  readonly text: string;
  /** Whether the line is part of a code block. Fences are. */
  readonly isCode: boolean;
}

/** The lines of a Markdown text without front matter, as the block parser reads them. */
export function* scanLines(markdown: string, options?: ParseOptions): Generator<MarkdownLine> {
  if (markdown === "") return;
  const parsed = finish(parseBlocks(normalizeLines(markdown), options)).lines.values();
  let at = 0;
  for (const text of markdown.split("\n")) {
    let blocks: LineBlocks | undefined = parsed.next().value;
    if (blocks === undefined) return;
    // A carriage return within the line is a line break to the parser.
    for (let i = text.indexOf("\r"); i >= 0 && i < text.length - 1; i = text.indexOf("\r", i + 1)) {
      const next: LineBlocks = parsed.next().value ?? blocks;
      blocks = { ...next, first: blocks.first ?? next.first, last: next.last ?? blocks.last };
    }
    yield { ...blocks, at, text, isCode: blocks.last?.kind === "code" };
    at += text.length + 1;
  }
}
