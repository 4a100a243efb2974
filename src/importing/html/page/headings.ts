import type { Heading } from "mdast";
import { Anchors, chosenAnchor } from "../../../content/document/index.ts";
import { type Block, phrasingText } from "../markdown/index.ts";
import {
  ancestors,
  childElements,
  type Element,
  find,
  hasClass,
  innerText,
  isInside,
  walk,
} from "../tree/index.ts";
import { isChrome, isHeadingAnchor, isHidden } from "./chrome.ts";

/** What a page is called, and the heading that says so, if it is one of its own. */
export interface Title {
  readonly text?: string | undefined;
  readonly heading?: Heading | undefined;
}

/**
 * Takes the title out of the blocks of a page: a heading of the first level, or whatever heading it begins with. One outside
 * of its text comes first where the head of the page agrees with that only.
 */
export function takeTitle(blocks: Block[], { outside, said }: { outside?: string; said?: string }): Title {
  const at = firstLevelAt(blocks);
  const own = blocks[at];
  const words = own?.type === "heading" ? phrasingText(own.children).trim() : undefined;
  const isOutside = outside !== undefined && said?.includes(outside) && !(words && said.includes(words));
  if (words !== undefined && !isOutside) return takeAt(blocks, at);
  if (outside !== undefined) return { text: outside };
  return blocks[0]?.type === "heading" ? takeAt(blocks, 0) : { text: said };
}

function takeAt(blocks: Block[], at: number): Title {
  const [heading] = blocks.splice(at, 1);
  return heading?.type === "heading" ? { text: phrasingText(heading.children).trim(), heading } : {};
}

/** Several headings of the first level, with text before them, are chapters, and none of them is the title. */
function firstLevelAt(blocks: readonly Block[]): number {
  const at = blocks.findIndex(isOfFirstLevel);
  return at > 0 && blocks.findLastIndex(isOfFirstLevel) > at ? -1 : at;
}

function isOfFirstLevel(block: Block): boolean {
  return block.type === "heading" && block.depth === 1;
}

/** The title of a page that stands outside of its text; undefined where there is none. */
export function titleOutside(document: Element, content: Element): string | undefined {
  for (const element of walk(document)) {
    if (element.name !== "h1" || isInside(element, content) || isOfSite(element)) continue;
    const words = titleWords(element);
    // Confluence puts the name of the space before it.
    const [, own = words] = find(element, isSpaceTitle) === undefined ? [] : (/ : (.+)$/s.exec(words) ?? []);
    if (words !== "") return own;
  }
  return undefined;
}

/** A name and what it stands for, as VitePress puts them on lines of their own, are words apart. */
function titleWords(heading: Element): string {
  const spans = childElements(heading).filter((each) => hasClass(each, "name", "text"));
  const parts = spans.length === heading.children.length && spans.length > 0 ? spans : [heading];
  return parts
    .map((part) => innerText(part, { maxLength: 1000, skip: isBesideTitle }))
    .join(" ")
    .trim();
}

function isBesideTitle(element: Element): boolean {
  return isHidden(element) || (element.name === "a" && isHeadingAnchor(element));
}

function isSpaceTitle({ attributes }: Element): boolean {
  return attributes.get("id") === "title-text";
}

/** Whether a heading names the site, and not the page. */
function isOfSite(heading: Element): boolean {
  let isInHeader = false;
  for (const element of ancestors(heading)) {
    // On the first page of a site, the words beside its picture are often called its copy.
    if (isChrome(element) && !hasClass(element, "copy")) return true;
    if (element.name === "main" || element.name === "article") return false;
    isInHeader ||= element.name === "header";
  }
  return isInHeader;
}

const levels = [1, 2, 3, 4, 5, 6] as const;

/** Shifts the levels of headings, so that the highest of them is the one below the title. */
export function shiftHeadings(headings: readonly Heading[]): void {
  const highest = headings.reduce((least, { depth }) => Math.min(least, depth), 6);
  for (const heading of headings) heading.depth = levels[heading.depth - highest + 1] ?? 6;
}

/** Anchors that a program made up, and nobody remembers. */
const madeUp = /^(?:[0-9a-f]{8}-?[0-9a-f]{4}-|h\.[a-z0-9]{8,}$|_?toc\d+|_heading|[0-9a-f]{16,}$|id-?\d+$)/i;

/**
 * Keeps the anchors of headings that their words would not give them, so that links to them still lead there. Those that
 * cannot be written here, as most that are not English, give way to what the words give. Tells what the anchor of each is now.
 */
export function keepAnchors(
  headings: Iterable<Heading>,
  isLinked: (id: string) => boolean,
): ReadonlyMap<Heading, string> {
  const anchors = new Anchors();
  const kept = new Map<Heading, string>();
  for (const heading of headings) {
    const id = heading.data?.id;
    const words = phrasingText(heading.children);
    const chosen = id === undefined || (madeUp.test(id) && !isLinked(id)) ? undefined : writtenAnchor(id);
    const isOther = chosen !== undefined && chosen !== anchors.peek(words);
    const anchor = anchors.next(words, isOther ? chosen : undefined);
    kept.set(heading, anchor);
    heading.data = isOther ? { id: chosen } : {};
  }
  return kept;
}

/** An anchor as it is, but for its capitals; undefined where that cannot be. */
function writtenAnchor(id: string): string | undefined {
  const chosen = chosenAnchor(id);
  return chosen === id.toLowerCase() ? chosen : undefined;
}
