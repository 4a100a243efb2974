import type { NavigationEntry } from "../html/index.ts";
import type { SourcePage } from "../source/index.ts";
import { entriesOf, type Menu, resolveEntry } from "./menus.ts";

/** A page of the site, without duplicates. */
export interface SitePage extends Pick<SourcePage, "address" | "aliases" | "title" | "markdown" | "anchors"> {
  /** The normalized URL, which determines its place in the tree. */
  readonly key: string;
}

export interface SiteStructure {
  /** In the order of their discovery. */
  readonly pages: readonly SitePage[];
  readonly start: SitePage | undefined;
  /** The navigation of the site, or of each of its sections. */
  readonly menus: readonly Menu[];
  /** The entries that a page shows below itself in its own navigation, by the key of the page. */
  readonly submenus: ReadonlyMap<string, Menu>;
  find(url: URL): SitePage | undefined;
}

/** A page, or a group if it has none. */
export interface TreeNode {
  readonly page: SitePage | undefined;
  readonly title: string | undefined;
  readonly children: TreeNode[];
}

/** Sibling entries of a menu. */
interface Level {
  readonly menu: Menu;
  /** The page whose submenu contains them. */
  readonly owner: SitePage | undefined;
}

interface Step extends Level {
  readonly entry: NavigationEntry;
  readonly siblings: TreeNode[];
  readonly depth: number;
}

/** Deeper entries become siblings. */
const maxDepth = 20;

/**
 * Adds each page to `roots` where the navigation lists it first. Submenus of pages list what the main navigation does not.
 * Entries without a page become groups, which may be empty. Returns the nodes of all listed pages.
 */
export function placeByMenu(site: SiteStructure, roots: TreeNode[]): Map<SitePage, TreeNode> {
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
    const isPlace = page !== undefined && !isHeading && !placed.has(page);
    const node: TreeNode = { page: isPlace ? page : undefined, title: entry.title, children: [] };
    if (isPlace) placed.set(page, node);
    siblings.push(node);
    if (below) enter(below, depth < maxDepth ? node.children : siblings, depth + 1);
  }
  return placed;
}

/**
 * Returns a function that finds the page of an entry. A page that the main navigation lists is not found for entries that
 * link to a fragment of it, nor for those in submenus of other pages.
 */
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
