import type { Steps } from "../../platform/index.ts";
import { type MarkdownLine, scanSteps } from "./syntax/index.ts";

/** The kind of a block, which determines the line breaks between merged blocks. */
export type BlockKind = "item" | "head" | "row" | "other";

/** A part of a document that is merged as a whole: a paragraph, a list item, a table row, a code block. */
export interface Block {
  readonly kind: BlockKind;
  readonly isCode: boolean;
  readonly at: number;
  readonly text: string;
  /** The white space after the block. */
  readonly gap: string;
}

export interface Blocks {
  /** The white space before the first block. */
  readonly lead: string;
  readonly blocks: readonly Block[];
}

const tag = /^[ \t]*\{%.*%\}[ \t\r]*$/;

const linesPerStep = 500;

/** Splits Markdown into blocks. Joining the lead and the text and gap of each block restores the document. */
export function* splitSteps(markdown: string): Steps<Blocks> {
  const blocks: { -readonly [Name in keyof Block]: Block[Name] }[] = [];
  let lead = "";
  /** The last line with text, and its row number in a table, counted from the header. */
  let previous: MarkdownLine | undefined;
  let row = 0;
  let scanned = 0;
  for (const line of yield* scanSteps(markdown)) {
    if (++scanned % linesPerStep === 0) yield;
    const { at, text, isCode } = line;
    const written = text.endsWith("\r") && at + text.length < markdown.length ? text.slice(0, -1) : text;
    const gap = markdown.slice(at + written.length, at + text.length + 1);
    const block = blocks.at(-1);
    if (/^[ \t\r]*$/.test(text)) {
      if (block === undefined) lead += written + gap;
      else block.gap += written + gap;
      // Indented code does not continue after a blank line.
      if (previous?.last?.kind === "code" && previous.last.fence === undefined) previous = undefined;
      continue;
    }
    row = line.first?.kind === "table" && line.first === previous?.last ? row + 1 : 0;
    if (block !== undefined && previous !== undefined && continues(line, previous, row)) {
      block.text += block.gap + written;
      block.gap = gap;
    } else blocks.push({ kind: kindOf(line, row), isCode, at, text: written, gap });
    previous = line;
  }
  return { lead, blocks };
}

/** Whether a line belongs to the same block as the previous line with text. */
function continues(line: MarkdownLine, previous: MarkdownLine, row: number): boolean {
  if (line.quote !== undefined) return line.quote === previous.quote;
  // Tags are paired across documents, so each is a block even where the parser reads it as text.
  if (isTag(line) || isTag(previous)) return false;
  if (line.first?.kind === "table") return row === 1;
  if (line.first === previous.last) return true;
  return previous.last?.kind === "item" && previous.last.children[0] === line.first;
}

function isTag({ text, first }: MarkdownLine): boolean {
  return first?.kind !== "code" && first?.kind !== "math" && first?.kind !== "element" && tag.test(text);
}

function kindOf({ first, startsItem, quote }: MarkdownLine, row: number): BlockKind {
  if (first?.kind === "table" && quote === undefined) return row === 0 ? "head" : "row";
  return startsItem ? "item" : "other";
}
