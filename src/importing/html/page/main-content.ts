import { childElements, type Element, find, hasClass, type TextSizes, walk } from "../tree/index.ts";
import { isChrome } from "./chrome.ts";

type Matcher = (element: Element) => boolean;

const ofClass =
  (...classes: readonly string[]): Matcher =>
  (element) =>
    hasClass(element, ...classes);

/** Matches the content elements of documentation generators, the most specific first. */
const containers: readonly Matcher[] = [
  ofClass("theme-doc-markdown", "md-content__inner", "vp-doc", "theme-default-content", "theme-hope-content"),
  ofClass("sl-markdown-content", "td-content"),
  ({ attributes }) => attributes.get("itemprop") === "articleBody",
  ({ attributes }) => /^(?:content-area|main-content|wiki-body)$/.test(attributes.get("id") ?? ""),
  (element) => element.name === "div" && hasClass(element, "page-body"),
  ({ name }) => name === "main",
  ({ attributes }) => attributes.get("role") === "main",
  ({ name }) => name === "article",
  ofClass("markdown-body", "main-content"),
  (element) => element.name === "div" && hasClass(element, "body", "document"),
];

export function findMainContent(document: Element, sizes: TextSizes): Element {
  const largest = containers.map((): Element | undefined => undefined);
  for (const element of walk(document)) {
    // Most elements can be skipped quickly.
    if (element.attributes.size === 0 && element.name !== "main" && element.name !== "article") continue;
    for (const [i, matches] of containers.entries()) {
      const previous = largest[i];
      if (matches(element) && sizes.all(element) > (previous === undefined ? 0 : sizes.all(previous)))
        largest[i] = element;
    }
  }
  return largest.find((element) => element !== undefined) ?? findDensestElement(bodyOf(document), sizes);
}

export function bodyOf(document: Element): Element {
  return find(document, ({ name }) => name === "body") ?? document;
}

const tablePartNames = /^(?:table|tbody|thead|tr)$/;
const wrapperNames = /^(?:div|section|center|form|font|span|table|tbody|tr|td|[a-z]+-[a-z0-9-]+)$/;

/** Descends as long as one element has 95 % of the text that is not links, and no sibling has a heading. */
function findDensestElement(body: Element, sizes: TextSizes): Element {
  let element = body;
  for (;;) {
    const parts = childElements(element).filter((part) => part.name !== "header" && !isChrome(part));
    const total = parts.reduce((sum, part) => sum + sizes.unlinked(part), 0);
    const next = parts.find((part) => wrapperNames.test(part.name) && sizes.unlinked(part) >= total * 0.95);
    if (next === undefined || total === 0 || parts.some((part) => part !== next && hasHeading(part))) break;
    element = next;
  }
  while (tablePartNames.test(element.name) && element.parent !== undefined) element = element.parent;
  return element;
}

function hasHeading(element: Element): boolean {
  const isHeading = ({ name }: Element) => name === "h1" || name === "h2";
  return isHeading(element) || find(element, isHeading) !== undefined;
}
