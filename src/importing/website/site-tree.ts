import type { NavigationEntry } from "../html/index.ts";
import { importLimits, type SourcePage } from "../source/index.ts";
import { withoutQuery } from "./crawl-urls.ts";
import { entriesOf, type Menu, resolveEntry } from "./menus.ts";

/** Arranges pages in a tree: first the pages in the navigation, in its order, then all others by their paths. */
export function buildTree(site: SiteStructure): SourcePage[] {
  const roots: TreeNode[] = [];
  const placed = placeByMenu(site, roots);
  const { start } = site;
  if (start && !placed.has(start)) {
    const node = nodeOf(start);
    placed.set(start, node);
    roots.unshift(node);
  }
  placeByPath(site, placed, roots);
  return flatten(roots);
}

function nodeOf(page: SitePage): TreeNode {
  return { page, title: undefined, children: [] };
}

/** Adds the remaining pages below the pages with the longest common path, except below the start page. */
function placeByPath(
  { pages, start }: SiteStructure,
  placed: ReadonlyMap<SitePage, TreeNode>,
  roots: TreeNode[],
): void {
  const nodes = new Map<string, TreeNode>();
  const unplaced: [path: string, node: TreeNode][] = [];
  for (const page of pages) {
    const path = withoutHtml(page.key);
    const node = placed.get(page) ?? nodeOf(page);
    if (!placed.has(page)) unplaced.push([path, node]);
    if (page !== start && !nodes.has(path)) nodes.set(path, node);
  }
  for (const [path, node] of unplaced) (parentOf(path, nodes)?.children ?? roots).push(node);
}

/** The parent of guide/install.html may be guide.html. */
function withoutHtml(key: string): string {
  return key.replace(/\.html?$/i, "");
}

function parentOf(path: string, nodes: ReadonlyMap<string, TreeNode>): TreeNode | undefined {
  const bare = withoutHtml(withoutQuery(path));
  if (bare !== path && nodes.has(bare)) return nodes.get(bare);
  const root = bare.indexOf("/", bare.indexOf("://") + 3);
  for (let end = bare.lastIndexOf("/"); end >= root && end > 0; end = bare.lastIndexOf("/", end - 1)) {
    const node = nodes.get(bare.slice(0, end));
    if (node !== undefined) return node;
  }
  return undefined;
}

interface FlatNode {
  readonly node: TreeNode;
  readonly parent: FlatNode | undefined;
  /** Whether the node or a descendant is a page. */
  hasPage: boolean;
  address: string;
}

function flatten(roots: readonly TreeNode[]): SourcePage[] {
  const all: FlatNode[] = [];
  const pending: [node: TreeNode, parent?: FlatNode][] = roots.toReversed().map((node) => [node]);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [node, parent] = next;
    const flat = { node, parent, hasPage: node.page !== undefined, address: node.page?.address ?? "" };
    all.push(flat);
    for (const child of node.children.toReversed()) pending.push([child, flat]);
  }
  for (const { hasPage, parent } of all.toReversed()) if (hasPage && parent) parent.hasPage = true;
  let groupsLeft: number = importLimits.pages;
  const kept = all.filter(({ hasPage, node }) => hasPage && (node.page !== undefined || groupsLeft-- > 0));
  // Links are resolved without fragments, so no link has the address of a group.
  const base = kept.find(({ node }) => node.page)?.address ?? "";
  const groups = kept.filter(({ node }) => node.page === undefined);
  for (const [i, group] of groups.entries()) group.address = `${base}#group-${i + 1}`;
  const keptNodes = new Set(kept);
  return kept.map((flat) => sourcePageOf(flat, keptNodes));
}

/** Converts a node. Its nearest ancestor in `kept` becomes the parent. */
function sourcePageOf(
  { node: { page, title: entryTitle }, parent, address }: FlatNode,
  kept: ReadonlySet<FlatNode>,
): SourcePage {
  let ancestor = parent;
  while (ancestor !== undefined && !kept.has(ancestor)) ancestor = ancestor.parent;
  const title = page?.title ?? entryTitle;
  const shared = { address, ...(ancestor && { parent: ancestor.address }), ...(title && { title }) };
  if (page === undefined) return { ...shared, type: "group" };
  const { aliases = [], markdown = "", anchors } = page;
  return {
    ...shared,
    type: "document",
    markdown,
    ...(aliases.length > 0 && { aliases }),
    ...(anchors && { anchors }),
  };
}

