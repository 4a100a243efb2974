import type { Steps } from "../../platform/index.ts";
import { diffSteps, type Hunk } from "../sequence/index.ts";

/** Lines that replace a range of the lines of a text. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/**
 * Finds the lines of a block's source that have to be replaced, given its canonical form before and after a change. Lines of
 * the source correspond to lines with the same words. Undefined if they do not correspond at the place of the change.
 */
export function* findSplices(
  source: readonly string[],
  before: readonly string[],
  after: readonly string[],
): Steps<Splice[] | undefined> {
  const hunks = yield* diffSteps(before.map(withoutNumber), after.map(withoutNumber));
  const words = { before: before.map(wordsOf), source: source.map(wordsOf) };
  const alignment = align(words.before, words.source, yield* diffSteps(words.before, words.source));
  const lines = { source, before, alignment };
  const splices: Splice[] = [];
  for (const hunk of hunks) {
    const range = sourceRange(lines, hunk);
    if (range === undefined) return undefined;
    const replacement = after.slice(hunk.start, hunk.end).map((line, i) => {
      const prefix = prefixOf(line);
      return prefixInSource(lines, prefix, Math.min(hunk.from + i, hunk.to)) + line.slice(prefix.length);
    });
    splices.push({ ...range, lines: replacement });
  }
  return splices;
}

type Words = readonly string[];

interface AlignedLines {
  readonly source: readonly string[];
  readonly before: readonly string[];
  readonly alignment: readonly (SourceLines | undefined)[];
}

/** The lines of the source that a hunk replaces. */
function sourceRange(lines: AlignedLines, { from, to }: Hunk): SourceLines | undefined {
  const { alignment } = lines;
  if (from === to) {
    const at = lineAfter(lines, from) ?? lineBefore(lines, to);
    return at === undefined ? undefined : { start: at, end: at };
  }
  const start = alignment[from]?.start ?? lineAfter(lines, from);
  const end = alignment[to - 1]?.end ?? lineBefore(lines, to);
  return start === undefined || end === undefined || start > end ? undefined : { start, end };
}

/** The line of the source after those that correspond to the lines before `index`. Blank lines need not correspond. */
function lineAfter({ before, source, alignment }: AlignedLines, index: number): number | undefined {
  let previous = index - 1;
  while (previous >= 0 && alignment[previous] === undefined && isBlank(before[previous])) previous--;
  let next = previous < 0 ? 0 : alignment[previous]?.end;
  if (next === undefined) return undefined;
  if (previous < index - 1) while (next < source.length && isBlank(source[next])) next++;
  return next;
}

/** The line of the source before those that correspond to the lines from `index` on. Blank lines need not correspond. */
function lineBefore({ before, source, alignment }: AlignedLines, index: number): number | undefined {
  let next = index;
  while (next < before.length && alignment[next] === undefined && isBlank(before[next])) next++;
  let line = alignment[next]?.start;
  if (line !== undefined && next > index) while (line > 0 && isBlank(source[line - 1])) line--;
  return line;
}

function isBlank(line = ""): boolean {
  return line.trim() === "";
}

/** The lines of the source that correspond to a line. */
interface SourceLines {
  readonly start: number;
  readonly end: number;
}

/** For each line, the corresponding ones of the source. The end corresponds to the end. */
function align(before: Words, source: Words, hunks: readonly Hunk[]): (SourceLines | undefined)[] {
  const alignment: (SourceLines | undefined)[] = [];
  const whole = { from: before.length, to: before.length, start: source.length, end: source.length };
  let [index, start] = [0, 0];
  for (const hunk of [...hunks, whole]) {
    for (; index < hunk.from; index++, start++) alignment[index] = { start, end: start + 1 };
    alignWrapped(alignment, before, source, hunk);
    [index, start] = [hunk.to, hunk.end];
  }
  alignment[before.length] = { start: source.length, end: source.length };
  return alignment;
}

/** Aligns lines that the source wraps. Others, such as those with unresolved references, correspond if there are as many. */
function alignWrapped(
  alignment: (SourceLines | undefined)[],
  before: Words,
  source: Words,
  hunk: Hunk,
): void {
  let line = hunk.start;
  for (let index = hunk.from; index < hunk.to; index++) {
    const words = before[index] ?? "";
    if (words === "") continue;
    while (line < hunk.end && source[line] === "") line++;
    let [end, joined] = [line, ""];
    while (end < hunk.end && joined.length < words.length) joined += `${joined && " "}${source[end++]}`;
    if (joined !== words) break;
    alignment[index] = { start: line, end };
    line = end;
  }
  if (hunk.to - hunk.from !== hunk.end - hunk.start) return;
  for (let i = 0; i < hunk.to - hunk.from; i++)
    alignment[hunk.from + i] ??= { start: hunk.start + i, end: hunk.start + i + 1 };
}

/** The markers of quotes, of list items and of tasks before the text of a line. */
const linePrefix = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(?:\[[ xX]\][ \t]+)?/;

function prefixOf(line: string): string {
  return linePrefix.exec(line)?.[0] ?? "";
}

/** The number of lines around a change that are searched for its markers. */
const maxDistance = 100;

/** How the source writes the markers of a line: as in the nearest line with the same ones. */
function prefixInSource({ source, before, alignment }: AlignedLines, prefix: string, index: number): string {
  if (prefix === "") return prefix;
  for (let distance = 0; distance <= maxDistance; distance++)
    for (const i of [index - distance, index + distance]) {
      const aligned = source[alignment[i]?.start ?? -1];
      if (aligned !== undefined && prefixOf(before[i] ?? "") === prefix) return prefixOf(aligned);
    }
  return prefix;
}

/** The items after an inserted one keep their numbers: only the first number of a list counts. */
function withoutNumber(line: string): string {
  return line.replace(/^([ \t>]*)\d{1,9}([.)][ \t])/, "$10$2");
}

/** The words of a line, or its punctuation if it has none. */
function wordsOf(line: string): string {
  const text = line.slice(prefixOf(line).length).replace(/&#?\w{1,10};/g, " ");
  return text.match(/[\p{L}\p{N}]+/gu)?.join(" ") ?? text.trim();
}
