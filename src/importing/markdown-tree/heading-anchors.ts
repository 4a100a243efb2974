import { Anchors, anchorPattern } from "../../content/document/index.ts";
import { frontMatterLength, leadingHeading, scanLines } from "../../content/markdown/index.ts";

const maxAnchors = 5000;

/** An anchor tag. Code spans match as well, so that no tag is found in them. */
const opening = /<a\s[^<>]{0,300}?\b(?:id|name)\s{0,9}=\s{0,9}["']?([^"'<>\s]{1,200})["']?[^<>]{0,300}/
  .source;
const anchorTag = new RegExp(`\`[^\`]*\`|${opening}(?:\\/>|>([^<>]{0,300})<\\/a>)`, "g");
const lastTag = new RegExp(`${opening}>[ \\t]{0,9}<\\/a>[ \\t]*#*\\s*$`);
const heading = /^ {0,3}#{1,6}[ \t]/;

const withoutDiacritics = (text: string) => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "");

/** How other tools derive an anchor from a heading, and what precedes the number of a repeated one. */
const slugStyles = [
  { separator: "-", slugOf: githubSlug },
  { separator: "_", slugOf: mkdocsSlug },
  { separator: "-", slugOf: vitepressSlug },
];

/** As most other tools do. */
function githubSlug(text: string): string {
  const words = text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "");
  return words.replaceAll(" ", "-");
}

function mkdocsSlug(text: string): string {
  const words = withoutDiacritics(text).toLowerCase();
  return words
    .replace(/[^a-z0-9_\s-]/g, "")
    .trim()
    .replace(/[-\s]+/g, "-");
}

function vitepressSlug(text: string): string {
  const slug = withoutDiacritics(text).replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, "-");
  return slug
    .replace(/^-|-$/g, "")
    .replace(/^(?=\d)/, "_")
    .toLowerCase();
}

/** Returns a function that gives the anchors of each heading in other tools. Headings must be passed in order. */
function foreignAnchors(): (text: string) => string[] {
  const counts = slugStyles.map(() => new Map<string, number>());
  return (text) =>
    slugStyles.map(({ separator, slugOf }, i) => {
      const slug = slugOf(text);
      const count = counts[i]?.get(slug) ?? 0;
      counts[i]?.set(slug, count + 1);
      return count === 0 ? slug : `${slug}${separator}${count}`;
    });
}

/** Maps the anchors of other tools to ours, and removes anchor tags. A title that was removed has the empty anchor. */
export function mapAnchors(
  markdown: string,
  title: string | undefined,
): { readonly markdown: string; readonly anchors: ReadonlyMap<string, string> } {
  const start = frontMatterLength(markdown);
  const mapper = new AnchorMapper(title);
  const lines: string[] = [];
  for (const { text: line, isCode } of scanLines(markdown.slice(start))) {
    const plain = isCode ? line : mapper.withoutTags(line);
    if (!isCode && heading.test(line)) mapper.addHeading(plain);
    else if (!isCode && /^ {0,3}(?:=+|-+)\s*$/.test(line) && canBeSetextHeading(lines.at(-1)))
      mapper.addHeading(`# ${lines.at(-1)}`);
    else if (plain.trim() !== "") mapper.endHeading();
    if (plain === line || plain.trim() !== "") lines.push(plain);
  }
  const end = lines.length > 0 && markdown.endsWith("\n") ? "\n" : "";
  return { markdown: markdown.slice(0, start) + lines.join("\n") + end, anchors: mapper.anchors() };
}

export function readHeading(line: string): { readonly words: string; readonly chosen: string | undefined } {
  const words = leadingHeading(line.trimStart().replace(/^#+/, "#")) ?? "";
  return { words, chosen: lastTag.exec(line)?.[1] };
}

function canBeSetextHeading(line = ""): boolean {
  return /^ {0,3}[\p{L}\p{N}\p{So}`*_[]/u.test(line) && !/^ {0,3}(?:[-*+]|\d{1,9}[.)])\s/.test(line);
}

class AnchorMapper {
  readonly #ownAnchors = new Anchors();
  readonly #foreignAnchors = foreignAnchors();
  readonly #taken = new Set<string>();
  readonly #mapped = new Map<string, string>();
  /** The anchor of the last heading; empty before the first. */
  #last = "";
  /** Tags since the last text. They belong to a heading that follows, or else to the last heading. */
  #pending: string[] = [];

  constructor(title: string | undefined) {
    if (title !== undefined) this.#map(this.#foreignAnchors(title), "");
  }

  /** Removes anchor tags from a line, except one that is a valid explicit anchor of a heading. */
  withoutTags(line: string): string {
    if (!line.includes("<a")) return line;
    const [explicit, id = ""] = (heading.test(line) && lastTag.exec(line)) || [];
    const isKept = explicit !== undefined && anchorPattern.test(id);
    const text = isKept ? line.slice(0, -explicit.length) : line;
    const plain = text.replace(anchorTag, (tag, name?: string, words = "") => {
      const isLink = words.trim() !== "" && /\bhref\b/i.test(tag);
      if (name === undefined || isLink) return tag;
      this.#pending.push(name);
      return words;
    });
    return isKept ? plain + explicit : plain;
  }

  addHeading(line: string): void {
    if (this.#taken.size >= maxAnchors) return;
    const { words, chosen } = readHeading(line);
    const anchor = this.#ownAnchors.next(words, chosen);
    this.#taken.add(anchor);
    this.#map([...this.#pending, ...this.#foreignAnchors(words)], anchor);
    this.#pending = [];
    this.#last = anchor;
  }

  endHeading(): void {
    this.#map(this.#pending, this.#last);
    this.#pending = [];
  }

  anchors(): ReadonlyMap<string, string> {
    this.endHeading();
    const foreign = this.#mapped.entries().filter(([name]) => !this.#taken.has(name));
    return new Map(foreign.take(maxAnchors));
  }

  #map(names: readonly string[], anchor: string): void {
    for (const name of names) if (name !== "") this.#mapped.getOrInsert(name, anchor);
  }
}
