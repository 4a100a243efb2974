import type { Line } from "./line.ts";
import type { BlockStart, OpenBlocks, Started } from "./open-blocks.ts";
import type { RawBlock } from "./raw-blocks.ts";
import { isIntegration, isKnownTag, optionalPairs, pairedTags, readTag } from "./tag-syntax.ts";

/** The start of a tag that is not escaped, with its name. */
const tagStart = /(?<!\\)\{%[ \t]*([a-z-]+)(?=[ \t%])/g;

export class TagReader {
  readonly #open: OpenBlocks;
  /** The lines of a tag with an attribute of several lines, and whether its quote is open. */
  #long: { readonly lines: string[]; isQuoted: boolean } | undefined;

  constructor(open: OpenBlocks) {
    this.#open = open;
  }

  get isOpen(): boolean {
    return this.#long !== undefined;
  }

  start(start: BlockStart): Started {
    const { text, depth } = start;
    const open = this.#open;
    if (!text.startsWith("{%")) return undefined;
    if (this.#startLong(text, depth)) return "done";
    const tag = readTag(text, 0);
    if (tag === undefined) return undefined;
    const ended = tag.name.startsWith("end") ? tag.name.slice(3) : "";
    if (isKnownTag({ name: ended })) return open.closeInnermost(depth, isTag(ended), text, tag.end);
    const behind = text.slice(tag.end).trim();
    // An unknown tag is a paragraph of its own.
    if (!isKnownTag(tag))
      return behind === "" ? open.addClosed(depth, { kind: "paragraph", lines: [text] }) : undefined;
    const source = text.slice(0, tag.end);
    const from = open.offsetOf(start) + tag.end;
    const end = open.ahead.next(tagStart, from, `end${tag.name}`);
    const mustEnd = pairedTags.test(tag.name);
    const hasEnd = mustEnd
      ? end !== Number.POSITIVE_INFINITY
      : optionalPairs.test(tag.name) && end < open.ahead.next(tagStart, from, tag.name);
    if (mustEnd && !hasEnd) return undefined;
    if (hasEnd) open.add(depth, { kind: "tag", tag, source, children: [] });
    else open.addClosed(depth, { kind: "void-tag", tag, source });
    open.behind = behind;
    return "done";
  }

  #startLong(text: string, depth: number): boolean {
    const [, name = ""] = /^\{%[ \t]*(@[A-Za-z0-9_/.-]+)/.exec(text) ?? [];
    if (!isIntegration(name) || !leavesQuoteOpen(text) || !this.#open.ahead.has(/%\}/g, this.#open.at))
      return false;
    this.#open.closeTo(depth);
    this.#long = { lines: [text], isQuoted: true };
    return true;
  }

  /** Adds a line to the open tag. Returns false if no tag is open, or if its container has ended. */
  continue(line: Line, isInside: boolean): boolean {
    const long = this.#long;
    if (long === undefined) return false;
    if (isInside) {
      long.lines.push(line.rest);
      if (leavesQuoteOpen(line.rest)) long.isQuoted = !long.isQuoted;
      if (long.isQuoted || !line.rest.includes("%}")) return true;
    }
    this.#finishLong(long.lines, isInside);
    return isInside;
  }

  #finishLong(lines: string[], isComplete: boolean): void {
    const text = lines.join("\n");
    const tag = isComplete ? readTag(text, 0) : undefined;
    const { depth } = this.#open;
    this.#long = undefined;
    const before = isComplete ? lines.length - 1 : lines.length;
    if (tag === undefined) this.#open.addClosed(depth, { kind: "paragraph", lines }, before);
    else {
      this.#open.addClosed(depth, { kind: "void-tag", tag, source: text.slice(0, tag.end) }, before);
      this.#open.behind = text.slice(tag.end).trim();
    }
    if (!isComplete) this.#open.releaseLine();
  }
}

function isTag(name: string): (block: RawBlock) => boolean {
  return (block) => block.kind === "tag" && block.tag.name === name;
}

function leavesQuoteOpen(text: string): boolean {
  const quotes = text.match(/\\.|"/g)?.filter((each) => each === '"').length ?? 0;
  return quotes % 2 === 1;
}

export function splitEndTag(open: OpenBlocks, text: string, depth: number) {
  if (!text.endsWith("}") && !text.endsWith(">")) return undefined;
  const [, before = "", end, name] =
    /^(.*\S)\s*(\{%[ \t]*end([a-z-]+)[ \t]*%\}|<\/details>)\s*$/i.exec(text) ?? [];
  if (end === undefined || before.endsWith("\\")) return undefined;
  const isEnded = name === undefined ? ({ kind }: RawBlock) => kind === "details" : isTag(name);
  return open.findInnermost(depth, isEnded) === undefined ? undefined : { before, end };
}
