import type { Line } from "./line.ts";
import { LookAhead } from "./look-ahead.ts";
import { isContainer, type Rough, type RoughContainer } from "./raw-blocks.ts";

/** A place on a line where a block may begin. */
export interface Start {
  readonly line: Line;
  /** The rest of the line. */
  readonly text: string;
  /** How many of the open blocks this is inside of. */
  readonly depth: number;
  /** The last of them. */
  readonly container: Rough;
}

/** What began: how deep its inside is, or that the whole line is taken. Undefined where nothing did. */
export type Started = number | "done" | undefined;

/** The blocks that are open while a text is read, from the document down to what the last line belonged to. */
export class OpenBlocks {
  readonly root: RoughContainer = { kind: "document", children: [] };
  readonly ahead: LookAhead;
  /** On which line each of the root's blocks begins. */
  readonly starts: number[] = [];
  /** Where the line that is read begins in the source. */
  at = 0;
  #line = 0;
  /** What stands on the same line behind something that ended, and is read as a line of its own. */
  behind = "";
  readonly #open: Rough[] = [this.root];

  constructor(source: string) {
    this.ahead = new LookAhead(source);
  }

  get depth(): number {
    return this.#open.length;
  }

  get last(): Rough | undefined {
    return this.#open.at(-1);
  }

  block(at: number): Rough | undefined {
    return this.#open[at];
  }

  /** Where the rest of the line begins in the source; about there, in what was cut off a line. */
  sourceOf({ line, text }: Pick<Start, "line" | "text">): number {
    return this.at + line.text.length - text.length;
  }

  nextLine(line: string): void {
    this.at += line.length + 1;
    this.#line++;
  }

  closeTo(depth: number): void {
    this.#open.length = Math.max(1, depth);
  }

  /**
   * Adds a block and leaves it open; how deep its inside is. A list is left when something else than an item comes.
   * Some of its lines may have been read already.
   */
  add(depth: number, block: Rough, linesBefore = 0): number {
    let inside = depth;
    while (inside > 1) {
      const parent = this.#open[inside - 1];
      const canHold = parent !== undefined && isContainer(parent);
      if (canHold && (parent.kind !== "list" || block.kind === "item")) break;
      inside--;
    }
    this.closeTo(inside);
    this.#childrenAt(inside).push(block);
    if (inside === 1) this.starts.push(this.#line - linesBefore);
    return this.#open.push(block);
  }

  /** Adds a block that ends with this line. */
  finish(depth: number, block: Rough, linesBefore = 0): "done" {
    this.add(depth, block, linesBefore);
    this.#open.pop();
    return "done";
  }

  /** Puts another block in the place of the last one. */
  replaceLast(depth: number, block: Rough): void {
    this.closeTo(depth);
    const children = this.#childrenAt(depth);
    children[children.length - 1] = block;
    this.#open.push(block);
  }

  /** The innermost block for which this is so, as far as an end may reach: not out of a quote or a footnote. */
  findBack(depth: number, isMeant: (block: Rough) => boolean): number | undefined {
    for (let at = depth - 1; at > 0; at--) {
      const block = this.#open[at];
      if (block === undefined || block.kind === "quote" || block.kind === "footnote") return undefined;
      if (isMeant(block)) return at;
    }
    return undefined;
  }

  #childrenAt(depth: number): Rough[] {
    const parent = this.#open[depth - 1];
    return parent !== undefined && isContainer(parent) ? parent.children : this.root.children;
  }
}
