import { finish, finishYielding, type Steps } from "../../platform/index.ts";
import {
  type ChangedLines,
  findChangedLines,
  LookAhead,
  type MarkdownLine,
  markdownLines,
  matchAt,
  mergeStarts,
  normalizeLines,
  type ParsedLines,
  parseBlocks,
} from "./syntax/index.ts";

/** The destination of a link, an image or a tag: its text as written, and its offset. */
export interface Destination {
  readonly at: number;
  readonly text: string;
}

const maxLength = 2048;

const space = "[ \\t]{0,99}(?:\\r?\\n[ \\t]{0,99})?";

/** The starts of links, code, comments and formulas. Each alternative is bounded, so that matching takes linear time. */
const candidates = new RegExp(
  [
    "\\\\[!-/:-@[-`{-~]", // an escaped character
    "(?<ticks>`+)",
    `(?<inline>\\]\\(${space})`,
    `(?<definition>^ {0,3}(?:(?:>|[-*+]|\\d{1,9}[.)])[ \\t]{1,3}){0,8}\\[(?!\\^)(?:[^\\]\\\\\\n]|\\\\.){1,999}\\]:${space})`,
    `(?<tag>\\{% *(?:(?:content-ref|embed|file|openapi|swagger) [^%\\n]{0,${maxLength}}?\\b(?:url|src) *= *|include +)")`,
    "(?<comment><!--)",
    "(?<math>\\$\\$)",
    "(?<open>\\[)",
    "(?<close>\\])",
    `(?<html><(?:(?:a|img|source|video|audio|iframe) [^<>]{0,512}?\\b(?:href|srcset|src)|div [^<>]{0,512}?\\bdata-(?:url|src)) *= *)(?=["'\\w./#])`,
  ].join("|"),
  "gim",
);

/** Finds the destinations of a Markdown document without front matter, in linear time. */
export function findDestinations(markdown: string): Destination[] {
  return finish(destinationSteps(markdown));
}

interface FrontMatterRange {
  readonly end: number;
  readonly destinations?: readonly Destination[];
}

/** Finds the destinations of a document. Yields to the event loop. */
export function allDestinations(
  markdown: string,
  frontMatter: FrontMatterRange,
  scanner?: DestinationScanner,
): Promise<Destination[]> {
  return finishYielding(destinationSteps(markdown, frontMatter, scanner));
}

/** Scans the versions of a text for destinations. Of a change, only the lines around it are scanned. */
export class DestinationScanner {
  #last: (ParsedLines & { readonly found: readonly Destination[] }) | undefined;

