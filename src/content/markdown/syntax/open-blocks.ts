import type { Line } from "./line.ts";
import { isContainer, type RawBlock, type RawContainer } from "./raw-blocks.ts";
import { LookAhead } from "./text.ts";

export interface BlockStart {
  readonly line: Line;
  readonly text: string;
  /** The number of open blocks that contain the position. */
  readonly depth: number;
  readonly container: RawBlock;
}

/** The depth in the started block, or "done" if it consumed the line. Undefined if no block starts. */
export type BlockStartResult = number | "done" | undefined;

export interface LineBlocks {
  /** The first and the last leaf on the line; undefined if it is blank. They differ if a block ends within the line. */
  first: RawBlock | undefined;
  last: RawBlock | undefined;
  startsItem: boolean;
  quote: RawBlock | undefined;
}

/** The line on which a block of the root starts, and whether another block ends on it. */
export interface RootBlockStart {
  readonly line: number;
  readonly isShared: boolean;
  /** Whether no block was open before the line. */
  readonly isClean: boolean;
}

/** The stack of blocks that are open at the current line, from the document down to the tip. */
export class OpenBlocks {
  readonly root: RawContainer = { kind: "document", children: [] };
  readonly lookAhead: LookAhead;
  readonly starts: RootBlockStart[] = [];
  readonly lines: LineBlocks[] = [];
  /** The offset of the current line in the source. */
  lineOffset = 0;
  /** Whether no block was open before the current line. */
  isClean = true;
  /** The rest of a line after a block that ended within it. It is read as a separate line. */
  remainder = "";
  readonly #open: RawBlock[] = [this.root];
  #line: LineBlocks = { first: undefined, last: undefined, startsItem: false, quote: undefined };

  constructor(source: string) {
    this.lookAhead = new LookAhead(source);
  }

  get depth(): number {
    return this.#open.length;
  }

  get tip(): RawBlock | undefined {
    return this.#open.at(-1);
  }

  blockAt(index: number): RawBlock | undefined {
    return this.#open[index];
  }

  /** The offset of the rest of the line in the source; approximate after a block that ended within the line. */
  offsetOf({ line, text }: Pick<BlockStart, "line" | "text">): number {
    return this.lineOffset + line.text.length - text.length;
  }

  assignLine(block: RawBlock): void {
    if (this.#line.first === undefined || isContainer(this.#line.first)) this.#line.first = block;
    this.#line.last = block;
  }

  nextLine(line: string): void {
    this.lineOffset += line.length + 1;
    this.#line.quote = this.#open.find(({ kind }) => kind === "quote");
    this.lines.push(this.#line);
    this.resetLine();
  }

  resetLine(): void {
    this.#line = { first: undefined, last: undefined, startsItem: false, quote: undefined };
  }

  closeTo(depth: number): void {
    this.#open.length = Math.max(1, depth);
  }

  /**
   * Adds a block and leaves it open. Returns the depth in it. A list is closed by any block except an item. The
   * `linesBefore` previous lines are part of the block.
   */
  add(depth: number, block: RawBlock, linesBefore = 0): number {
    let parentDepth = depth;
    while (parentDepth > 1) {
      const parent = this.#open[parentDepth - 1];
      const canHold = parent !== undefined && isContainer(parent);
      if (canHold && (parent.kind !== "list" || block.kind === "item")) break;
      parentDepth--;
    }
    this.closeTo(parentDepth);
    this.#childrenAt(parentDepth).push(block);
    if (parentDepth === 1) {
      const isShared = linesBefore === 0 && this.#line.first !== undefined;
      const isClean = this.isClean && linesBefore === 0 && !isShared;
      this.starts.push({ line: this.lines.length - linesBefore, isShared, isClean });
    }
    for (let i = 1; i <= linesBefore; i++) reassign(this.lines.at(-i), block);
    this.assignLine(block);
    if (block.kind === "item") this.#line.startsItem = true;
    return this.#open.push(block);
  }

  addClosed(depth: number, block: RawBlock, linesBefore = 0): "done" {
    this.add(depth, block, linesBefore);
    this.#open.pop();
    return "done";
  }

  replaceLast(depth: number, block: RawBlock): void {
    this.closeTo(depth);
    const children = this.#childrenAt(depth);
    const previous = children.at(-1);
    children[children.length - 1] = block;
    for (let i = this.lines.length - 1; this.lines[i]?.last === previous; i--) reassign(this.lines[i], block);
    this.assignLine(block);
    this.#open.push(block);
  }

  /** The depth of the innermost block that satisfies the condition. Blocks around a quote or footnote are not searched. */
  findInnermost(depth: number, predicate: (block: RawBlock) => boolean): number | undefined {
    for (let index = depth - 1; index > 0; index--) {
      const block = this.#open[index];
      if (block === undefined || block.kind === "quote" || block.kind === "footnote") return undefined;
      if (predicate(block)) return index;
    }
    return undefined;
  }

  /** Closes the innermost block that satisfies the condition, with the end tag up to an offset of the line. */
  closeInnermost(depth: number, predicate: (block: RawBlock) => boolean, text: string, tagEnd: number) {
    const index = this.findInnermost(depth, predicate) ?? 0;
    const block = this.#open[index];
    if (block?.kind !== "tag" && block?.kind !== "details") return undefined;
    block.end = text.slice(0, tagEnd);
    this.assignLine(block);
    this.closeTo(index);
    this.remainder = text.slice(tagEnd).trim();
    return "done";
  }

  #childrenAt(depth: number): RawBlock[] {
    const parent = this.#open[depth - 1];
    return parent !== undefined && isContainer(parent) ? parent.children : this.root.children;
  }
}

function reassign(line: LineBlocks | undefined, block: RawBlock): void {
  if (line === undefined) return;
  if (line.first === line.last) line.first = block;
  line.last = block;
}
