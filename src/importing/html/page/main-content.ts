import { childElements, type Element, find, hasClass, type TextSizes, walk } from "../tree/index.ts";
import { isChrome } from "./chrome.ts";

type Wanted = (element: Element) => boolean;

const named =
  (...ids: readonly string[]): Wanted =>
  ({ attributes }) =>
    ids.includes(attributes.get("id") ?? "");
const classed =
  (...classes: readonly string[]): Wanted =>
  (element) =>
    hasClass(element, ...classes);

/** Where generators put the text of a page, those first that mean nothing else. */
const containers: readonly Wanted[] = [
  classed("theme-doc-markdown", "md-content__inner", "vp-doc", "theme-default-content", "theme-hope-content"),
  classed("sl-markdown-content", "td-content"),
  ({ attributes }) => attributes.get("itemprop") === "articleBody",
  named("content-area", "main-content", "wiki-body"),
  (element) => element.name === "div" && hasClass(element, "page-body"),
  ({ name }) => name === "main",
  ({ attributes }) => attributes.get("role") === "main",
  ({ name }) => name === "article",
  classed("markdown-body", "main-content"),
  (element) => element.name === "div" && hasClass(element, "body", "document"),
];

/** The element that holds the text of a page, and nothing of what is on every page of its site as far as that can be told. */
export function findMainContent(document: Element, sizes: TextSizes): Element {
  const found = containers.map((): Element | undefined => undefined);
  for (const element of walk(document)) {
    // Most elements are told by nothing but their names.
    if (element.attributes.size === 0 && element.name !== "main" && element.name !== "article") continue;
    for (const [i, isWanted] of containers.entries()) {
      const best = found[i];
      if (isWanted(element) && sizes.all(element) > (best === undefined ? 0 : sizes.all(best)))
        found[i] = element;
    }
  }
  return found.find((each) => each !== undefined) ?? densest(bodyOf(document), sizes);
}

export function bodyOf(document: Element): Element {
  return find(document, ({ name }) => name === "body") ?? document;
}

const tableParts = /^(?:table|tbody|thead|tr)$/;
const enterable = /^(?:div|section|center|form|font|span|table|tbody|tr|td|[a-z]+-[a-z0-9-]+)$/;

/** Goes down as long as one element has nearly all the text that is no link, and what is beside it is no heading. */
function densest(body: Element, sizes: TextSizes): Element {
  let at = body;
  for (;;) {
    const parts = childElements(at).filter((each) => !isAround(each));
    const total = parts.reduce((sum, each) => sum + sizes.unlinked(each), 0);
    const next = parts.find((each) => enterable.test(each.name) && sizes.unlinked(each) >= total * 0.95);
    if (next === undefined || total === 0 || parts.some((each) => each !== next && holdsHeading(each))) break;
    at = next;
  }
  while (tableParts.test(at.name) && at.parent !== undefined) at = at.parent;
  return at;
}

function isAround(element: Element): boolean {
  return element.name === "header" || isChrome(element);
}

function holdsHeading(element: Element): boolean {
  const isHeading = ({ name }: Element) => name === "h1" || name === "h2";
  return isHeading(element) || find(element, isHeading) !== undefined;
}
