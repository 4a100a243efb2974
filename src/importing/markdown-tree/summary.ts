import { decodeHTMLAttribute } from "entities";
import { leadingHeading } from "../../content/markdown/index.ts";
import { maxPageDepth } from "../../content/pages/index.ts";
import { readLink } from "./summary-link.ts";

/** One entry of a table of contents, with those below it. */
export interface SummaryEntry {
  readonly title: string;
  /** Where it leads; undefined for what only holds others. */
  readonly address?: string;
  /** What its tag says beside it, by name: `id`, and what begins with `data-`. */
  readonly marks: ReadonlyMap<string, string>;
  readonly children: SummaryEntry[];
}

/** Longer lines are no entries. */
const longestLine = 8192;
const item = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])(?:[ \t]+(.*))?$/s;
const heading = /^ {0,3}(#{1,6})[ \t]+(.*)$/s;

/**
 * Reads a table of contents: nested lists of links, under headings that are groups. At most so many entries are given;
 * how many there are stands beside them.
 */
export function readSummary(markdown: string, most: number): { entries: SummaryEntry[]; count: number } {
  const top: SummaryEntry[] = [];
  let count = 0;
  /** What the next entry may be below, each further in than the one before. */
  let open: { readonly indent: number; readonly children: SummaryEntry[] }[] = [];
  let group = top;
  for (const line of linesOf(markdown)) {
    const [, marks, headline = ""] = heading.exec(line) ?? [];
    const [, space, text = ""] = item.exec(line) ?? [];
    const written = marks === undefined ? (space === undefined ? line.trim() : text.trim()) : headline;
    // The first heading is that of the list itself.
    if (marks === "#" && count === 0) continue;
    const entry = readEntry(written, marks === undefined && space === undefined);
    if (entry === undefined) continue;
    if (++count > most) continue;
    if (marks !== undefined) {
      top.push(entry);
      group = entry.children;
      open = [];
      continue;
    }
    const indent = widthOf(space ?? "");
    const room = group === top ? maxPageDepth : maxPageDepth - 1;
    while ((open.at(-1)?.indent ?? -1) >= indent || open.length >= room) open.pop();
    (open.at(-1)?.children ?? group).push(entry);
    open.push({ indent, children: entry.children });
  }
  return { entries: top, count };
}

function* linesOf(markdown: string): Generator<string> {
  for (const { 0: line } of markdown.matchAll(/[^\r\n]+/g)) if (line.length <= longestLine) yield line;
}

function widthOf(space: string): number {
  return space.replaceAll("\t", "    ").length;
}

/** Undefined for what says nothing, and for a line of its own that is no link. */
function readEntry(text: string, onlyLink: boolean): SummaryEntry | undefined {
  const { plain, marks } = splitTag(text);
  const link = readLink(plain);
  if (link === undefined && onlyLink) return undefined;
  const title = leadingHeading(`# ${link?.text ?? plain}`) ?? "";
  const address = link?.address;
  if (title === "" && !address) return undefined;
  return { title, ...(address && { address }), marks, children: [] };
}

/** The text without the empty tag that may stand at its end, and what that says. */
function splitTag(text: string): { plain: string; marks: Map<string, string> } {
  const start = text.endsWith("</a>") ? text.lastIndexOf("<a ") : -1;
  const [, attributes] = start < 0 ? [] : (/^<a ([^<>]*)><\/a>$/.exec(text.slice(start)) ?? []);
  if (attributes === undefined) return { plain: text, marks: new Map() };
  const found = attributes.matchAll(/([a-z][a-z-]{0,30})(?:="([^"]*)")?/g);
  const marks = Array.from(found, ([, name = "", value = ""]) => [name, decodeHTMLAttribute(value)] as const);
  return { plain: text.slice(0, start).trim(), marks: new Map(marks) };
}
