import { Anchors } from "../../content/document/index.ts";
import { leadingHeading, rewriteDestinations, scanLines } from "../../content/markdown/index.ts";
import { readHeading, withoutTitle } from "../markdown-tree/index.ts";
import { importLimits, nameOfPath, type SourcePage } from "../source/index.ts";

/** A document before it is a page, or several. */
export interface WholeDocument {
  readonly address: string;
  readonly title: string;
  readonly markdown: string;
  /** What its anchors are called here. */
  readonly anchors?: ReadonlyMap<string, string> | undefined;
}

/** From here on, a document with many chapters is easier to read as several pages. */
const many = { headings: 20, characters: 200_000 };

/** The pages of a document: one, or where that would be too long, one below it for each heading of the first level. */
export function splitDocument(whole: WholeDocument, longest: number = importLimits.document): SourcePage[] {
  const { address, title, markdown, anchors } = whole;
  const { body, notes } = separateNotes(markdown);
  const sections = sectionsOf(body, leadingHeading(body) === title);
  const isLong = body.length > longest;
  if (!isLong && !(sections.length - 1 > many.headings && body.length > many.characters))
    return [{ type: "document", address, title, markdown, ...(anchors && { anchors }) }];
  const [first = "", ...others] = sections;
  const pages = cutAt(first, longest).concat(others.flatMap((section) => cutAt(section, longest)));
  const [top = "", ...below] = pages;
  let last = title;
  const split = [
    pageOf(address, title, top, notes),
    ...below.map((section, i): SourcePage => {
      // Of a page of its own, it is the first heading.
      const text = section.replace(/^#{1,6}(?=[ \t])/, "#");
      last = leadingHeading(text) ?? last;
      // In the same folder as the whole, so that its links lead to the same.
      return { ...pageOf(`${address}.${i + 1}`, last, withoutTitle(text, last), notes), parent: address };
    }),
  ];
  return rewriteFragmentLinks(split, pages);
}

/** The pages with links that lead to headings on other pages now. */
function rewriteFragmentLinks(pages: readonly SourcePage[], texts: readonly string[]): SourcePage[] {
  const places = targetsIn(texts);
  return pages.map((page, i) => ({
    ...page,
    markdown: rewriteDestinations(page.markdown ?? "", (href) => {
      const place = href.startsWith("#") ? places.get(href.slice(1)) : undefined;
      if (place === undefined || (place.page === i && place.anchor === "")) return undefined;
      const name = place.page === i ? "" : encodeURI(nameOfPath(pages[place.page]?.address ?? ""));
      return name + (place.anchor === "" ? "" : `#${place.anchor}`);
    }),
  }));
}

interface Place {
  readonly page: number;
  /** Empty where it is the title of its page. */
  readonly anchor: string;
}

/** Where headings went, by the anchors that they have in the whole document. */
function targetsIn(texts: readonly string[]): Map<string, Place> {
  const places = new Map<string, Place>();
  const whole = new Anchors();
  for (const [page, text] of texts.entries()) {
    const own = new Anchors();
    for (const { at, line } of headingsOf(text)) {
      const { words, chosen } = readHeading(line);
      const anchor = page > 0 && at === 0 ? "" : own.next(words, chosen);
      places.set(whole.next(words, chosen), { page, anchor });
    }
  }
  return places;
}

/** The footnote definitions at the end of a document, by their labels, and the text before them. */
function separateNotes(markdown: string): { readonly body: string; readonly notes: Map<string, string> } {
  const starts: { readonly at: number; readonly label: string }[] = [];
  for (const { at, text: line, isCode } of scanLines(markdown)) {
    const [, label] = isCode ? [] : (/^\[\^(\d{1,9})\]: /.exec(line) ?? []);
    if (label !== undefined) starts.push({ at, label });
  }
  const notes = starts.map(({ at, label }, i) => [label, markdown.slice(at, starts[i + 1]?.at)] as const);
  return { body: markdown.slice(0, starts[0]?.at), notes: new Map(notes) };
}

/** Each footnote goes with the first page that refers to it: with all of them, a few could become very many. */
function pageOf(address: string, title: string, text: string, notes: Map<string, string>): SourcePage {
  const used: string[] = [];
  for (const [, label = ""] of text.matchAll(/\[\^(\d{1,9})\]/g)) {
    const note = notes.get(label);
    if (note !== undefined) used.push(note.trimEnd());
    notes.delete(label);
  }
  const markdown = used.length === 0 ? text : `${[text.trimEnd(), ...used].join("\n\n")}\n`;
  return { type: "document", address, title, markdown };
}

/** What is before the first heading of the highest level that there is more than one of, and each of these with its text. */
function sectionsOf(markdown: string, isTitled: boolean): string[] {
  const headings = [...headingsOf(markdown)];
  const level = [1, 2, 3].find((each) => headings.filter((heading) => heading.level === each).length > 1);
  const starts = headings.filter((heading) => heading.level === level).map(({ at }) => at);
  const cuts = [0, ...starts.filter((at) => at > 0 || !isTitled), markdown.length];
  return cuts.slice(1).map((end, i) => markdown.slice(cuts[i], end));
}

interface HeadingLine {
  readonly at: number;
  readonly level: number;
  readonly line: string;
}

function* headingsOf(markdown: string): Generator<HeadingLine> {
  for (const { at, text: line, isCode } of scanLines(markdown)) {
    const [, signs] = isCode ? [] : (/^(#{1,6})[ \t]/.exec(line) ?? []);
    if (signs !== undefined) yield { at, level: signs.length, line };
  }
}

/** Pieces of at most that length, cut at blank lines outside of code as far as there are any. */
function cutAt(text: string, longest: number): string[] {
  if (text.length <= longest) return [text];
  const pieces: string[] = [];
  let [start, blank] = [0, 0];
  for (const { at, text: line, isCode } of scanLines(text)) {
    while (at + line.length - start > longest) {
      const end = blank > start ? blank : endOfCharacter(text, start + longest);
      pieces.push(text.slice(start, end));
      start = end;
    }
    if (line.trim() === "" && !isCode) blank = at;
  }
  pieces.push(text.slice(start));
  return pieces;
}

/** A place near to this one that is not between the halves of a character. */
function endOfCharacter(text: string, at: number): number {
  return /[\ud800-\udbff]/.test(text[at - 1] ?? "") ? at - 1 : at;
}