export interface SitePage extends Pick<SourcePage, "address" | "aliases" | "title" | "markdown" | "anchors"> {
  /** The normalized URL, which determines the position in the tree. */
  readonly key: string;
}

interface SiteStructure {
  /** The pages in the order of their discovery. */
  readonly pages: readonly SitePage[];
  readonly start: SitePage | undefined;
  /** The navigation of the site, or of each of its sections. */
  readonly menus: readonly Menu[];
  /** The entries that a page shows below itself in its own navigation, by the key of the page. */
  readonly submenus: ReadonlyMap<string, Menu>;
  find(url: URL): SitePage | undefined;
}

/** A page, or a group if it has no page. */
interface TreeNode {
  readonly page: SitePage | undefined;
  readonly title: string | undefined;
  readonly children: TreeNode[];
}

interface Level {
  readonly menu: Menu;
  /** The page whose submenu is this menu. */
  readonly owner: SitePage | undefined;
}

interface Step extends Level {
  readonly entry: NavigationEntry;
  readonly siblings: TreeNode[];
  readonly depth: number;
}

/** The maximum depth of a menu. Deeper entries become siblings. */
const maxDepth = 20;

/** Adds each page where the navigation lists it first; entries without a page become groups. Returns the nodes of the pages. */
function placeByMenu(site: SiteStructure, roots: TreeNode[]): Map<SitePage, TreeNode> {
  const placed = new Map<SitePage, TreeNode>();
  const pageOf = entryResolver(site);
  const expanded = new Set<SitePage>();
  const steps: Step[] = [];
  const enter = (level: Level, siblings: TreeNode[], depth: number) => {
    for (const entry of level.menu.entries.toReversed()) steps.push({ ...level, entry, siblings, depth });
  };
  const levelBelow = ({ entry, menu, owner }: Step, page: SitePage | undefined): Level | undefined => {
    const isExpanded = page !== undefined && expanded.has(page);
    if (page !== undefined) expanded.add(page);
    if (entry.children.length > 0) return { menu: { ...menu, entries: entry.children }, owner };
    if (page === undefined || isExpanded) return undefined;
    const submenu = site.submenus.get(page.key);
    return submenu && { menu: submenu, owner: page };
  };

  for (const menu of site.menus.toReversed()) enter({ menu, owner: undefined }, roots, 1);
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    const { entry, siblings, depth } = step;
    const page = pageOf(entry, step);
    const below = levelBelow(step, page);
    // The heading of a group often links to its first page.
    const isHeading = page && below?.menu.entries.some((child) => pageOf(child, below) === page);
    const isFirstEntry = page !== undefined && !isHeading && !placed.has(page);
    const node: TreeNode = { page: isFirstEntry ? page : undefined, title: entry.title, children: [] };
    if (isFirstEntry) placed.set(page, node);
    siblings.push(node);
    if (below) enter(below, depth < maxDepth ? node.children : siblings, depth + 1);
  }
  return placed;
}

/** Returns a function that finds the page of an entry. It ignores pages of the main navigation in submenus of others and in links to fragments. */
function entryResolver(site: SiteStructure): (entry: NavigationEntry, level: Level) => SitePage | undefined {
  const listed = new Set<SitePage>();
  for (const menu of site.menus)
    for (const entry of entriesOf(menu.entries)) {
      const target = resolveEntry(entry, menu);
      const page = target && !target.hasFragment ? site.find(target.url) : undefined;
      if (page) listed.add(page);
    }
  return (entry, { menu, owner }) => {
    const target = resolveEntry(entry, menu);
    const page = target && site.find(target.url);
    if (page === undefined || !listed.has(page)) return page;
    return target?.hasFragment || (owner !== undefined && owner !== page) ? undefined : page;
  };
}
