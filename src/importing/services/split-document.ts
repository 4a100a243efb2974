import { Anchors } from "../../content/document/index.ts";
import { leadingHeading, rewriteDestinations, scanLines } from "../../content/markdown/index.ts";
import { readHeading, withoutTitle } from "../markdown-tree/index.ts";
import { importLimits, nameOfPath, type SourcePage } from "../source/index.ts";

interface WholeDocument extends Required<Pick<SourcePage, "address" | "title" | "markdown">> {
  readonly anchors?: SourcePage["anchors"] | undefined;
}

/** A document that exceeds both limits is split, although it would fit on one page. */
const pageLimits = { headings: 20, characters: 200_000 };

/** Splits a document that is too long: each heading of the highest level becomes a subpage. */
export function splitDocument(whole: WholeDocument, maxLength: number = importLimits.document): SourcePage[] {
  const { address, title, markdown, anchors } = whole;
  const { body, notes } = separateNotes(markdown);
  const sections = sectionsOf(body, leadingHeading(body) === title);
  const isLong = body.length > maxLength;
  if (!isLong && !(sections.length - 1 > pageLimits.headings && body.length > pageLimits.characters))
    return [{ type: "document", address, title, markdown, ...(anchors && { anchors }) }];
  const pages = sections.flatMap((section) => cutText(section, maxLength));
  const [top = "", ...below] = pages;
  let name = title;
  const split = [
    pageOf(address, title, top, notes),
    ...below.map((section, i): SourcePage => {
      // On its own page, the heading is the title.
      const text = section.replace(/^#{1,6}(?=[ \t])/, "#");
      name = leadingHeading(text) ?? name;
      // All pages have the same folder, so that relative links stay valid.
      return { ...pageOf(`${address}.${i + 1}`, name, withoutTitle(text, name), notes), parent: address };
    }),
  ];
  return rewriteFragmentLinks(split, pages);
}

function rewriteFragmentLinks(pages: readonly SourcePage[], texts: readonly string[]): SourcePage[] {
  const targets = findFragmentTargets(texts);
  return pages.map((page, i) => ({
    ...page,
    markdown: rewriteDestinations(page.markdown ?? "", (href) => {
      const target = href.startsWith("#") ? targets.get(href.slice(1)) : undefined;
      if (target === undefined || (target.page === i && target.anchor === "")) return undefined;
      const name = target.page === i ? "" : encodeURI(nameOfPath(pages[target.page]?.address ?? ""));
      return name + (target.anchor === "" ? "" : `#${target.anchor}`);
    }),
  }));
}

/** The page and the anchor of each heading. The anchor of the title of a page is empty. */
function findFragmentTargets(texts: readonly string[]) {
  const targets = new Map<string, { readonly page: number; readonly anchor: string }>();
  const documentAnchors = new Anchors();
  for (const [page, markdown] of texts.entries()) {
    const pageAnchors = new Anchors();
    for (const { at, line } of headingsOf(markdown)) {
      const { text, anchor: explicit } = readHeading(line);
      const anchor = page > 0 && at === 0 ? "" : pageAnchors.next(text, explicit);
      targets.set(documentAnchors.next(text, explicit), { page, anchor });
    }
  }
  return targets;
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

/** A footnote is added to the first page that refers to it. Copying it to all pages could produce too much text. */
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

/** The text before the first heading of the highest level with several headings, and the sections of these. */
function sectionsOf(markdown: string, isTitled: boolean): string[] {
  const headings = [...headingsOf(markdown)];
  const level = [1, 2, 3].find((depth) => headings.filter((heading) => heading.level === depth).length > 1);
  const starts = headings.filter((heading) => heading.level === level).map(({ at }) => at);
  const cuts = [0, ...starts.filter((at) => at > 0 || !isTitled), markdown.length];
  return cuts.slice(1).map((end, i) => markdown.slice(cuts[i], end));
}

function* headingsOf(markdown: string) {
  for (const { at, text: line, isCode } of scanLines(markdown)) {
    const [, hashes] = isCode ? [] : (/^(#{1,6})[ \t]/.exec(line) ?? []);
    if (hashes !== undefined) yield { at, level: hashes.length, line };
  }
}

/** Cuts text into parts, at blank lines outside code if possible. */
function cutText(text: string, maxLength: number): string[] {
  if (text.length <= maxLength) return [text];
  const parts: string[] = [];
  let [start, blank] = [0, 0];
  for (const { at, text: line, isCode } of scanLines(text)) {
    while (at + line.length - start > maxLength) {
      const limit = start + maxLength;
      // A surrogate pair is not split.
      const end = blank > start ? blank : /[\ud800-\udbff]/.test(text[limit - 1] ?? "") ? limit - 1 : limit;
      parts.push(text.slice(start, end));
      start = end;
    }
    if (line.trim() === "" && !isCode) blank = at;
  }
  parts.push(text.slice(start));
  return parts;
}
