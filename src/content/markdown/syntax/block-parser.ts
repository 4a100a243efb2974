import { closesFence, isDivider } from "./block-starts.ts";
import { ConflictMarkers } from "./conflict-markers.ts";
import { Line } from "./line.ts";
import { OpenBlocks, type Start, type Started } from "./open-blocks.ts";
import type { Rough } from "./raw-blocks.ts";
import { startFootnote, startItem, startLeaf, startTable } from "./start-blocks.ts";
import { addToElement, startElement } from "./start-elements.ts";
import { splitEnd, TagReader } from "./start-tags.ts";
import type { Steps } from "./steps.ts";

/** How many blocks may be inside of each other; what would be deeper is text. It bounds the work for each line. */
export const deepest = 40;

/** Cuts a text into blocks, line by line, in one pass. */
export function parseBlocks(source: string): Steps<Pick<OpenBlocks, "root" | "starts">> {
  // What stands behind the last line break is no line.
  const lines = (source.endsWith("\n") ? source.slice(0, -1) : source).split("\n");
  return new BlockParser(source).read(lines);
}

/** How many lines are read in one step. */
const linesAtOnce = 500;

class BlockParser {
  readonly #open: OpenBlocks;
  readonly #tags: TagReader;
  readonly #conflicts = new ConflictMarkers();

  constructor(source: string) {
    this.#open = new OpenBlocks(source);
    this.#tags = new TagReader(this.#open);
  }

  *read(lines: readonly string[]): Steps<OpenBlocks> {
    const open = this.#open;
    for (const [i, line] of lines.entries()) {
      if (i % linesAtOnce === linesAtOnce - 1) yield;
      this.#line(new Line(line));
      while (open.behind !== "") {
        const rest = new Line(open.behind);
        open.behind = "";
        this.#startBlocks(rest, open.depth, undefined);
      }
      open.nextLine(line);
    }
    this.#tags.goOn(new Line(""), false);
    return open;
  }

  #line(line: Line): void {
    const open = this.#open;
    const matched = this.#goOn(line);
    if (matched === undefined || this.#tags.goOn(line, matched === open.depth)) return;
    const block = open.block(matched - 1);
    if (block?.kind === "code") block.lines.push(line.rest);
    else if (block?.kind === "element") addToElement(open, block, line.rest);
    else if (block?.kind === "math") this.#addToFormula(block, line);
    else this.#startBlocks(line, matched, open.last);
  }

  /** Takes off what the open blocks take off each of their lines; how many of them go on. Undefined when one has ended. */
  #goOn(line: Line): number | undefined {
    let matched = 1;
    for (; matched < this.#open.depth; matched++) {
      const block = this.#open.block(matched);
      if (block === undefined) break;
      const fence = block.kind === "code" && line.indent <= 3 ? block.fence : undefined;
      if (fence !== undefined && closesFence(line.trimmed, fence.mark)) {
        this.#open.closeTo(matched);
        return undefined;
      }
      if (!this.#goesOn(block, line)) break;
    }
    return matched;
  }

  #goesOn(block: Rough, line: Line): boolean {
    switch (block.kind) {
      case "quote":
        return line.indent <= 3 && skipQuoteMark(line);
      case "item": {
        const isEmpty = block.children.length === 0 && !this.#tags.isWithin;
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

  #addToFormula(formula: Extract<Rough, { kind: "math" }>, line: Line): void {
    if (line.trimmed.trimEnd() === "$$") {
      formula.isClosed = true;
      this.#open.closeTo(this.#open.depth - 1);
    } else formula.lines.push(line.rest);
  }

  /** Opens the blocks that begin on this line, and gives the rest of it to the last of them. */
  #startBlocks(line: Line, matched: number, tip: Rough | undefined): void {
    const open = this.#open;
    let depth = matched;
    for (;;) {
      const container = open.block(depth - 1);
      if (container === undefined || line.isBlank) break;
      if (line.indent > 3) {
        const isText =
          container.kind === "paragraph" || container.kind === "table" || tip?.kind === "paragraph";
        if (isText) break;
        line.skipColumns(4);
        open.add(depth, { kind: "code", lines: [line.rest], info: "" });
        return;
      }
      const started = this.#startOne({ line, text: line.trimmed, depth, container });
      if (started === "done") return;
      if (started === undefined) break;
      depth = started;
    }
    this.#addText(line, depth, tip);
  }

  #startOne(start: Start): Started {
    const { line, text, depth } = start;
    const open = this.#open;
    // In most lines the first character says that nothing begins.
    if (!/^[>#`~$*_+\-<{[=|:0-9]/.test(text)) return undefined;
    if (this.#conflicts.isMarker(text.trimEnd()))
      return open.finish(depth, { kind: "paragraph", lines: [text] });
    const canNest = depth < deepest;
    if (canNest && skipQuoteMark(line)) return open.add(depth, { kind: "quote", children: [] });
    return (
      startLeaf(open, start) ??
      (canNest ? this.#tags.start(start) : undefined) ??
      startElement(open, start, canNest) ??
      startTable(open, start) ??
      (isDivider(text) ? open.finish(depth, { kind: "divider" }) : undefined) ??
      (canNest ? (startItem(open, start) ?? startFootnote(open, start)) : undefined)
    );
  }

  #addText(line: Line, depth: number, tip: Rough | undefined): void {
    const open = this.#open;
    if (line.isBlank) {
      open.closeTo(depth);
      return;
    }
    const text = line.trimmed;
    // A line that goes on with a paragraph need not repeat what that is inside of.
    if (depth < open.depth && tip?.kind === "paragraph" && tip === open.last) {
      tip.lines.push(text);
      return;
    }
    const split = splitEnd(open, text, depth);
    if (split !== undefined) open.behind = split.end;
    const words = split?.before ?? text;
    const block = open.block(depth - 1);
    if (block?.kind === "paragraph") block.lines.push(words);
    else if (block?.kind === "table") block.rows.push(words);
    else open.add(depth, { kind: "paragraph", lines: [words] });
  }
}

/** Takes off the mark of a quote, if one is here. */
function skipQuoteMark(line: Line): boolean {
  if (line.first !== ">") return false;
  line.skipIndent();
  line.skip(1);
  line.skipColumns(1);
  return true;
}
