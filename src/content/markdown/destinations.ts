/** Where a link, an image or a tag of a document leads: the text between the brackets, and where it stands. */
export interface Destination {
  readonly at: number;
  readonly text: string;
}

/** Longer than any address that is accepted elsewhere. It also bounds what is looked at again and again. */
const longest = 2048;

/** What a line may begin with before the fence of a code block: quotes, list items, indentation. */
const fence = /^[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]*)*(`{3,}(?!.*`)|~{3,})/;

/** What can hold a destination, outside of code. Each part is bounded, so that no text takes long. */
const candidates = new RegExp(
  [
    "\\\\[\\s\\S]", // an escaped character is nothing special
    "(?<ticks>`+)",
    "(?<inline>\\]\\([ \\t]{0,99}\\n?[ \\t]{0,99})",
    "(?<definition>^ {0,3}\\[(?:[^\\]\\\\\\n]|\\\\.){1,999}\\]:[ \\t]{0,99}\\n?[ \\t]{0,99})",
    `(?<tag>\\{% *(?:content-ref|embed|file|include) [^%\\n]{0,${longest}}?(?:(?:url|src) *= *)?")`,
    `(?<html><(?:a|img|source|video|audio|iframe) [^<>]{0,512}?\\b(?:href|src) *= *)(?=["'])`,
  ].join("|"),
  "gm",
);

/**
 * Finds every destination in a Markdown document, in one pass over its text. A whole parse would tell the same, a
 * hundred times slower, and some parsers never come back from a text that was made for that.
 */
export function findDestinations(markdown: string): Destination[] {
  const found: Destination[] = [];
  for (const [start, end] of proseOf(markdown)) {
    const prose = markdown.slice(start, end);
    const spans = new CodeSpans(prose);
    candidates.lastIndex = 0;
    for (let match = candidates.exec(prose); match !== null; match = candidates.exec(prose)) {
      const after = match.index + match[0].length;
      if (match.groups?.ticks !== undefined) {
        candidates.lastIndex = spans.endOf(match.index, match.groups.ticks.length);
        continue;
      }
      const destination = readDestination(prose, after, match.groups ?? {});
      if (destination === undefined) continue;
      candidates.lastIndex = destination.at + destination.text.length;
      if (destination.text !== "" && destination.text.length <= longest)
        found.push({ at: start + destination.at, text: destination.text });
    }
  }
  return found;
}

function readDestination(
  prose: string,
  at: number,
  { tag, html, inline, definition }: Partial<Record<string, string>>,
): Destination | undefined {
  if (tag !== undefined) return readUntil(prose, at, '"');
  if (html !== undefined) return readUntil(prose, at + 1, prose[at] ?? '"');
  if (inline === undefined && definition === undefined) return undefined;
  return prose[at] === "<" ? readUntil(prose, at + 1, ">") : readBare(prose, at);
}

function readUntil(prose: string, at: number, end: string): Destination | undefined {
  const window = prose.slice(at, at + longest + 1);
  const length = window.indexOf(end);
  const text = window.slice(0, Math.max(0, length));
  return length < 0 || text.includes("\n") ? undefined : { at, text };
}

/** Up to white space, or to the bracket that closes more than was opened; or too far for an address. */
function readBare(prose: string, at: number): Destination {
  let open = 0;
  const end = Math.min(prose.length, at + longest + 1);
  for (let i = at; i < end; i++) {
    const character = prose[i] ?? " ";
    if (character === "\\") i++;
    else if (character === "(") open++;
    else if (/\s/.test(character) || (character === ")" && open-- === 0))
      return { at, text: prose.slice(at, i) };
  }
  return { at, text: prose.slice(at, end) };
}

/** The parts of a document that are not fenced code, as ranges. */
function* proseOf(markdown: string): Generator<[start: number, end: number]> {
  let start = 0;
  let closing: RegExp | undefined;
  for (let at = 0; at < markdown.length; ) {
    const newline = markdown.indexOf("\n", at);
    const next = newline < 0 ? markdown.length : newline + 1;
    const line = markdown.slice(at, Math.min(next, at + 512));
    if (closing !== undefined) {
      if (closing.test(line)) {
        closing = undefined;
        start = next;
      }
    } else {
      const [, marks] = fence.exec(line) ?? [];
      if (marks !== undefined) {
        if (at > start) yield [start, at];
        closing = new RegExp(`^[ \\t>]*${marks[0]}{${marks.length},}[ \\t]*\\r?\\n?$`);
      }
    }
    at = next;
  }
  if (closing === undefined && start < markdown.length) yield [start, markdown.length];
}

/** Where the code spans of a text end. Everything is found once, and looked at from the front to the back. */
class CodeSpans {
  readonly #runs = new Map<number, number[]>();
  readonly #blankLines: number[];

  constructor(text: string) {
    for (const { 0: run, index } of text.matchAll(/`+/g)) {
      this.#runs.getOrInsertComputed(run.length, () => []).push(index);
    }
    for (const positions of this.#runs.values()) positions.reverse();
    this.#blankLines = Array.from(text.matchAll(/\n[ \t\r]*(?=\n)/g), ({ index }) => index).reverse();
  }

  /** Behind the run that closes the one here; behind the one here itself when none does before the paragraph ends. */
  endOf(at: number, length: number): number {
    const closing = nextAfter(this.#runs.get(length) ?? [], at);
    const isSpan = closing < nextAfter(this.#blankLines, at);
    return (isSpan ? closing : at) + length;
  }
}

/** The first of these positions behind another; they are in falling order, and those before are dropped. */
function nextAfter(positions: number[], at: number): number {
  while ((positions.at(-1) ?? Number.POSITIVE_INFINITY) <= at) positions.pop();
  return positions.at(-1) ?? Number.POSITIVE_INFINITY;
}
