import { decodeHTMLAttribute } from "entities";
import { maxPageDepth } from "../../content/index.ts";
import { leadingHeading } from "../../content/markdown/index.ts";
import { folderOfPath, isSlug, isValidFrontMatter, pathFrom, splitAddress } from "../source/index.ts";
import { type Fields, readFields } from "./front-matter.ts";
import type { OutlineItem } from "./pages-of-outline.ts";
import type { MarkdownTree } from "./tree.ts";

interface SummaryEntry {
  readonly title: string;
  /** The link target; undefined for an entry that only groups others. */
  readonly href?: string;
  readonly linkTitle?: string;
  /** The fields of a fenced entry, whose pages are generated. */
  readonly generator?: Fields;
  /** The attributes of the empty tag after the link: `id`, and those that start with `data-`. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: SummaryEntry[];
}

const maxLineLength = 8192;
const listItem = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])(?:[ \t]+(.*))?$/s;
const heading = /^ {0,3}(#{1,6})[ \t]+(.*)$/s;
const thematicBreak = /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/;
const fence = /^(`{3,}|~{3,})[ \t]*(?:ya?ml|json)?[ \t]*$/i;
const maxGeneratorLength = 8192;

/**
 * Reads nested lists of links, with headings as groups, which a thematic break ends. Returns at most `maxEntries`, and
 * the count of all.
 */
export function readSummary(
  markdown: string,
  maxEntries: number,
): { entries: SummaryEntry[]; count: number } {
  const top: SummaryEntry[] = [];
  let count = 0;
  let openItems: { readonly indent: number; readonly children: SummaryEntry[] }[] = [];
  let group = top;
  const lines = Iterator.from(withoutComments(markdown).matchAll(/[^\r\n]+/g)).map(([line]) => line);
  for (let next = lines.next(); !next.done; next = lines.next()) {
    const line = next.value;
    if (line.length > maxLineLength) continue;
    if (thematicBreak.test(line)) {
      [group, openItems] = [top, []];
      continue;
    }
    const [, marks, headingText = ""] = heading.exec(line) ?? [];
    const [, space, itemText = ""] = listItem.exec(line) ?? [];
    const text = marks === undefined ? (space === undefined ? line : itemText).trim() : headingText;
    // The first heading is the title of the list.
    if (marks === "#" && count === 0) continue;
    const [, opening] = (space !== undefined && fence.exec(text)) || [];
    const entry =
      opening === undefined
        ? readEntry(text, marks === undefined && space === undefined)
        : readGenerator(lines, opening);
    if (entry === undefined || ++count > maxEntries) continue;
    if (marks !== undefined) {
      top.push(entry);
      group = entry.children;
      openItems = [];
      continue;
    }
    const indent = (space ?? "").replaceAll("\t", "    ").length;
    const maxDepth = group === top ? maxPageDepth : maxPageDepth - 1;
    while ((openItems.at(-1)?.indent ?? -1) >= indent || openItems.length >= maxDepth) openItems.pop();
    (openItems.at(-1)?.children ?? group).push(entry);
    openItems.push({ indent, children: entry.children });
  }
  return { entries: top, count };
}

/** Removes comments at the start of lines and of list items. A comment that is not closed is text. */
function withoutComments(markdown: string): string {
  const opening = /^([ \t]*(?:[-*+][ \t]+)?)<!--/gm;
  let result = "";
  let copiedTo = 0;
  for (let start = opening.exec(markdown); start !== null; start = opening.exec(markdown)) {
    const [, indent = ""] = start;
    const end = markdown.indexOf("-->", opening.lastIndex - 2);
    if (end < 0) break;
    result += markdown.slice(copiedTo, start.index) + indent;
    copiedTo = end + 3;
    opening.lastIndex = copiedTo;
  }
  return result + markdown.slice(copiedTo);
}

/** Reads the YAML up to the end of the fence. */
function readGenerator(lines: IterableIterator<string>, opening: string): SummaryEntry {
  let yaml = "";
  for (let next = lines.next(); !next.done && next.value.trim() !== opening; next = lines.next())
    if (yaml.length < maxGeneratorLength) yaml += `${next.value}\n`;
  const generator = (yaml.length < maxGeneratorLength ? readFields(yaml) : undefined) ?? {};
  return { title: "", generator, attributes: new Map(), children: [] };
}

/** Reads an entry; undefined if it is empty, or a paragraph that is not a link. */
function readEntry(text: string, onlyLink: boolean): SummaryEntry | undefined {
  const { label, attributes } = splitTag(text);
  const link = readLink(label);
  if (link === undefined && onlyLink) return undefined;
  const title = leadingHeading(`# ${link?.text ?? label}`) ?? "";
  const { href, linkTitle } = link ?? {};
  if (title === "" && !href) return undefined;
  return { title, ...(href && { href }), ...(linkTitle && { linkTitle }), attributes, children: [] };
}

/** Splits off an empty `<a>` tag at the end of a line. */
function splitTag(text: string): { label: string; attributes: Map<string, string> } {
  const start = text.endsWith("</a>") ? text.lastIndexOf("<a ") : -1;
  const [, tag] = start < 0 ? [] : (/^<a ([^<>]*)><\/a>$/.exec(text.slice(start)) ?? []);
  if (tag === undefined) return { label: text, attributes: new Map() };
  const attributes = new Map<string, string>();
  for (const [, name = "", value = ""] of tag.matchAll(/([a-z][a-z-]{0,30})(?:="([^"]*)")?/g))
    attributes.set(name, decodeHTMLAttribute(value));
  return { label: text.slice(0, start).trim(), attributes };
}

interface SummaryLink {
  readonly text: string;
  readonly href: string;
  readonly linkTitle?: string;
}

function readLink(text: string): SummaryLink | undefined {
  if (!text.startsWith("[")) return undefined;
  const end = closingBracket(text, "[", "]");
  if (end === undefined || text[end + 1] !== "(") return undefined;
  return { text: text.slice(1, end), ...readDestination(text.slice(end + 2).trimStart()) };
}

function closingBracket(text: string, open: string, close: string): number | undefined {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === open) depth++;
    else if (text[i] === close && --depth === 0) return i;
  }
  return undefined;
}

