import { Line } from "./line.ts";
import { ConflictMarkers, closesFence, isDivider } from "./line-syntax.ts";
import { type BlockStart, type LineBlocks, OpenBlocks, type Started } from "./open-blocks.ts";
import type { RawBlock } from "./raw-blocks.ts";
import {
  addToElement,
  startElement,
  startFootnote,
  startItem,
  startLeaf,
  startTable,
} from "./start-blocks.ts";
import { splitEndTag, TagReader } from "./start-tags.ts";
import { finish, type Steps } from "./steps.ts";

/** The nesting limit of blocks. Deeper ones are text. It bounds the work for each line. */
export const maxDepth = 40;

interface ParseOptions {
  /** False for dialects without indented code, such as MDX: there a block may start at any indentation. */
  readonly indentedCode?: boolean;
}

/** Splits Markdown into blocks, line by line in one pass, in linear time. */
export function parseBlocks(source: string, options: ParseOptions = {}) {
  // A line break at the end starts no further line.
  const lines = (source.endsWith("\n") ? source.slice(0, -1) : source).split("\n");
  return new BlockParser(source, options).parse(lines);
}

/** Replaces line breaks by line feeds, and null characters by U+FFFD. */
export function normalizeLines(source: string): string {
  return source.replace(/\r\n?/g, "\n").replaceAll("\0", "\ufffd");
}

/** A line of a Markdown text, with the blocks that the parser finds on it. */
export interface MarkdownLine extends Readonly<LineBlocks> {
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

const linesPerStep = 500;

class BlockParser {
  readonly #open: OpenBlocks;
  readonly #tags: TagReader;
  readonly #conflicts = new ConflictMarkers();
  readonly #maxIndent: number;

  constructor(source: string, { indentedCode = true }: ParseOptions) {
    this.#open = new OpenBlocks(source);
    this.#tags = new TagReader(this.#open);
    this.#maxIndent = indentedCode ? 3 : Number.POSITIVE_INFINITY;
  }

  *parse(lines: readonly string[]): Steps<OpenBlocks> {
    const open = this.#open;
    for (const [i, line] of lines.entries()) {
      if (i % linesPerStep === linesPerStep - 1) yield;
      this.#line(new Line(line));
      while (open.behind !== "") {
        const rest = new Line(open.behind);
        open.behind = "";
        this.#startBlocks(rest, open.depth, undefined);
      }
      open.nextLine(line);
    }
    this.#tags.continue(new Line(""), false);
    return open;
  }

  #line(line: Line): void {
    const open = this.#open;
    const matched = this.#continueBlocks(line);
    if (matched === undefined || this.#tags.continue(line, matched === open.depth)) return;
    const block = open.block(matched - 1);
    if (block?.kind === "code") {
      if (block.fence !== undefined || !line.isBlank) open.take(block);
      block.lines.push(line.rest);
    } else if (block?.kind === "element") addToElement(open, block, line.rest);
    else if (block?.kind === "math") this.#addToFormula(block, line);
    else this.#startBlocks(line, matched, open.tip);
  }

  /** Removes the prefixes of the open blocks. Returns how many of them continue; undefined if the line closes a fence. */
  #continueBlocks(line: Line): number | undefined {
    let matched = 1;
    for (; matched < this.#open.depth; matched++) {
      const block = this.#open.block(matched);
      if (block === undefined) break;
      const fence = block.kind === "code" && line.indent <= this.#maxIndent ? block.fence : undefined;
      if (fence !== undefined && closesFence(line.trimmed, fence.mark)) {
        this.#open.take(block);
        this.#open.closeTo(matched);
        return undefined;
      }
      if (!this.#continues(block, line)) break;
    }
    return matched;
  }

  #continues(block: RawBlock, line: Line): boolean {
    switch (block.kind) {
      case "quote":
        return line.indent <= this.#maxIndent && skipQuoteMark(line);
      case "item": {
        const isEmpty = block.children.length === 0 && !this.#tags.isOpen;
        if (line.isBlank ? isEmpty : line.indent < block.indent) return false;
        line.skipColumns(block.indent);
        return true;
      }
      case "footnote":
        if (!line.isBlank && line.indent < 4) return false;
        line.skipColumns(4);
        return true;
      case "paragraph":
      case "table":
        return !line.isBlank;
      case "code":
        if (block.fence === undefined && !line.isBlank && line.indent < 4) return false;
        line.skipColumns(block.fence?.indent ?? 4);
        return true;
      default:
        return true;
    }
  }

  #addToFormula(formula: Extract<RawBlock, { kind: "math" }>, line: Line): void {
    this.#open.take(formula);
    if (line.trimmed.trimEnd() === "$$") {
      formula.isClosed = true;
      this.#open.closeTo(this.#open.depth - 1);
    } else formula.lines.push(line.rest);
  }

  /** Opens the blocks that start on this line, and adds the rest of the line to the innermost. */
  #startBlocks(line: Line, matched: number, tip: RawBlock | undefined): void {
    const open = this.#open;
    let depth = matched;
    let lazy = tip;
    for (;;) {
      const container = open.block(depth - 1);
      if (container === undefined || line.isBlank) break;
      if (line.indent > this.#maxIndent) {
        if (container.kind === "paragraph" || container.kind === "table" || lazy?.kind === "paragraph") break;
        line.skipColumns(4);
        open.add(depth, { kind: "code", lines: [line.rest], info: "" });
        return;
      }
      const started = this.#startOne({ line, text: line.trimmed, depth, container });
      if (started === "done") return;
      if (started === undefined) break;
      depth = started;
      // After the start of a container, the line cannot continue a paragraph.
      lazy = undefined;
    }
    this.#addText(line, depth, tip);
  }

  #startOne(start: BlockStart): Started {
    const { line, text, depth } = start;
    const open = this.#open;
    // The first character of most lines shows that no block starts.
    if (!/^[>#`~$*_+\-<{[=|:0-9]/.test(text)) return undefined;
    if (this.#conflicts.isMarker(text.trimEnd()))
      return open.addClosed(depth, { kind: "paragraph", lines: [text] });
    const canNest = depth < maxDepth;
    if (canNest && skipQuoteMark(line)) return open.add(depth, { kind: "quote", children: [] });
    return (
      startLeaf(open, start) ??
      (canNest ? this.#tags.start(start) : undefined) ??
      startElement(open, start, canNest) ??
      startTable(open, start) ??
      (isDivider(text) ? open.addClosed(depth, { kind: "divider" }) : undefined) ??
      (canNest ? (startItem(open, start) ?? startFootnote(open, start)) : undefined)
    );
  }

  #addText(line: Line, depth: number, tip: RawBlock | undefined): void {
    const open = this.#open;
    if (line.isBlank) {
      open.closeTo(depth);
      return;
    }
    const text = line.trimmed;
    if (depth < open.depth && tip?.kind === "paragraph" && tip === open.tip) {
      tip.lines.push(text);
      open.take(tip);
      return;
    }
    const split = splitEndTag(open, text, depth);
    if (split !== undefined) open.behind = split.end;
    const words = split?.before ?? text;
    const block = open.block(depth - 1);
    if (block?.kind === "paragraph") block.lines.push(words);
    else if (block?.kind === "table") block.rows.push(words);
    else open.add(depth, { kind: "paragraph", lines: [words] });
    if (block?.kind === "paragraph" || block?.kind === "table") open.take(block);
  }
}

function skipQuoteMark(line: Line): boolean {
  if (line.first !== ">") return false;
  line.skipIndent();
  line.skip(1);
  line.skipColumns(1);
  return true;
}
