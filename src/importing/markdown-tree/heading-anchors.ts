import { Anchors, anchorPattern } from "../../content/document/index.ts";
import { frontMatterLength, leadingHeading, scanLines } from "../../content/markdown/index.ts";

const maxAnchors = 5000;

/** Matches anchor tags. Code spans match as well, so that no tag is found in them. */
const tagStart = /<a\s[^<>]{0,300}?\b(?:id|name)\s{0,9}=\s{0,9}["']?([^"'<>\s]{1,200})["']?[^<>]{0,300}/
  .source;
const anchorTag = new RegExp(`\`[^\`]*\`|${tagStart}(?:\\/>|>([^<>]{0,300})<\\/a>)`, "g");
const lastTag = new RegExp(`${tagStart}>[ \\t]{0,9}<\\/a>[ \\t]*#*\\s*$`);
const heading = /^ {0,3}#{1,6}[ \t]/;

const withoutDiacritics = (text: string) => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "");

/** How other tools derive an anchor from a heading, with the separator before the number of a repeated anchor. */
const slugStyles = [
  { separator: "-", slugOf: githubSlug },
  { separator: "_", slugOf: mkdocsSlug },
  { separator: "-", slugOf: vitepressSlug },
];

/** Most other tools derive anchors as GitHub does. */
function githubSlug(text: string): string {
  const slug = text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "");
  return slug.replaceAll(" ", "-");
}

function mkdocsSlug(text: string): string {
  const slug = withoutDiacritics(text).toLowerCase();
  return slug
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

/** Returns a function that returns the anchors of a heading in other tools. It must be called in the order of the headings. */
function createForeignAnchors(): (text: string) => string[] {
  const counts = slugStyles.map(() => new Map<string, number>());
  return (text) =>
    slugStyles.map(({ separator, slugOf }, i) => {
      const slug = slugOf(text);
      const count = counts[i]?.get(slug) ?? 0;
      counts[i]?.set(slug, count + 1);
      return count === 0 ? slug : `${slug}${separator}${count}`;
    });
}

/** Maps the anchors of other tools to ours, and removes anchor tags. The anchors of a removed title become empty. */
export function mapAnchors(
  markdown: string,
  title: string | undefined,
): { readonly markdown: string; readonly anchors: ReadonlyMap<string, string> } {
  const start = frontMatterLength(markdown);
  const mapper = new AnchorMapper(title);
  const lines: string[] = [];
  const source = [...scanLines(markdown.slice(start))];
  const isUnderline = (i: number) =>
    source[i]?.isCode === false && /^ {0,3}(?:=+|-+)\s*$/.test(source[i].text);
  for (const [i, { text: line, isCode }] of source.entries()) {
    const text = isCode ? line : mapper.removeTags(line);
    if (!isCode && heading.test(line)) mapper.addHeading(text);
    else if (isUnderline(i) && canBeSetextHeading(lines.at(-1))) mapper.addHeading(`# ${lines.at(-1)}`);
    else if (text.trim() !== "" && !(isUnderline(i + 1) && canBeSetextHeading(text))) mapper.assignPending();
    if (text === line || text.trim() !== "") lines.push(text);
  }
  const end = lines.length > 0 && markdown.endsWith("\n") ? "\n" : "";
  return { markdown: markdown.slice(0, start) + lines.join("\n") + end, anchors: mapper.anchors() };
}

export function readHeading(line: string): { readonly text: string; readonly anchor: string | undefined } {
  const text = leadingHeading(line.trimStart().replace(/^#+/, "#")) ?? "";
  return { text, anchor: lastTag.exec(line)?.[1] };
}

function canBeSetextHeading(line = ""): boolean {
  return /^ {0,3}[\p{L}\p{N}\p{So}`*_[]/u.test(line) && !/^ {0,3}(?:[-*+]|\d{1,9}[.)])\s/.test(line);
}

class AnchorMapper {
  readonly #ownAnchors = new Anchors();
  readonly #foreignAnchors = createForeignAnchors();
  readonly #used = new Set<string>();
  readonly #mapped = new Map<string, string>();
  /** The anchor of the last heading; empty before the first. */
  #last = "";
  /** The names of tags since the last text. They belong to a heading that follows directly, else to the last heading. */
  #pending: string[] = [];

  constructor(title: string | undefined) {
    if (title !== undefined) this.#map(this.#foreignAnchors(title), "");
  }

  /** Removes anchor tags from a line, except one that is a valid explicit anchor of a heading. */
  removeTags(line: string): string {
    if (!line.includes("<a")) return line;
    const [explicit, id = ""] = (heading.test(line) && lastTag.exec(line)) || [];
    const isKept = explicit !== undefined && anchorPattern.test(id);
    const text = isKept ? line.slice(0, -explicit.length) : line;
    const untagged = text.replace(anchorTag, (tag, name?: string, content = "") => {
      const isLink = content.trim() !== "" && /\bhref\b/i.test(tag);
      if (name === undefined || isLink) return tag;
      this.#pending.push(name);
      return content;
    });
    return isKept ? untagged + explicit : untagged;
  }

  addHeading(line: string): void {
    if (this.#used.size >= maxAnchors) return;
    const { text, anchor: explicit } = readHeading(line);
    const anchor = this.#ownAnchors.next(text, explicit);
    this.#used.add(anchor);
    this.#map([...this.#pending, ...this.#foreignAnchors(text)], anchor);
    this.#pending = [];
    this.#last = anchor;
  }

  assignPending(): void {
    this.#map(this.#pending, this.#last);
    this.#pending = [];
  }

  anchors(): ReadonlyMap<string, string> {
    this.assignPending();
    const foreign = this.#mapped.entries().filter(([name]) => !this.#used.has(name));
    return new Map(foreign.take(maxAnchors));
  }

  #map(names: readonly string[], anchor: string): void {
    for (const name of names) if (name !== "") this.#mapped.getOrInsert(name, anchor);
  }
}