/** Unlike in CommonMark, a destination without angle brackets may contain spaces. */
function readDestination(text: string): Omit<SummaryLink, "text"> {
  const [all = "", bracketed] = /^<([^<>]*)>/.exec(text) ?? [];
  const rest = text.slice(all.length);
  const end = closingBracket(`(${rest}`, "(", ")") ?? rest.length + 1;
  const inside = rest.slice(0, end - 1).trim();
  // A link title is in quotes.
  const at = /(?:^|[ \t])["'(]/.exec(inside)?.index ?? inside.length;
  const href = bracketed ?? inside.slice(0, at).trimEnd();
  const linkTitle = leadingHeading(`# ${inside.slice(at).trim().slice(1, -1)}`);
  return { href, ...(linkTitle && { linkTitle }) };
}

type TreeWithSummary = MarkdownTree & { readonly summary: string };

export type SummaryOutline = ReturnType<typeof outlineOfSummary>;

/** The outline of a table of contents. A page is placed at its first entry; further entries become links. */
export function outlineOfSummary(tree: TreeWithSummary, entries: readonly SummaryEntry[]) {
  const listed = new Set<string>();
  const files = new Set<string>();
  let lost = 0;
  let count = 0;
  const fullPages = findFullPages(tree, entries);

  const itemsOf = (entry: SummaryEntry, folder: string): OutlineItem[] => {
    const { href = "", title, linkTitle, attributes: tag } = entry;
    const address = `${tree.summary}#${count++}`;
    if (entry.generator !== undefined)
      return [{ kind: "generated", address, generator: entry.generator, children: [] }];
    const path = pathFrom(tree.summary, href, tree.root);
    const page = path === undefined ? undefined : tree.findPage(path);
    const slug = tag.get("id") ?? "";
    const slugPath = isSlug(slug) ? folder + slug : undefined;
    const children = entry.children.flatMap((child) =>
      itemsOf(child, slugPath === undefined ? folder : `${slugPath}/`),
    );
    const item = { address, title, children, ...attributesOf(tag, linkTitle) };
    const isFragment = splitAddress(href).suffix.startsWith("#") && page !== undefined && fullPages.has(page);
    if (page !== undefined && !listed.has(page) && !isFragment && !tag.has("data-link")) {
      listed.add(page);
      return [{ kind: "page", address: page, title, children, ...attributesOf(new Map(), linkTitle) }];
    }
    const file = page === undefined && path !== undefined && tree.has(path) ? path : undefined;
    if (file !== undefined) files.add(file);
    const hasTarget = page !== undefined || file !== undefined || /^(?:https?|mailto):/i.test(href);
    if (hasTarget || (href !== "" && tag.has("data-link"))) return linkItems({ ...item, kind: "link", href });
    if (href !== "") lost++;
    if (href !== "" && children.length === 0) return [];
    return [{ ...item, kind: "group", ...(slugPath !== undefined && { slug, aliases: [slugPath] }) }];
  };

  const items = entries.flatMap((entry) => itemsOf(entry, tree.root));
  return { items, listed: [...listed], files: [...files], lost };
}

/** The pages that an entry links to without a fragment. */
function findFullPages(tree: TreeWithSummary, all: readonly SummaryEntry[]): Set<string> {
  const pages = new Set<string>();
  const visit = (entries: readonly SummaryEntry[]): void => {
    for (const { href = "", children } of entries) {
      const path = href.includes("#") ? undefined : pathFrom(tree.summary, href, tree.root);
      const page = path === undefined ? undefined : tree.findPage(path);
      if (page !== undefined) pages.add(page);
      visit(children);
    }
  };
  visit(all);
  return pages;
}

/** A link cannot have children, so a group of the same title contains the link and its children. */
function linkItems(link: OutlineItem): OutlineItem[] {
  if (link.children.length === 0) return [link];
  const { title, children, address } = link;
  return [
    {
      kind: "group",
      address: `${address}-and-more`,
      ...(title !== undefined && { title }),
      children: [{ ...link, children: [] }, ...children],
    },
  ];
}

function attributesOf(
  tag: ReadonlyMap<string, string>,
  linkTitle: string | undefined,
): Pick<OutlineItem, "attributes"> {
  const text = (name: string) => tag.get(`data-${name}`) || undefined;
  const [emoji, icon, condition] = [text("emoji"), text("icon"), text("if")];
  const attributes = {
    ...(linkTitle && linkTitle !== "mention" && isValidFrontMatter({ linkTitle }) && { linkTitle }),
    ...(emoji && isValidFrontMatter({ emoji }) && { emoji }),
    ...(icon && isValidFrontMatter({ icon }) && { icon }),
    ...(condition && isValidFrontMatter({ condition }) && { condition }),
    ...(tag.has("data-hidden") && { hidden: true }),
    ...(tag.has("data-no-index") && { noIndex: true }),
    ...(tag.has("data-no-robots-index") && { noRobotsIndex: true }),
  };
  return Object.keys(attributes).length === 0 ? {} : { attributes };
}

/** Where unlisted pages are added, by folder: below its index page, or else after its last listed page. */
export function insertionPoints(
  items: OutlineItem[],
  root: string,
  isIndex: (path: string) => boolean,
): Map<string, OutlineItem[]> {
  const belowIndex = new Map<string, OutlineItem[]>();
  const besidePage = new Map<string, OutlineItem[]>();
  const visit = (siblings: OutlineItem[]): void => {
    for (const { kind, address, children } of siblings) {
      const folder = folderOfPath(address);
      if (kind === "page" && isIndex(address)) belowIndex.set(folder, children);
      else if (kind === "page") besidePage.set(folder, siblings);
      visit(children);
    }
  };
  visit(items);
  return new Map([...besidePage, ...belowIndex, [root, items]]);
}
