import { Anchors, anchorPattern } from "../../content/document/index.ts";
import { frontMatterLength, leadingHeading, scanLines } from "../../content/markdown/index.ts";
import { otherAnchors } from "./heading-slugs.ts";

/** More headings, and more names, than any page has. */
const most = 5000;

/** A tag that marks a place. Code is found too, so that nothing is looked for in it. */
const opening = /<a\s[^<>]{0,300}?\b(?:id|name)\s{0,9}=\s{0,9}["']?([^"'<>\s]{1,200})["']?[^<>]{0,300}/
  .source;
const marked = new RegExp(`\`[^\`]*\`|${opening}(?:\\/>|>([^<>]{0,300})<\\/a>)`, "g");
const lastTag = new RegExp(`${opening}>[ \\t]{0,9}<\\/a>[ \\t]*#*\\s*$`);
const heading = /^ {0,3}#{1,6}[ \t]/;

/**
 * Finds what places on a page are called in links where that is otherwise here: headings, by the words that others make
 * anchors of, and tags that mark them, which nobody is to see as text. A title that was taken off the text is its beginning.
 */
export function findPlaces(
  markdown: string,
  title: string | undefined,
): { readonly markdown: string; readonly anchors: ReadonlyMap<string, string> } {
  const start = frontMatterLength(markdown);
  const places = new Places(title);
  const lines: string[] = [];
  for (const { text: line, isCode } of scanLines(markdown.slice(start))) {
    const plain = isCode ? line : places.withoutTags(line);
    if (!isCode && heading.test(line)) places.addHeading(plain);
    else if (!isCode && /^ {0,3}(?:=+|-+)\s*$/.test(line) && isWords(lines.at(-1)))
      places.addHeading(`# ${lines.at(-1)}`);
    else if (plain.trim() !== "") places.leaveHeading();
    if (plain === line || plain.trim() !== "") lines.push(plain);
  }
  const end = lines.length > 0 && markdown.endsWith("\n") ? "\n" : "";
  return { markdown: markdown.slice(0, start) + lines.join("\n") + end, anchors: places.anchors() };
}

/** What the line of a heading says, and the anchor that it chooses for itself. */
export function readHeading(line: string): { readonly words: string; readonly chosen: string | undefined } {
  const words = leadingHeading(line.trimStart().replace(/^#+/, "#")) ?? "";
  return { words, chosen: lastTag.exec(line)?.[1] };
}

/** Whether a line can be a heading when it is underlined. */
function isWords(line = ""): boolean {
  return /^ {0,3}[\p{L}\p{N}\p{So}`*_[]/u.test(line) && !/^ {0,3}(?:[-*+]|\d{1,9}[.)])\s/.test(line);
}

class Places {
  readonly #own = new Anchors();
  readonly #others = otherAnchors();
  readonly #taken = new Set<string>();
  readonly #names = new Map<string, string>();
  /** The heading that the next place is under; empty before the first. */
  #last = "";
  /** What was marked since the last words: it may belong to a heading that follows. */
  #waiting: string[] = [];

  constructor(title: string | undefined) {
    if (title !== undefined) this.#name(this.#others(title), "");
  }

  /** The line without tags, but for one that chooses the anchor of a heading in a way that can be kept. */
  withoutTags(line: string): string {
    if (!line.includes("<a")) return line;
    const [chosen, id = ""] = (heading.test(line) && lastTag.exec(line)) || [];
    const isKept = chosen !== undefined && anchorPattern.test(id);
    const text = isKept ? line.slice(0, -chosen.length) : line;
    const plain = text.replace(marked, (tag, name?: string, words = "") => {
      const isLink = words.trim() !== "" && /\bhref\b/i.test(tag);
      if (name === undefined || isLink) return tag;
      this.#waiting.push(name);
      return words;
    });
    return isKept ? plain + chosen : plain;
  }

  addHeading(line: string): void {
    if (this.#taken.size >= most) return;
    const { words, chosen } = readHeading(line);
    const anchor = this.#own.next(words, chosen);
    this.#taken.add(anchor);
    this.#name([...this.#waiting, ...this.#others(words)], anchor);
    this.#waiting = [];
    this.#last = anchor;
  }

  /** Words follow: what was marked before them is under the last heading. */
  leaveHeading(): void {
    this.#name(this.#waiting, this.#last);
    this.#waiting = [];
  }

  anchors(): ReadonlyMap<string, string> {
    this.leaveHeading();
    const other = this.#names.entries().filter(([name]) => !this.#taken.has(name));
    return new Map(other.take(most));
  }

  #name(names: readonly string[], anchor: string): void {
    for (const name of names) if (name !== "") this.#names.getOrInsert(name, anchor);
  }
}
