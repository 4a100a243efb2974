import { childElements, type Element, find, hasClass, type TextSizes, walk } from "../tree/index.ts";
import { isChrome } from "./chrome.ts";

type Matcher = (element: Element) => boolean;

const classed =
  (...classes: readonly string[]): Matcher =>
  (element) =>
    hasClass(element, ...classes);

/** The containers of the content in the output of documentation generators, the most specific first. */
const containers: readonly Matcher[] = [
  classed("theme-doc-markdown", "md-content__inner", "vp-doc", "theme-default-content", "theme-hope-content"),
  classed("sl-markdown-content", "td-content"),
  ({ attributes }) => attributes.get("itemprop") === "articleBody",
  ({ attributes }) => /^(?:content-area|main-content|wiki-body)$/.test(attributes.get("id") ?? ""),
  (element) => element.name === "div" && hasClass(element, "page-body"),
  ({ name }) => name === "main",
  ({ attributes }) => attributes.get("role") === "main",
  ({ name }) => name === "article",
  classed("markdown-body", "main-content"),
  (element) => element.name === "div" && hasClass(element, "body", "document"),
];

export function findMainContent(document: Element, sizes: TextSizes): Element {
  const largest = containers.map((): Element | undefined => undefined);
  for (const element of walk(document)) {
    // Most elements can be skipped quickly.
    if (element.attributes.size === 0 && element.name !== "main" && element.name !== "article") continue;
    for (const [i, matches] of containers.entries()) {
      const best = largest[i];
      if (matches(element) && sizes.all(element) > (best === undefined ? 0 : sizes.all(best)))
        largest[i] = element;
    }
  }
  return largest.find((each) => each !== undefined) ?? densest(bodyOf(document), sizes);
}

export function bodyOf(document: Element): Element {
  return find(document, ({ name }) => name === "body") ?? document;
}

const tableParts = /^(?:table|tbody|thead|tr)$/;
const enterable = /^(?:div|section|center|form|font|span|table|tbody|tr|td|[a-z]+-[a-z0-9-]+)$/;

/** Descends as long as one element has 95 % of the text that is not links, and no sibling has a heading. */
function densest(body: Element, sizes: TextSizes): Element {
  let at = body;
  for (;;) {
    const parts = childElements(at).filter((each) => each.name !== "header" && !isChrome(each));
    const total = parts.reduce((sum, each) => sum + sizes.unlinked(each), 0);
    const next = parts.find((each) => enterable.test(each.name) && sizes.unlinked(each) >= total * 0.95);
    if (next === undefined || total === 0 || parts.some((each) => each !== next && hasHeading(each))) break;
    at = next;
  }
  while (tableParts.test(at.name) && at.parent !== undefined) at = at.parent;
  return at;
}

function hasHeading(element: Element): boolean {
  const isHeading = ({ name }: Element) => name === "h1" || name === "h2";
  return isHeading(element) || find(element, isHeading) !== undefined;
}
