import { StepCounter, type Steps } from "../../platform/index.ts";
import {
  isKnownTag,
  normalizeLines,
  optionalPairs,
  parseBlocks,
  type RawBlock,
  readTag,
} from "../markdown/syntax/index.ts";
import { checkElement, checkTable } from "./check-tables.ts";
import { checkTag } from "./check-tag.ts";
import { error, type Problem, type ProblemKind } from "./problem.ts";
import { type TagEvent, tagEvents } from "./tag-events.ts";
import { tagNames } from "./tag-rules.ts";

/** Checks the tags and the tables of a Markdown text without front matter. */
export function* checkLines(body: string): Steps<Problem[]> {
  const source = normalizeLines(body);
  const { root, lines } = yield* parseBlocks(source);
  const checker = new LineChecker(root);
  const step = new StepCounter(200);
  const texts = source.split("\n");
  for (const [index, text] of texts.entries()) {
    const { first, last } = lines[index] ?? {};
    checker.checkLine(index, text, first, last);
    checker.previous = text;
    if (step.isComplete()) yield;
  }
  return checker.problems;
}

const tokens = /(?<!\\)(?:\{%|<\/?details(?=[\s>]))/gi;

class LineChecker {
  readonly problems: Problem[] = [];
  previous = "";
  readonly #events: Generator<TagEvent>;
  #next: TagEvent | undefined;
  /** The names of the open tags. */
  readonly #open: string[] = [];
  /** The number of following lines that are part of a tag. */
  #linesOfTag = 0;
  #block: RawBlock | undefined;
  #row = 0;

  constructor(root: RawBlock) {
    this.#events = tagEvents(root);
    this.#next = this.#events.next().value ?? undefined;
  }

  checkLine(index: number, text: string, first: RawBlock | undefined, last: RawBlock | undefined): void {
    if (this.#linesOfTag > 0) {
      this.#linesOfTag--;
      return;
    }
    this.#row = first === this.#block ? this.#row + 1 : 0;
    if (first !== undefined) this.#checkBlock(index, text, first);
    this.#block = last;
    if (first?.kind === "code" || first?.kind === "math" || first?.kind === "element") return;
    this.#checkTokens(index, text);
  }

  #checkBlock(index: number, text: string, block: RawBlock): void {
    const found = [...checkTable(block, this.#row, text, this.previous)];
    if (block.kind === "element" && this.#row === 0) found.push(...checkElement(block));
    const [start = ""] = /^\s*/.exec(text) ?? [];
    for (const kind of found) this.#add(index, start.length, text.trimEnd().length - start.length, kind);
  }

  #checkTokens(index: number, text: string): void {
    let searched = 0;
    let code: readonly (readonly [number, number])[] | undefined;
    for (const { index: at } of text.matchAll(tokens)) {
      if (at < searched) continue;
      const event = this.#takeEvent(text, at);
      if (event !== undefined) {
        const [line = ""] = event.source.split("\n", 1);
        this.#linesOfTag = event.source.split("\n").length - 1;
        searched = at + line.length;
        for (const kind of this.#problemsOf(event)) this.#add(index, at, line.length, kind);
        continue;
      }
      code ??= codeSpans(text);
      if (code.some(([start, end]) => start <= at && at < end)) continue;
      const { length, kind } = this.#problemOfText(text, at);
      searched = at + length;
      if (kind !== undefined) this.#add(index, at, length, kind);
    }
  }

  /** The next tag of the tree, if it is the one at this position. */
  #takeEvent(text: string, at: number): TagEvent | undefined {
    const next = this.#next;
    if (next === undefined || !text.startsWith(next.source.split("\n", 1)[0] ?? "", at)) return undefined;
    this.#next = this.#events.next().value ?? undefined;
    return next;
  }

  *#problemsOf({ block, parent, isEnd }: TagEvent): Generator<ProblemKind> {
    const name = block.kind === "details" ? "details" : "tag" in block ? block.tag.name : "";
    if (isEnd) {
      this.#open.splice(this.#open.lastIndexOf(name));
      return;
    }
    if (block.kind === "details" && block.end === undefined)
      yield error("unclosed-tag", "End the element with `</details>`.");
    if (block.kind === "tag" && block.end === undefined && !optionalPairs.test(name)) yield unclosed(name);
    if (block.kind === "tag" || block.kind === "details") this.#open.push(name);
    if (block.kind === "tag" || block.kind === "void-tag") yield* checkTag(block, parent);
  }

  /** The problem of a tag that the parser has read as text. */
  #problemOfText(text: string, at: number): { readonly length: number; readonly kind?: ProblemKind } {
    if (text[at] === "<") return elementProblem(text, at);
    const tag = readTag(text, at);
    if (tag === undefined) return malformed(text, at);
    const length = tag.end - at;
    if (tag.name === "else" && this.#open.at(-1) === "if") return { length };
    return { length, kind: textProblem(text, at, tag.name) };
  }

  #add(index: number, at: number, length: number, kind: ProblemKind): void {
    this.problems.push({ ...kind, line: index + 1, column: at + 1, length: Math.max(1, length) });
  }
}

