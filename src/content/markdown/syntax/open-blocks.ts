import type { Line } from "./line.ts";
import { isContainer, type RawBlock, type RawContainer } from "./raw-blocks.ts";
import { LookAhead } from "./text.ts";

export interface BlockStart {
  readonly line: Line;
  readonly text: string;
  /** How many of the open blocks contain the position. */
  readonly depth: number;
  readonly container: RawBlock;
}

/** The depth inside of the started block, or "done" if it takes the whole line. Undefined if no block starts. */
export type Started = number | "done" | undefined;

export interface LineBlocks {
  /** The first and the last leaf on the line; undefined if it is blank. They differ if a block ends within the line. */
  first: RawBlock | undefined;
  last: RawBlock | undefined;
  startsItem: boolean;
  quote: RawBlock | undefined;
}

/** The stack of blocks that are open at the current line, from the document down to the tip. */
export class OpenBlocks {
  readonly root: RawContainer = { kind: "document", children: [] };
  readonly ahead: LookAhead;
  /** The line on which each block of the root starts. */
  readonly starts: number[] = [];
  readonly lines: LineBlocks[] = [];
  at = 0;
  /** The rest of a line after a block that ended within it. It is read as a line of its own. */
  behind = "";
  readonly #open: RawBlock[] = [this.root];
  #line: LineBlocks = { first: undefined, last: undefined, startsItem: false, quote: undefined };

  constructor(source: string) {
    this.ahead = new LookAhead(source);
  }

  get depth(): number {
    return this.#open.length;
  }

  get tip(): RawBlock | undefined {
    return this.#open.at(-1);
  }

  block(at: number): RawBlock | undefined {
    return this.#open[at];
  }

  /** The offset of the rest of the line in the source; approximate in the part behind a block that ended. */
  offsetOf({ line, text }: Pick<BlockStart, "line" | "text">): number {
    return this.at + line.text.length - text.length;
  }

  take(block: RawBlock): void {
    if (this.#line.first === undefined || isContainer(this.#line.first)) this.#line.first = block;
    this.#line.last = block;
  }

  nextLine(line: string): void {
    this.at += line.length + 1;
    this.#line.quote = this.#open.find(({ kind }) => kind === "quote");
    this.lines.push(this.#line);
    this.releaseLine();
  }

  releaseLine(): void {
    this.#line = { first: undefined, last: undefined, startsItem: false, quote: undefined };
  }

  closeTo(depth: number): void {
    this.#open.length = Math.max(1, depth);
  }

  /**
   * Adds a block and leaves it open. Returns the depth inside of it. A list is closed by anything but an item.
   * `linesBefore` lines that have been read already belong to the block as well.
   */
  add(depth: number, block: RawBlock, linesBefore = 0): number {
    let inside = depth;
    while (inside > 1) {
      const parent = this.#open[inside - 1];
      const canHold = parent !== undefined && isContainer(parent);
      if (canHold && (parent.kind !== "list" || block.kind === "item")) break;
      inside--;
    }
    this.closeTo(inside);
    this.#childrenAt(inside).push(block);
    if (inside === 1) this.starts.push(this.lines.length - linesBefore);
    for (let i = 1; i <= linesBefore; i++) reassign(this.lines.at(-i), block);
    this.take(block);
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
    this.take(block);
    this.#open.push(block);
  }

  /** The depth of the innermost block that satisfies the condition. Blocks around a quote or footnote are not searched. */
  findInnermost(depth: number, isWanted: (block: RawBlock) => boolean): number | undefined {
    for (let at = depth - 1; at > 0; at--) {
      const block = this.#open[at];
      if (block === undefined || block.kind === "quote" || block.kind === "footnote") return undefined;
      if (isWanted(block)) return at;
    }
    return undefined;
  }

  /** Closes the innermost block that satisfies the condition, with the end tag up to an offset of the line. */
  closeInnermost(depth: number, isWanted: (block: RawBlock) => boolean, text: string, tagEnd: number) {
    const at = this.findInnermost(depth, isWanted) ?? 0;
    const block = this.#open[at];
    if (block?.kind !== "tag" && block?.kind !== "details") return undefined;
    block.end = text.slice(0, tagEnd);
    this.take(block);
    this.closeTo(at);
    this.behind = text.slice(tagEnd).trim();
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