  *scan(body: string): Steps<readonly Destination[]> {
    const lines = body.split("\n");
    const change = this.#last && findChangedLines(this.#last, { source: body, lines });
    this.#last =
      (change && (yield* this.#scanChange(body, lines, change))) ?? (yield* scanWhole(body, lines));
    return this.#last.found;
  }

  /** Undefined if a block of the change is not closed. */
  *#scanChange(body: string, lines: readonly string[], change: ChangedLines) {
    const before = this.#last;
    const parsed = yield* parseBlocks(change.source);
    const isClosed = parsed.depth === 1 || change.to === lines.length;
    if (before === undefined || !isClosed) return undefined;
    const start = lengthOf(lines.slice(0, change.from));
    const end = start + change.source.length;
    const added = body.length - before.source.length;
    const inChange = yield* scanRanges(change.source, parsed.lines);
    const found = [
      ...before.found.filter(({ at }) => at < start),
      ...inChange.map(({ at, text }) => ({ at: at + start, text })),
      ...before.found
        .filter(({ at }) => at >= end - added)
        .map((destination) => (added === 0 ? destination : { ...destination, at: destination.at + added })),
    ];
    return { source: body, lines, starts: mergeStarts(before, change, parsed.starts), found };
  }
}

function* scanWhole(body: string, lines: readonly string[]) {
  const { starts, lines: blocks } = yield* parseBlocks(normalizeLines(body));
  return { source: body, lines, starts, found: yield* scanRanges(body, blocks) };
}

function* scanRanges(body: string, blocks: Parameters<typeof markdownLines>[1]): Steps<Destination[]> {
  const found: Destination[] = [];
  let scanned = 0;
  for (const [start, end] of inlineRanges(markdownLines(body, blocks), body.length)) {
    if (++scanned % candidatesPerStep === 0) yield;
    for (const destination of destinationsIn(body.slice(start, end))) {
      if (++scanned % candidatesPerStep === 0) yield;
      if (destination !== undefined) found.push({ at: start + destination.at, text: destination.text });
    }
  }
  return found;
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((length, line) => length + line.length + 1, 0);
}

/** The number of candidates and of ranges per step. */
const candidatesPerStep = 200;

function* destinationSteps(
  markdown: string,
  { end: bodyStart, destinations = [] }: FrontMatterRange = { end: 0 },
  scanner = new DestinationScanner(),
): Steps<Destination[]> {
  const found = [...destinations];
  const body = markdown.slice(bodyStart);
  if (!/[[<{]/.test(body)) return found;
  for (const { at, text } of yield* scanner.scan(body)) found.push({ at: bodyStart + at, text });
  return found;
}

/** Replaces destinations of a document. `write` returns undefined to leave a destination unchanged. */
export function rewriteDestinations(
  markdown: string,
  write: (text: string, at: number) => string | undefined,
  frontMatter: FrontMatterRange = { end: 0 },
): string {
  const parts: string[] = [];
  let copiedTo = 0;
  for (const { at, text } of finish(destinationSteps(markdown, frontMatter))) {
    const written = write(text, at);
    if (written === undefined) continue;
    parts.push(markdown.slice(copiedTo, at), written);
    copiedTo = at + text.length;
  }
  return parts.join("") + markdown.slice(copiedTo);
}

/** The destination that starts at each candidate; undefined for other syntax. */
function* destinationsIn(prose: string): Generator<Destination | undefined> {
  const ahead = new LookAhead(prose);
  const skipPast = (mark: string, at: number) => {
    const end = ahead.indexOf(mark, at);
    return end < 0 ? at : end + mark.length;
  };
  let openBrackets = 0;
  let match = matchAt(candidates, prose, 0);
  while (match !== undefined) {
    const { groups = {}, index } = match;
    const after = index + match[0].length;
    let next = after;
    let found: Destination | undefined;
    if (groups.ticks !== undefined) next = endOfCode(ahead, after, groups.ticks);
    else if (groups.comment !== undefined) next = skipPast("-->", after);
    else if (groups.math !== undefined) next = skipPast("$$", after);
    else if (groups.open !== undefined) openBrackets++;
    else if (groups.close !== undefined) openBrackets = Math.max(0, openBrackets - 1);
    else if (groups.inline === undefined || openBrackets > 0) {
      if (groups.inline !== undefined) openBrackets--;
      found = readDestination(prose, after, groups);
      if (found !== undefined) next = found.at + found.text.length;
    }
    yield found?.text === "" || (found?.text.length ?? 0) > maxLength ? undefined : found;
    // Other texts may be scanned between two steps, so the expression keeps no position.
    match = matchAt(candidates, prose, next);
  }
}

/** The offset after the code span that starts with these backticks, or after the backticks if they start no code span. */
function endOfCode(ahead: LookAhead, at: number, ticks: string): number {
  const end = ahead.next(/(`+)/g, at, ticks);
  return end === Number.POSITIVE_INFINITY ? at : end + ticks.length;
}

function readDestination(
  prose: string,
  at: number,
  { tag, html, inline, definition }: Partial<Record<string, string>>,
): Destination | undefined {
  if (tag !== undefined) return readUntil(prose, at, '"');
  if (html !== undefined) return readAttribute(prose, at);
  if (inline === undefined && definition === undefined) return undefined;
  const isBracketed = prose[at] === "<";
  const found = isBracketed ? readUntil(prose, at + 1, ">") : readBare(prose, at);
  if (found === undefined || found.text.length > maxLength) return found;
  // Only a title may follow.
  const after = found.at + found.text.length + (isBracketed ? 1 : 0);
  const end = inline === undefined ? /[ \t]*(?:\r?\n|$|["'(])/y : /[ \t]{0,99}(?:\r?\n[ \t]{0,99})?["'()]/y;
  end.lastIndex = after;
  return end.test(prose) ? found : { at: found.at, text: "" };
}

function readAttribute(prose: string, at: number): Destination | undefined {
  const quote = prose[at] ?? "";
  if (quote === '"' || quote === "'") return readUntil(prose, at + 1, quote);
  const [text = ""] = /^[^\s"'=<>`]{1,2048}/.exec(prose.slice(at, at + maxLength)) ?? [];
  return { at, text };
}

function readUntil(prose: string, at: number, end: string): Destination | undefined {
  const window = prose.slice(at, at + maxLength + 1);
  const length = window.indexOf(end);
  const text = window.slice(0, Math.max(0, length));
  return length < 0 || text.includes("\n") ? undefined : { at, text };
}

/** The maximum depth of brackets, which limits repeated scanning. */
const maxBrackets = 32;

/** Reads up to white space or an unbalanced closing bracket. The result may exceed the maximum length by one. */
function readBare(prose: string, at: number): Destination {
  let open = 0;
  const end = Math.min(prose.length, at + maxLength + 1);
  for (let i = at; i < end; i++) {
    const character = prose[i] ?? " ";
    if (character === "\\" && /\S/.test(prose[i + 1] ?? " ")) i++;
    else if (character === "(") {
      if (++open > maxBrackets) return { at, text: "" };
    } else if (/\s/.test(character) || (character === ")" && open-- === 0))
      return { at, text: prose.slice(at, i) };
  }
  return { at, text: prose.slice(at, end) };
}

/** The ranges in which inline syntax is read: each leaf block except code, and each table row. */
function* inlineRanges(
  lines: Iterable<MarkdownLine>,
  length: number,
): Generator<[start: number, end: number]> {
  let start = 0;
  let previous: MarkdownLine["last"];
  for (const { at, first, last, isCode } of lines) {
    if (first !== previous || first?.kind === "table") {
      if (previous !== undefined) yield [start, at];
      start = at;
    }
    previous = isCode ? undefined : last;
  }
  if (previous !== undefined) yield [start, length];
}
