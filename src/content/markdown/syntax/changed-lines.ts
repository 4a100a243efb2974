import type { RootBlockStart } from "./open-blocks.ts";

/** A text, its lines, and the starts of its blocks. */
export interface ParsedLines {
  readonly source: string;
  readonly lines: readonly string[];
  readonly starts: readonly RootBlockStart[];
}

/** The range of a text that has to be parsed again after a change. */
export interface ChangedLines {
  /** The lines in the new text. */
  readonly from: number;
  readonly to: number;
  /** The blocks in the text before. */
  readonly first: number;
  readonly end: number;
  /** The source of the range, with the line break before the next block. */
  readonly source: string;
  /** The number of lines that were added. */
  readonly added: number;
}

/**
 * Syntax that blocks outside a range may depend on: the ends of tags, elements and formulas are searched ahead, and conflict
 * markers are paired.
 */
const contextualSyntax = /<[a-z/!]|-->|\$\$|\{%|%\}|<{7}|={7}|>{7}|^\s*>|\0/i;

/**
 * Finds the range of lines to parse after a change. It lies between two blocks at whose start no other block was open, so that it
 * can be parsed alone. Undefined if the blocks outside may depend on it.
 */
export function findChangedLines(
  { source: previousSource, lines: previous, starts }: ParsedLines,
  { source, lines }: Pick<ParsedLines, "source" | "lines">,
): ChangedLines | undefined {
  // The parser has more lines if some end with a carriage return alone.
  if (source.includes("\r") || previousSource.includes("\r")) return undefined;
  const shorter = Math.min(previous.length, lines.length);
  let [equalStart, equalEnd] = [0, 0];
  while (equalStart < shorter && previous[equalStart] === lines[equalStart]) equalStart++;
  while (equalEnd < shorter - equalStart && previous.at(-1 - equalEnd) === lines.at(-1 - equalEnd))
    equalEnd++;
  const added = lines.length - previous.length;
  // The range begins with a block that has not changed, so that it is not empty.
  const changed = starts.findLastIndex(({ isClean, line }) => isClean && line <= equalStart);
  const first = starts.findLastIndex(({ isClean }, i) => isClean && i < changed);
  const next = starts.findIndex(
    ({ isClean, line }, i) => isClean && i > changed && line >= previous.length - equalEnd,
  );
  const from = starts[first]?.line;
  if (from === undefined) return undefined;
  const nextLine = starts[next]?.line ?? previous.length;
  const to = nextLine + added;
  const textOf = (all: readonly string[], end: number) =>
    all.slice(from, end).join("\n") + (next < 0 ? "" : "\n");
  const changedSource = textOf(lines, to);
  if (contextualSyntax.test(changedSource) || contextualSyntax.test(textOf(previous, nextLine)))
    return undefined;
  return { from, to, first, end: next < 0 ? starts.length : next, source: changedSource, added };
}

/** The starts of the blocks of a text, given those of the changed range. */
export function mergeStarts(
  before: ParsedLines,
  { first, end, from, added }: ChangedLines,
  changed: readonly RootBlockStart[],
): RootBlockStart[] {
  return [
    ...before.starts.slice(0, first),
    ...changed.map((start) => ({ ...start, line: start.line + from })),
    ...(added === 0
      ? before.starts.slice(end)
      : before.starts.slice(end).map((start) => ({ ...start, line: start.line + added }))),
  ];
}
