import { decodeHTMLAttribute } from "entities";
import { leadingHeading } from "../../content/markdown/index.ts";
import { maxPageDepth } from "../../content/pages/index.ts";

/** An entry of a table of contents. */
export interface SummaryEntry {
  readonly title: string;
  /** The target of its link; undefined for an entry that only groups others. */
  readonly address?: string;
  /** The attributes of the empty tag after it: `id`, and those that start with `data-`. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: SummaryEntry[];
}

const maxLineLength = 8192;
const listItem = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])(?:[ \t]+(.*))?$/s;
const heading = /^ {0,3}(#{1,6})[ \t]+(.*)$/s;

/**
 * Reads a table of contents: nested lists of links, with headings as groups. Returns at most `maxEntries`, and the count of
 * all.
 */
export function readSummary(
  markdown: string,
  maxEntries: number,
): { entries: SummaryEntry[]; count: number } {
  const top: SummaryEntry[] = [];
  let count = 0;
  /** The entry of the last line and its ancestors. */
  let open: { readonly indent: number; readonly children: SummaryEntry[] }[] = [];
  let group = top;
  for (const { 0: line } of markdown.matchAll(/[^\r\n]+/g)) {
    if (line.length > maxLineLength) continue;
    const [, marks, headingText = ""] = heading.exec(line) ?? [];
    const [, space, itemText = ""] = listItem.exec(line) ?? [];
    const text = marks === undefined ? (space === undefined ? line : itemText).trim() : headingText;
    // The first heading is the title of the list.
    if (marks === "#" && count === 0) continue;
    const entry = readEntry(text, marks === undefined && space === undefined);
    if (entry === undefined || ++count > maxEntries) continue;
    if (marks !== undefined) {
      top.push(entry);
      group = entry.children;
      open = [];
      continue;
    }
    const indent = (space ?? "").replaceAll("\t", "    ").length;
    const maxDepth = group === top ? maxPageDepth : maxPageDepth - 1;
    while ((open.at(-1)?.indent ?? -1) >= indent || open.length >= maxDepth) open.pop();
    (open.at(-1)?.children ?? group).push(entry);
    open.push({ indent, children: entry.children });
  }
  return { entries: top, count };
}

/** Undefined for an empty entry, and for a paragraph that is not a link. */
function readEntry(text: string, onlyLink: boolean): SummaryEntry | undefined {
  const { plain, attributes } = splitTag(text);
  const link = readLink(plain);
  if (link === undefined && onlyLink) return undefined;
  const title = leadingHeading(`# ${link?.text ?? plain}`) ?? "";
  const address = link?.address;
  if (title === "" && !address) return undefined;
  return { title, ...(address && { address }), attributes, children: [] };
}

/** Splits off an empty `<a>` tag at the end of a line. */
function splitTag(text: string): { plain: string; attributes: Map<string, string> } {
  const start = text.endsWith("</a>") ? text.lastIndexOf("<a ") : -1;
  const [, tag] = start < 0 ? [] : (/^<a ([^<>]*)><\/a>$/.exec(text.slice(start)) ?? []);
  if (tag === undefined) return { plain: text, attributes: new Map() };
  const attributes = new Map<string, string>();
  for (const [, name = "", value = ""] of tag.matchAll(/([a-z][a-z-]{0,30})(?:="([^"]*)")?/g))
    attributes.set(name, decodeHTMLAttribute(value));
  return { plain: text.slice(0, start).trim(), attributes };
}

/** Reads a link at the start of a text. */
function readLink(text: string): { readonly text: string; readonly address: string } | undefined {
  if (!text.startsWith("[")) return undefined;
  const end = closingBracket(text, "[", "]");
  if (end === undefined || text[end + 1] !== "(") return undefined;
  return { text: text.slice(1, end), address: readAddress(text.slice(end + 2).trimStart()) };
}

/** The index of the bracket that closes the first one. */
function closingBracket(text: string, open: string, close: string): number | undefined {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === open) depth++;
    else if (text[i] === close && --depth === 0) return i;
  }
  return undefined;
}

/** Unlike in CommonMark, an address without angle brackets may contain spaces. */
function readAddress(text: string): string {
  const [, bracketed] = /^<([^<>]*)>/.exec(text) ?? [];
  if (bracketed !== undefined) return bracketed;
  const end = closingBracket(`(${text}`, "(", ")") ?? text.length + 1;
  const inside = text.slice(0, end - 1).trim();
  // A link title is in quotes.
  const [address = inside] = inside.split(/[ \t]["'(]/, 1);
  return address.trimEnd();
}
