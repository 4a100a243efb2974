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

/** Removes the title from the blocks: a heading of level 1, or a first heading. A title outside is used if only it is in the head. */
export function takeTitle(
  blocks: Block[],
  outsideTitle: string | undefined,
  headTitle: string | undefined,
): Title {
  const index = titleIndex(blocks);
  const block = blocks[index];
  const text = block?.type === "heading" ? phrasingText(block.children).trim() : undefined;
  const prefersOutside =
    outsideTitle !== undefined && headTitle?.includes(outsideTitle) && !(text && headTitle.includes(text));
  if (text !== undefined && !prefersOutside) return takeAt(blocks, index);
  if (outsideTitle !== undefined) return { text: outsideTitle };
  return blocks[0]?.type === "heading" ? takeAt(blocks, 0) : { text: headTitle };
}

function takeAt(blocks: Block[], index: number): Title {
  const [heading] = blocks.splice(index, 1);
  return heading?.type === "heading" ? { text: phrasingText(heading.children).trim(), heading } : {};
}

/** Several headings of level 1 after other content are chapters, and none of them is the title. */
function titleIndex(blocks: readonly Block[]): number {
  const index = blocks.findIndex(isLevel1Heading);
  return index > 0 && blocks.findLastIndex(isLevel1Heading) > index ? -1 : index;
}

function isLevel1Heading(block: Block): boolean {
  return block.type === "heading" && block.depth === 1;
}

export function findTitleOutside(document: Element, content: Element): string | undefined {
  for (const element of walk(document)) {
    if (element.name !== "h1" || isInside(element, content) || isSiteName(element)) continue;
    const text = titleText(element);
    // Confluence starts titles with the name of the space.
    const hasSpace = find(element, ({ attributes }) => attributes.get("id") === "title-text") !== undefined;
    const [, title = text] = (hasSpace && / : (.+)$/s.exec(text)) || [];
    if (text !== "") return title;
  }
  return undefined;
}

/** VitePress puts a name and a tagline into adjacent spans. */
function titleText(heading: Element): string {
  const spans = childElements(heading).filter((child) => hasClass(child, "name", "text"));
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
  const highest = headings.reduce((min, { depth }) => Math.min(min, depth), 6);
  for (const heading of headings) heading.depth = levels[heading.depth - highest + 1] ?? 6;
}

/** Matches generated ids. They are dropped unless a link on the page uses them. */
const generatedId =
  /^(?:[0-9a-f]{8}-?[0-9a-f]{4}-|h\.[a-z0-9]{8,}$|_?toc\d+|_heading|[0-9a-f]{16,}$|id-?\d+$)/i;

/** Keeps valid ids that differ from the anchor of the text, so that links still work. Returns the anchor of each heading. */
export function keepAnchors(
  headings: Iterable<Heading>,
  isLinked: (id: string) => boolean,
): ReadonlyMap<Heading, string> {
  const anchors = new Anchors();
  const result = new Map<Heading, string>();
  for (const heading of headings) {
    const id = heading.data?.id;
    const text = phrasingText(heading.children);
    const anchor =
      id === undefined || (generatedId.test(id) && !isLinked(id)) ? undefined : normalizeAnchor(id);
    const isValid = anchor !== undefined && anchor === id?.toLowerCase();
    const isExplicit = isValid && anchor !== anchors.peek(text);
    result.set(heading, anchors.next(text, isExplicit ? anchor : undefined));
    heading.data = isExplicit ? { id: anchor } : {};
  }
  return result;
}
