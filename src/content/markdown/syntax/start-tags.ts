import { isIntegration, isKnownTag, optionalPairs, pairedTags } from "./block-starts.ts";
import type { Line } from "./line.ts";
import type { BlockStart, OpenBlocks, Started } from "./open-blocks.ts";
import { readTag } from "./tag-syntax.ts";

/** The start of a tag that is not escaped, with its name. */
const tagStart = /(?<!\\)\{%[ \t]*([a-z-]+)(?=[ \t%])/g;

/** Reads the tags that stand on lines of their own. */
export class TagReader {
  readonly #open: OpenBlocks;
  /** The lines of a tag that goes on over several of them. */
  #long: { readonly lines: string[]; isQuoted: boolean } | undefined;

  constructor(open: OpenBlocks) {
    this.#open = open;
  }

  get isOpen(): boolean {
    return this.#long !== undefined;
  }

  start(start: BlockStart): Started {
    const { text, depth } = start;
    if (!text.startsWith("{%")) return undefined;
    if (this.#startLong(text, depth)) return "done";
    const tag = readTag(text, 0);
    if (tag === undefined) return undefined;
    const ended = tag.name.startsWith("end") ? tag.name.slice(3) : "";
    if (isKnownTag({ name: ended })) return this.#end(ended, text, tag.end, depth);
    const behind = text.slice(tag.end).trim();
    if (!isKnownTag(tag)) {
      // One that is not known is a paragraph of its own, so that it stays recognizable.
      return behind === "" ? this.#open.addClosed(depth, { kind: "paragraph", lines: [text] }) : undefined;
    }
    const source = text.slice(0, tag.end);
    const { ahead } = this.#open;
    const from = this.#open.offsetOf(start) + tag.end;
    const mustEnd = pairedTags.test(tag.name);
    const next = (name: string) => ahead.next(tagStart, from, name);
    const end = next(`end${tag.name}`);
    const ends = mustEnd
      ? end !== Number.POSITIVE_INFINITY
      : optionalPairs.test(tag.name) && end < next(tag.name);
    if (mustEnd && !ends) return undefined;
    if (ends) this.#open.add(depth, { kind: "tag", tag, source, children: [] });
    else this.#open.addClosed(depth, { kind: "void-tag", tag, source });
    this.#open.behind = behind;
    return "done";
  }

  /** A value goes on over the line: what follows is kept until the tag ends. */
  #startLong(text: string, depth: number): boolean {
    const [, name = ""] = /^\{%[ \t]*(@[A-Za-z0-9_/.-]+)/.exec(text) ?? [];
    if (!isIntegration(name) || !leavesQuoteOpen(text) || !this.#open.ahead.has(/%\}/g, this.#open.at))
      return false;
    this.#open.closeTo(depth);
    this.#long = { lines: [text], isQuoted: true };
    return true;
  }

  /** Gives the next line to such a tag; false where there is none, or what it was inside of has ended. */
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

  /** Adds the tag, or a paragraph if the lines are no tag. */
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

  /** Closes the block that such a tag opened, with all that is still open inside of it. */
  #end(name: string, text: string, end: number, depth: number): "done" | undefined {
    const at = this.#open.findInnermost(depth, (block) => block.kind === "tag" && block.tag.name === name);
    const block = at === undefined ? undefined : this.#open.block(at);
    if (at === undefined || block?.kind !== "tag") return undefined;
    block.end = text.slice(0, end);
    this.#open.take(block);
    this.#open.closeTo(at);
    this.#open.behind = text.slice(end).trim();
    return "done";
  }
}

/** Whether a line has a quote that it does not close. */
function leavesQuoteOpen(text: string): boolean {
  const quotes = text.match(/\\.|"/g)?.filter((each) => each === '"').length ?? 0;
  return quotes % 2 === 1;
}

/** A tag may end on the line of the last words in it. */
export function splitEnd(
  open: OpenBlocks,
  text: string,
  depth: number,
): { before: string; end: string } | undefined {
  if (!text.endsWith("}") && !text.endsWith(">")) return undefined;
  const [, before = "", end, name] =
    /^(.*\S)\s*(\{%[ \t]*end([a-z-]+)[ \t]*%\}|<\/details>)\s*$/i.exec(text) ?? [];
  if (end === undefined || before.endsWith("\\")) return undefined;
  const at = open.findInnermost(depth, (block) =>
    name === undefined ? block.kind === "details" : block.kind === "tag" && block.tag.name === name,
  );
  return at === undefined ? undefined : { before, end };
}
