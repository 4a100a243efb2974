import { alignmentsOf } from "./syntax/index.ts";

/** What a block is, as far as it matters for putting blocks next to each other. A head begins a table, rows go on with it. */
export type BlockKind = "item" | "head" | "row" | "other";

/** A piece of a document that is changed as a whole: a paragraph, a list item, a table row, a fenced block. */
export interface Block {
  readonly kind: BlockKind;
  /** Where it begins in the document. */
  readonly at: number;
  readonly text: string;
  /** The line break and blank lines between it and the next one. */
  readonly gap: string;
}

export interface Blocks {
  /** The blank lines before the first block. */
  readonly lead: string;
  readonly blocks: readonly Block[];
}

/** Other white space, as a space that does not break, is text. */
const blank = /^[ \t\r]*$/;
const heading = /^ {0,3}#{1,6}(?:[ \t]|$)/;
const thematicBreak = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const underline = /^ {0,3}(?:-+|=+)[ \t]*$/;
const quote = /^ {0,3}>/;
const item = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
/** An item that may end a paragraph without a blank line between them. */
const interruptingItem = /^[ \t]*(?:[-*+]|1[.)])[ \t]+\S/;
const fence = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}(?=[^`]*$)|~{3,}|\$\$(?=[ \t]*$))/;
const tag = /^[ \t]*\{%.*%\}[ \t]*$/;
const rawElement = /^[ \t]*<(script|pre|style|textarea)(?=[\s>]|$)/i;

/** Cuts Markdown into blocks. Nothing is lost: lead, texts and gaps, joined, are the document. */
export function splitBlocks(markdown: string): Blocks {
  const splitter = new Splitter(markdown.split(/(?<=\n)/));
  return splitter.split();
}

/** What the lines before left open: a line that begins nothing new goes on with it. */
type Open = "paragraph" | "item" | "quote" | "table";

class Splitter {
  readonly #lines: readonly string[];
  readonly #blocks: { kind: BlockKind; at: number; text: string; gap: string }[] = [];
  #lead = "";
  #at = 0;
  #open: Open | undefined;
  #hasLoneDollars = false;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  split(): Blocks {
    for (let i = 0; i < this.#lines.length; ) i += this.#linesOfBlock(i);
    return { lead: this.#lead, blocks: this.#blocks };
  }

  /** Takes in the line, with those that belong to it in any case; how many that were. */
  #linesOfBlock(i: number): number {
    const line = this.#bare(i);
    if (blank.test(line)) {
      this.#open = undefined;
      return this.#blank(i);
    }
    const end = this.#endOfWhole(i, line);
    if (end !== undefined) return this.#begin(i, end - i, item.test(line) ? "item" : "other");
    if (heading.test(line) || tag.test(line)) return this.#begin(i, 1, "other");
    if (this.#isTableHead(i, line)) return this.#begin(i, 2, "head", "table");
    if (this.#open === "paragraph" && underline.test(line)) {
      this.#open = undefined;
      return this.#append(i);
    }
    if (thematicBreak.test(line)) return this.#begin(i, 1, "other");
    if (quote.test(line))
      return this.#open === "quote" ? this.#append(i) : this.#begin(i, 1, "other", "quote");
    if (this.#beginsItem(line)) return this.#begin(i, 1, "item", "item");
    if (this.#open === "table") return this.#begin(i, 1, "row", "table");
    return this.#open === undefined ? this.#begin(i, 1, "other", "paragraph") : this.#append(i);
  }

  /** After the last line of what is closed by a mark of its own: code, formulas, comments, raw HTML. */
  #endOfWhole(i: number, line: string): number | undefined {
    const [, mark] = fence.exec(line) ?? [];
    if (mark !== undefined) {
      const closing = (other: string): boolean => {
        const text = other.trim();
        return text.length >= mark.length && text === (mark[0] ?? "").repeat(text.length);
      };
      if (mark === "$$") return this.#endOfFormula(i + 1, closing);
      return this.#after(i + 1, closing) ?? this.#lines.length;
    }
    const [, element] = rawElement.exec(line) ?? [];
    if (element !== undefined) {
      const end = new RegExp(`</${element}>`, "i");
      return this.#after(i, (other) => end.test(other)) ?? this.#lines.length;
    }
    if (/^[ \t]*<!--/.test(line))
      return this.#after(i, (other) => other.includes("-->")) ?? this.#lines.length;
    return undefined;
  }

  /** Only code may be left open, up to the end; a lone pair of dollars is text. One that is lone makes all later ones so. */
  #endOfFormula(from: number, isLast: (line: string) => boolean): number | undefined {
    const end = this.#hasLoneDollars ? undefined : this.#after(from, isLast);
    this.#hasLoneDollars = end === undefined;
    return end;
  }

  #after(from: number, isLast: (line: string) => boolean): number | undefined {
    for (let i = from; i < this.#lines.length; i++) if (isLast(this.#bare(i))) return i + 1;
    return undefined;
  }

  #isTableHead(i: number, line: string): boolean {
    const next = i + 1 < this.#lines.length ? this.#bare(i + 1) : "";
    // In a table, dashes are a row as any other, unless a list item ends that table.
    if (quote.test(line) || (this.#open === "table" && !item.test(line))) return false;
    return line.includes("|") && next.includes("|") && alignmentsOf(next) !== undefined;
  }

  #beginsItem(line: string): boolean {
    return this.#open === "paragraph" || this.#open === "quote"
      ? interruptingItem.test(line)
      : item.test(line);
  }

  #begin(i: number, count: number, kind: BlockKind, open?: Open): number {
    const lines = this.#lines.slice(i, i + count).join("");
    const gap = /\r?\n$/.exec(lines)?.[0] ?? "";
    this.#blocks.push({ kind, at: this.#at, text: lines.slice(0, lines.length - gap.length), gap });
    this.#at += lines.length;
    this.#open = open;
    return count;
  }

  #append(i: number): number {
    const block = this.#blocks.at(-1);
    const line = this.#lines[i] ?? "";
    const gap = /\r?\n$/.exec(line)?.[0] ?? "";
    if (block !== undefined) {
      block.text += block.gap + line.slice(0, line.length - gap.length);
      block.gap = gap;
    }
    this.#at += line.length;
    return 1;
  }

  #blank(i: number): number {
    const block = this.#blocks.at(-1);
    const line = this.#lines[i] ?? "";
    if (block === undefined) this.#lead += line;
    else block.gap += line;
    this.#at += line.length;
    return 1;
  }

  #bare(i: number): string {
    return (this.#lines[i] ?? "").replace(/\r?\n$/, "");
  }
}

/** Whether a block is code between fences. */
export function isFenced({ text }: Pick<Block, "text">): boolean {
  const [first = ""] = text.split(/\r?\n/, 1);
  const [, mark] = fence.exec(first) ?? [];
  return mark !== undefined && mark !== "$$";
}
