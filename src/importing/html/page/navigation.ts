import { type Element, hasClassMatching } from "../tree/index.ts";
import type { Base } from "./links.ts";
import { entriesIn, isFragment, isItem, type NavigationEntry } from "./navigation-tree.ts";

const navigationNames =
  /(?:^|[-_])(?:side-?bar|side-?nav|toc|toctree|menu|nav|navigation|summary|wy-menu)(?:$|[-_])|Sidebar$|^sidebar/i;
const plainNames = /^(?:div|section|ul|ol|[a-z]+-[a-z0-9-]+)$/;

/** Reads the largest navigation of a page. */
export function readNavigation(document: Element, base: Base): NavigationEntry[] {
  const best = largest(document);
  return best === undefined ? [] : entriesIn(best.element, base, { hasItems: best.items > 0 });
}

interface Count {
  /** Links to pages. */
  links: number;
  /** Links to pages in list items. */
  items: number;
  /** Whether the content of the page is inside. */
  hasContent: boolean;
}

/** The navigation with the most links in list items; links elsewhere count a third. */
function largest(document: Element): { readonly element: Element; readonly items: number } | undefined {
  const order: Element[] = [document];
  for (let i = 0; i < order.length; i++)
    for (const child of order[i]?.children ?? [])
      if (typeof child !== "string" && child.name !== "footer") order.push(child);
  const counts = new Map<Element, Count>();
  let best: { element: Element; items: number; score: number } | undefined;
  for (const element of order.toReversed()) {
    const count = countIn(element, counts);
    counts.set(element, count);
    if (count.hasContent || count.links < 2 || !isNavigation(element)) continue;
    const { items } = count;
    const score = items > 0 ? items : count.links / 3;
    if (best === undefined || score >= best.score) best = { element, items, score };
  }
  return best;
}

function countIn(element: Element, counts: ReadonlyMap<Element, Count>): Count {
  const { name, attributes, children } = element;
  const count: Count = { links: 0, items: 0, hasContent: /^(?:main|article|body|h1|pre)$/.test(name) };
  if (attributes.get("role") === "main") count.hasContent = true;
  if (name === "a" && attributes.has("href") && !isFragment(attributes.get("href") ?? "")) count.links = 1;
  for (const child of children) {
    const inner = typeof child === "string" ? undefined : counts.get(child);
    count.links += inner?.links ?? 0;
    count.items += inner?.items ?? 0;
    if (inner?.hasContent) count.hasContent = true;
  }
  if (isItem(element)) count.items = count.links;
  return count;
}

function isNavigation(element: Element): boolean {
  const { name, attributes } = element;
  if (name === "nav" || name === "aside" || attributes.get("role") === "navigation") return true;
  return (
    plainNames.test(name) &&
    (hasClassMatching(element, navigationNames) || navigationNames.test(attributes.get("id") ?? ""))
  );
}