function unclosed(name: string): ProblemKind {
  return error("unclosed-tag", `End the tag with \`{% end${name} %}\` on a line of its own.`);
}

function malformed(text: string, at: number) {
  const hasEnd = text.includes("%}", at);
  const message = hasEnd
    ? 'Write the tag as `{% name attribute="value" %}`.'
    : "End the tag with `%}` on the same line.";
  const end = hasEnd ? text.indexOf("%}", at) + 2 : text.trimEnd().length;
  return { length: end - at, kind: error("tag-syntax", message) };
}

function elementProblem(text: string, at: number) {
  const end = text.indexOf(">", at);
  const length = (end < 0 ? text.length : end + 1) - at;
  const isEnd = text[at + 1] === "/";
  const kind = isEnd
    ? error("unopened-tag", "Remove `</details>`: no `<details>` is open here.")
    : error("unclosed-tag", "Start a line with `<details>`, and end it with `</details>`.");
  return { length, kind };
}

function textProblem(text: string, at: number, name: string): ProblemKind {
  const ended = name.startsWith("end") ? name.slice("end".length) : "";
  if (isKnownTag({ name: ended }))
    return error("unopened-tag", `Remove \`{% ${name} %}\`: no \`{% ${ended} %}\` is open here.`);
  if (!isKnownTag({ name })) {
    const similar = similarName(ended === "" ? name : ended);
    const suggestion = similar && (ended === "" ? similar : `end${similar}`);
    return error(
      "unknown-tag",
      suggestion === undefined
        ? `Remove \`{% ${name} %}\`, which is not a tag, or escape it: \`\\{% ${name} %}\`.`
        : `Write \`${suggestion}\` instead of \`${name}\`, which is not a tag.`,
    );
  }
  const isFirst = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*$/.test(text.slice(0, at));
  return isFirst ? unclosed(name) : error("misplaced-tag", `Put \`{% ${name} %}\` on a line of its own.`);
}

/** The name of a tag that differs by few letters. */
function similarName(name: string): string | undefined {
  const [best] = tagNames
    .map((known) => ({ known, distance: distanceOf(name.slice(0, 30), known) }))
    .sort((a, b) => a.distance - b.distance);
  return best !== undefined && best.distance <= Math.max(1, Math.floor(name.length / 3))
    ? best.known
    : undefined;
}

/** The number of letters to insert, delete, replace or exchange. */
function distanceOf(a: string, b: string): number {
  let [beforePrevious, previous] = [[] as number[], Array.from({ length: b.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const options = [(previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + cost];
      if (isSwap) options.push((beforePrevious[j - 2] ?? 0) + 1);
      current.push(Math.min(...options));
    }
    [beforePrevious, previous] = [previous, current];
  }
  return previous[b.length] ?? 0;
}

/** The ranges of code in a line. */
function codeSpans(text: string): (readonly [number, number])[] {
  const spans: (readonly [number, number])[] = [];
  const runs = [...text.matchAll(/`+/g)];
  const positions = new Map<number, number[]>();
  for (const [i, [run]] of runs.entries()) positions.getOrInsertComputed(run.length, () => []).push(i);
  for (const list of positions.values()) list.reverse();
  for (let i = 0; i < runs.length; i++) {
    const run = runs[i];
    const same = positions.get(run?.[0].length ?? 0) ?? [];
    while ((same.at(-1) ?? i + 1) <= i) same.pop();
    const close = same.at(-1);
    const end = close === undefined ? undefined : runs[close];
    if (run === undefined || end === undefined || close === undefined) continue;
    spans.push([run.index, end.index + end[0].length]);
    i = close;
  }
  for (const match of text.matchAll(/<code\b[^<>]*>[^<]*<\/code>/gi))
    spans.push([match.index, match.index + match[0].length]);
  return spans;
}
