import {
  childElements,
  type Element,
  hasClass,
  hasClassMatching,
  innerText,
  type Node,
  nonTextElements,
} from "../tree/index.ts";
import { type Base, resolveHref } from "./links.ts";

const navigationNames =
  /(?:^|[-_])(?:side-?bar|side-?nav|toc|toctree|menu|nav|navigation|summary|wy-menu)(?:$|[-_])|Sidebar$|^sidebar/i;
const containerNames = /^(?:div|section|ul|ol|[a-z]+-[a-z0-9-]+)$/;

export function readNavigation(document: Element, base: Base): NavigationEntry[] {
  const best = findNavigation(document);
  if (best === undefined) return [];
  return withoutEmptyEntries(new NavigationReader(base, best.items > 0).read([best.element]), undefined);
}

interface Count {
  links: number;
  items: number;
  hasContent: boolean;
}

/** The navigation with the most links in list items; links outside list items count a third. */
function findNavigation(document: Element) {
  const order: Element[] = [document];
  for (let i = 0; i < order.length; i++)
    for (const child of order[i]?.children ?? [])
      if (typeof child !== "string" && child.name !== "footer") order.push(child);
  const counts = new Map<Element, Count>();
  let best: { element: Element; items: number; score: number } | undefined;
  for (const element of order.toReversed()) {
    const count = countLinks(element, counts);
    counts.set(element, count);
    if (count.hasContent || count.links < 2 || !isNavigation(element)) continue;
    const { items } = count;
    const score = items > 0 ? items : count.links / 3;
    if (best === undefined || score >= best.score) best = { element, items, score };
  }
  return best;
}

function countLinks(element: Element, counts: ReadonlyMap<Element, Count>): Count {
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
    containerNames.test(name) &&
    (hasClassMatching(element, navigationNames) || navigationNames.test(attributes.get("id") ?? ""))
  );
}

export interface NavigationEntry {
  readonly title: string;
  readonly href?: string;
  readonly children: readonly NavigationEntry[];
}

/** Whether a link is a fragment of the same page. A lone `#` is the page itself. */
function isFragment(href: string): boolean {
  return href.startsWith("#") && href !== "#";
}

interface Draft {
  title: string;
  href?: string;
  readonly children: Draft[];
}

/** The entries of a list. Entries after a heading become its children. */
interface Level {
  readonly entries: Draft[];
  heading?: Draft | undefined;
}

class NavigationReader {
  readonly #base: Base;
  /** Whether the navigation has list items. If so, links outside them are not entries. */
  readonly #hasItems: boolean;
  #depth = 0;

  constructor(base: Base, hasItems: boolean) {
    this.#base = base;
    this.#hasItems = hasItems;
  }

  read(nodes: readonly Node[]): Draft[] {
    const level: Level = { entries: [] };
    this.#add(nodes, level);
    return level.entries;
  }

  #add(nodes: readonly Node[], level: Level): void {
    for (const node of nodes) {
      if (typeof node === "string" || isSkipped(node)) continue;
      if (isList(node)) this.#addList(node, level);
      else if (isItem(node)) this.#addItem(node, level);
      else if (node.name === "a") {
        if (!this.#hasItems || this.#depth > 0) addEntry(level, this.#readLink(node));
      } else if (isHeading(node)) this.#addHeading(node, level);
      else this.#add(node.children, level);
    }
  }

