import { finish, type Steps } from "../../../platform/index.ts";
import { Line } from "./line.ts";
import { ConflictMarkers, closesFence, isDivider } from "./line-syntax.ts";
import { type BlockStart, type BlockStartResult, type LineBlocks, OpenBlocks } from "./open-blocks.ts";
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

/** The maximum nesting depth of blocks, which limits the work for each line. Deeper blocks are read as text. */
export const maxDepth = 40;

interface ParseOptions {
  /** False for dialects without indented code, such as MDX: there a block may start at any indentation. */
  readonly indentedCode?: boolean;
}

/** Splits Markdown into blocks, line by line in one pass, in linear time. */
export function parseBlocks(source: string, options: ParseOptions = {}) {
  // A trailing line break does not start another line.
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
  /** Whether the line is part of a code block, including its fences. */
  readonly isCode: boolean;
}

/** The lines of a Markdown text without front matter, as the block parser reads them. */
export function scanLines(markdown: string, options?: ParseOptions): Generator<MarkdownLine> {
  return finish(scanSteps(markdown, options));
}

export function* scanSteps(markdown: string, options?: ParseOptions): Steps<Generator<MarkdownLine>> {
  const { lines } = yield* parseBlocks(normalizeLines(markdown), options);
  return markdownLines(markdown, lines);
}

export function* markdownLines(markdown: string, lines: readonly LineBlocks[]): Generator<MarkdownLine> {
  if (markdown === "") return;
  const parsed = lines.values();
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

/** The number of lines per step. The rest of a line after a block counts as another line. */
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
    let parsed = 0;
    for (const line of lines) {
      if (++parsed % linesPerStep === 0) yield;
      this.#parseLine(new Line(line));
      while (open.remainder !== "") {
        if (++parsed % linesPerStep === 0) yield;
        const rest = new Line(open.remainder);
        open.remainder = "";
        open.isClean = false;
        this.#startBlocks(rest, open.depth, undefined);
      }
      open.nextLine(line);
    }
    this.#tags.continue(new Line(""), false);
    return open;
  }

  #parseLine(line: Line): void {
    const open = this.#open;
    open.isClean = open.depth === 1 && !this.#tags.isInMultilineTag;
    const matched = this.#continueBlocks(line);
    if (matched === undefined || this.#tags.continue(line, matched === open.depth)) return;
    const block = open.blockAt(matched - 1);
    if (block?.kind === "code") {
      if (block.fence !== undefined || !line.isBlank) open.assignLine(block);
      block.lines.push(line.rest);
    } else if (block?.kind === "element") addToElement(open, block, line.rest);
    else if (block?.kind === "math") this.#addToFormula(block, line);
    else this.#startBlocks(line, matched, open.tip);
  }

  /** Consumes the prefixes of the open blocks. Returns the number that continue; undefined if the line closes a fence. */
  #continueBlocks(line: Line): number | undefined {
    let matched = 1;
    for (; matched < this.#open.depth; matched++) {
      const block = this.#open.blockAt(matched);
      if (block === undefined) break;
      const fence = block.kind === "code" && line.indent <= this.#maxIndent ? block.fence : undefined;
      if (fence !== undefined && closesFence(line.trimmed, fence.mark)) {
        this.#open.assignLine(block);
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
        return line.indent <= this.#maxIndent && !this.#conflicts.isEnd(line.trimmed) && skipQuoteMark(line);
      case "item": {
        const isEmpty = block.children.length === 0 && !this.#tags.isInMultilineTag;
        if (line.isBlank ? isEmpty : line.indent < block.indent) return false;
        line.advanceColumns(block.indent);
        return true;
      }
      case "footnote":
        if (!line.isBlank && line.indent < 4) return false;
        line.advanceColumns(4);
        return true;
      case "paragraph":
      case "table":
        return !line.isBlank;
      case "code":
        if (block.fence === undefined && !line.isBlank && line.indent < 4) return false;
        line.advanceColumns(block.fence?.indent ?? 4);
        return true;
      default:
        return true;
    }
  }

  #addToFormula(formula: Extract<RawBlock, { kind: "math" }>, line: Line): void {
    this.#open.assignLine(formula);
    if (line.trimmed.trimEnd() === "$$") {
      formula.isClosed = true;
      this.#open.closeTo(this.#open.depth - 1);
    } else formula.lines.push(line.rest);
  }

  /** Opens the blocks that start on this line, and adds the rest of the line to the innermost. */
  #startBlocks(line: Line, matched: number, tip: RawBlock | undefined): void {
    const open = this.#open;
    let depth = matched;
    let lazyTip = tip;
    for (;;) {
      const container = open.blockAt(depth - 1);
      if (container === undefined || line.isBlank) break;
      if (line.indent > this.#maxIndent) {
        if (container.kind === "paragraph" || lazyTip?.kind === "paragraph") break;
        line.advanceColumns(4);
        open.add(depth, { kind: "code", lines: [line.rest], info: "" });
        return;
      }
      const result = this.#startBlock({ line, text: line.trimmed, depth, container });
      if (result === "done") return;
      if (result === undefined) break;
      depth = result;
      // After the start of a container, the line cannot continue a paragraph.
      lazyTip = undefined;
    }
    this.#addText(line, depth, tip);
  }

  #startBlock(start: BlockStart): BlockStartResult {
    const { line, text, depth } = start;
    const open = this.#open;
    // Most lines start with a character that cannot start a block.
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
      open.assignLine(tip);
      return;
    }
    const split = splitEndTag(open, text, depth);
    if (split !== undefined) open.remainder = split.end;
    const content = split?.before ?? text;
    const block = open.blockAt(depth - 1);
    if (block?.kind === "paragraph") block.lines.push(content);
    else if (block?.kind === "table") block.rows.push(content);
    else open.add(depth, { kind: "paragraph", lines: [content] });
    if (block?.kind === "paragraph" || block?.kind === "table") open.assignLine(block);
  }
}

function skipQuoteMark(line: Line): boolean {
  if (line.first !== ">") return false;
  line.advanceNextNonspace();
  line.advanceOffset(1);
  line.advanceColumns(1);
  return true;
}
