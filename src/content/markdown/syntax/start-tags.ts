import type { Line } from "./line.ts";
import type { BlockStart, BlockStartResult, OpenBlocks } from "./open-blocks.ts";
import type { RawBlock } from "./raw-blocks.ts";
import { isTagElement } from "./tag-elements.ts";
import { isIntegration, isKnownTag, optionalPairs, pairedTags, readTag } from "./tag-syntax.ts";

/** The start of an unescaped tag. The first group is its name. */
const tagStart = /(?<!\\)\{%[ \t]*([a-z-]+)(?=[ \t%])/g;

export class TagReader {
  readonly #open: OpenBlocks;
  /** The lines of an open tag with a multiline attribute, and whether a quote is open. */
  #multilineTag: { readonly lines: string[]; isQuoted: boolean } | undefined;

  constructor(open: OpenBlocks) {
    this.#open = open;
  }

  get isInMultilineTag(): boolean {
    return this.#multilineTag !== undefined;
  }

  start(start: BlockStart): BlockStartResult {
    const { text, depth } = start;
    const open = this.#open;
    if (!text.startsWith("{%")) return undefined;
    if (this.#startMultilineTag(text, depth)) return "done";
    const tag = readTag(text, 0);
    if (tag === undefined) return undefined;
    const endedName = tag.name.startsWith("end") ? tag.name.slice(3) : "";
    if (isKnownTag({ name: endedName })) return open.closeInnermost(depth, isTag(endedName), text, tag.end);
    const remainder = text.slice(tag.end).trim();
    // An unknown tag alone on its line is a separate paragraph.
    if (!isKnownTag(tag))
      return remainder === "" ? open.addClosed(depth, { kind: "paragraph", lines: [text] }) : undefined;
    const source = text.slice(0, tag.end);
    const from = open.offsetOf(start) + tag.end;
    const end = open.lookAhead.next(tagStart, from, `end${tag.name}`);
    // An optional end tag belongs to this tag only if no other tag of the same name starts before it.
    const mustEnd = pairedTags.test(tag.name);
    const hasEnd = mustEnd
      ? end !== Number.POSITIVE_INFINITY
      : optionalPairs.test(tag.name) && end < open.lookAhead.next(tagStart, from, tag.name);
    if (mustEnd && !hasEnd) return undefined;
    if (hasEnd) open.add(depth, { kind: "tag", tag, source, children: [] });
    else open.addClosed(depth, { kind: "void-tag", tag, source });
    open.remainder = remainder;
    return "done";
  }

  #startMultilineTag(text: string, depth: number): boolean {
    const [, name = ""] = /^\{%[ \t]*(@[A-Za-z0-9_/.-]+)/.exec(text) ?? [];
    if (!isIntegration(name) || scanTag(text, false) !== "quoted") return false;
    if (!this.#open.lookAhead.has(/%\}/g, this.#open.lineOffset)) return false;
    this.#open.closeTo(depth);
    this.#multilineTag = { lines: [text], isQuoted: true };
    return true;
  }

  /** Adds a line to the open tag. Returns false if no tag is open, or if its container has ended. */
  continue(line: Line, isInside: boolean): boolean {
    const tag = this.#multilineTag;
    if (tag === undefined) return false;
    if (isInside) {
      tag.lines.push(line.rest);
      const state = scanTag(line.rest, tag.isQuoted);
      tag.isQuoted = state === "quoted";
      if (state !== "closed") return true;
    }
    this.#finishMultilineTag(tag.lines, isInside);
    return isInside;
  }

  #finishMultilineTag(lines: string[], isComplete: boolean): void {
    const text = lines.join("\n");
    const tag = isComplete ? readTag(text, 0) : undefined;
    const { depth } = this.#open;
    this.#multilineTag = undefined;
    const linesBefore = isComplete ? lines.length - 1 : lines.length;
    if (tag === undefined) this.#open.addClosed(depth, { kind: "paragraph", lines }, linesBefore);
    else {
      this.#open.addClosed(depth, { kind: "void-tag", tag, source: text.slice(0, tag.end) }, linesBefore);
      this.#open.remainder = text.slice(tag.end).trim();
    }
    if (!isComplete) this.#open.resetLine();
  }
}

function isTag(name: string): (block: RawBlock) => boolean {
  return (block) => block.kind === "tag" && block.tag.name === name && !isTagElement(block);
}

/** Whether a tag ends on a line, or else whether a quote is open at the end of the line. Reads no further than its end. */
function scanTag(line: string, startsQuoted: boolean): "closed" | "quoted" | "open" {
  let isQuoted = startsQuoted;
  for (const [match] of line.matchAll(/\\.|"|%\}/g)) {
    if (match === '"') isQuoted = !isQuoted;
    else if (match === "%}" && !isQuoted) return "closed";
  }
  return isQuoted ? "quoted" : "open";
}

export function splitEndTag(open: OpenBlocks, text: string, depth: number) {
  if (!text.endsWith("}") && !text.endsWith(">")) return undefined;
  const [, before = "", end, name] =
    /^(.*\S)\s*(\{%[ \t]*end([a-z-]+)[ \t]*%\}|<\/details>|<\/div>)\s*$/i.exec(text) ?? [];
  if (end === undefined || before.endsWith("\\")) return undefined;
  const isDetails = ({ kind }: RawBlock) => kind === "details";
  const isEnded = name !== undefined ? isTag(name) : /^<\/div/i.test(end) ? isTagElement : isDetails;
  return open.findInnermost(depth, isEnded) === undefined ? undefined : { before, end };
}
