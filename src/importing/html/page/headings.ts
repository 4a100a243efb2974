import type { Heading } from "mdast";
import { Anchors, normalizeAnchor } from "../../../content/document/index.ts";
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

export interface Title {
  readonly text?: string | undefined;
  readonly heading?: Heading | undefined;
}

/** Removes the title from the blocks: a heading of level 1, or the first block. The title of the head may prefer one outside. */
export function takeTitle(
  blocks: Block[],
  outside: string | undefined,
  headTitle: string | undefined,
): Title {
  const at = titleIndex(blocks);
  const own = blocks[at];
  const words = own?.type === "heading" ? phrasingText(own.children).trim() : undefined;
  const isOutside =
    outside !== undefined && headTitle?.includes(outside) && !(words && headTitle.includes(words));
  if (words !== undefined && !isOutside) return takeAt(blocks, at);
  if (outside !== undefined) return { text: outside };
  return blocks[0]?.type === "heading" ? takeAt(blocks, 0) : { text: headTitle };
}

function takeAt(blocks: Block[], at: number): Title {
  const [heading] = blocks.splice(at, 1);
  return heading?.type === "heading" ? { text: phrasingText(heading.children).trim(), heading } : {};
}

/** Several headings of level 1 after other content are chapters, and none of them is the title. */
function titleIndex(blocks: readonly Block[]): number {
  const at = blocks.findIndex(isTopLevel);
  return at > 0 && blocks.findLastIndex(isTopLevel) > at ? -1 : at;
}

function isTopLevel(block: Block): boolean {
  return block.type === "heading" && block.depth === 1;
}

export function titleOutside(document: Element, content: Element): string | undefined {
  for (const element of walk(document)) {
    if (element.name !== "h1" || isInside(element, content) || isSiteName(element)) continue;
    const words = titleText(element);
    // Confluence starts titles with the name of the space.
    const hasSpace = find(element, ({ attributes }) => attributes.get("id") === "title-text") !== undefined;
    const [, own = words] = (hasSpace && / : (.+)$/s.exec(words)) || [];
    if (words !== "") return own;
  }
  return undefined;
}

/** VitePress puts a name and a tagline into adjacent spans. */
function titleText(heading: Element): string {
  const spans = childElements(heading).filter((each) => hasClass(each, "name", "text"));
  const parts = spans.length === heading.children.length && spans.length > 0 ? spans : [heading];
  return parts
    .map((part) => innerText(part, { maxLength: 1000, skip: isNotTitle }))
    .join(" ")
    .trim();
}

function isNotTitle(element: Element): boolean {
  return isHidden(element) || (element.name === "a" && isHeadingAnchor(element));
}

function isSiteName(heading: Element): boolean {
  let isInHeader = false;
  for (const element of ancestors(heading)) {
    // Marketing text of a home page often has the class `copy`, like buttons that copy code.
    if (isChrome(element) && !hasClass(element, "copy")) return true;
    if (element.name === "main" || element.name === "article") return false;
    isInHeader ||= element.name === "header";
  }
  return isInHeader;
}

const levels = [1, 2, 3, 4, 5, 6] as const;

/** Shifts the levels of headings so that the highest is 2. */
export function shiftHeadings(headings: readonly Heading[]): void {
  const highest = headings.reduce((least, { depth }) => Math.min(least, depth), 6);
  for (const heading of headings) heading.depth = levels[heading.depth - highest + 1] ?? 6;
}

/** Generated ids, which nobody links to. */
const generatedId =
  /^(?:[0-9a-f]{8}-?[0-9a-f]{4}-|h\.[a-z0-9]{8,}$|_?toc\d+|_heading|[0-9a-f]{16,}$|id-?\d+$)/i;

/** Keeps ids that are valid anchors and differ from those of the text, so that links still work. Returns the anchor of each heading. */
export function keepAnchors(
  headings: Iterable<Heading>,
  isLinked: (id: string) => boolean,
): ReadonlyMap<Heading, string> {
  const anchors = new Anchors();
  const kept = new Map<Heading, string>();
  for (const heading of headings) {
    const id = heading.data?.id;
    const words = phrasingText(heading.children);
    const chosen =
      id === undefined || (generatedId.test(id) && !isLinked(id)) ? undefined : normalizeAnchor(id);
    const isValid = chosen !== undefined && chosen === id?.toLowerCase();
    const isOther = isValid && chosen !== anchors.peek(words);
    kept.set(heading, anchors.next(words, isOther ? chosen : undefined));
    heading.data = isOther ? { id: chosen } : {};
  }
  return kept;
}