  #addList(list: Element, level: Level): void {
    const inner: Level = { entries: [] };
    this.#add(list.children, inner);
    for (const entry of inner.entries) addEntry(level, entry);
  }

  #addHeading(element: Element, level: Level): void {
    const [link] = this.#linksBeforeList(element.children);
    const entry = this.#readLink(link) ?? { title: titleOf(element), children: [] };
    if (entry.title !== "") addHeading(level, entry);
  }

  #addItem(item: Element, level: Level): void {
    const [link] = this.#linksBeforeList(item.children);
    const entry = this.#readLink(link) ?? { title: itemTitle(item), children: [] };
    this.#depth++;
    const children = this.read(item.children.filter((node) => node !== link));
    this.#depth--;
    // Some items repeat themselves as their first child.
    const distinct = children.filter(
      (child) => child.children.length > 0 || child.title !== entry.title || child.href !== entry.href,
    );
    const nested = distinct.flatMap((child) =>
      child.href === undefined && child.title === entry.title ? child.children : [child],
    );
    if (entry.title === "") {
      // A list in an item without a title belongs to the previous item.
      const isBare = childElements(item).every(isList);
      const previousEntry = isBare ? (level.heading?.children ?? level.entries).at(-1) : undefined;
      for (const child of nested) {
        if (previousEntry === undefined) addEntry(level, child);
        else previousEntry.children.push(child);
      }
      return;
    }
    for (const child of nested) entry.children.push(child);
    if (entry.href !== undefined || nested.length > 0) addEntry(level, entry);
    else if (hasClassMatching(item, headingClasses)) addHeading(level, entry);
  }

  /** The links with a title before any nested list. */
  *#linksBeforeList(nodes: readonly Node[]): Generator<Element> {
    for (const node of nodes) {
      if (typeof node === "string" || isSkipped(node)) continue;
      if (isList(node) || isItem(node)) return;
      if (node.name === "a") {
        if (this.#readLink(node) !== undefined) yield node;
      } else yield* this.#linksBeforeList(node.children);
    }
  }

  #readLink(link: Element | undefined): Draft | undefined {
    const written = link?.attributes.get("href") ?? "";
    if (link === undefined || isFragment(written)) return undefined;
    const title = titleOf(link);
    if (title === "") return undefined;
    const isCurrent =
      hasClassMatching(link, /^(?:current|active)$|--active$/) || link.attributes.has("aria-current");
    const href = written === "#" && !isCurrent ? undefined : resolveHref(written, this.#base);
    return { title, ...(href !== undefined && { href }), children: [] };
  }
}

const headingClasses = /title|head|part|caption|label|category|group|section/i;

function addEntry(level: Level, entry: Draft | undefined): void {
  if (entry !== undefined) (level.heading?.children ?? level.entries).push(entry);
}

function addHeading(level: Level, entry: Draft): void {
  level.entries.push(entry);
  level.heading = entry;
}

/** Drops entries without a target and children, and fragments of the page of their parent. */
function withoutEmptyEntries(drafts: readonly Draft[], parent: string | undefined): NavigationEntry[] {
  return drafts.flatMap(({ title, href, children }) => {
    const below = withoutEmptyEntries(children, href);
    if (href === undefined && below.length === 0) return [];
    if (parent !== undefined && href?.includes("#") && href.split("#")[0] === parent.split("#")[0]) return [];
    return { title, ...(href !== undefined && { href }), children: below };
  });
}

function isList({ name }: Element): boolean {
  return name === "ul" || name === "ol" || name === "menu";
}

function isItem(element: Element): boolean {
  return element.name === "li" || element.name === "details" || hasClass(element, "VPSidebarItem");
}

function isHeading(element: Element): boolean {
  const { name } = element;
  if (/^(?:h[1-6]|summary|legend|dt)$/.test(name)) return true;
  return (
    /^(?:p|div|span|strong|label|button)$/.test(name) &&
    hasClassMatching(element, /heading|caption|(?:^|[-_])title/i) &&
    !element.children.some((child) => typeof child !== "string" && (isList(child) || isItem(child)))
  );
}

function isSkipped(element: Element): boolean {
  if (nonTextElements.has(element.name) || element.attributes.get("aria-hidden") === "true") return true;
  // Material for MkDocs puts the name of the site there.
  const isSite = element.name === "label" && element.attributes.get("for") === "__drawer";
  return isSite || hasClassMatching(element, /(?:^|[-_])(?:pill|badge)(?:$|[-_])/);
}

/** The text of a node; empty if it is only symbols. */
function titleOf(element: Node, skip = isSkipped): string {
  const text = innerText(element, { maxLength: 300, skip });
  return /[\p{L}\p{N}]/u.test(text) ? text : "";
}

/** The title of an item without a link: its first text outside nested lists. */
function itemTitle(item: Element): string {
  for (const child of item.children) {
    const text = titleOf(child, isNotTitle);
    if (text !== "") return text;
  }
  return "";
}

function isNotTitle(element: Element): boolean {
  return isSkipped(element) || isList(element) || isItem(element);
}
