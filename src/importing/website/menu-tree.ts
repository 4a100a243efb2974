import type { NavigationEntry } from "../html/index.ts";
import { entriesOf, leadsTo, type Menu } from "./menus.ts";
import type { SitePage, SitePlan, TreeNode } from "./site-plan.ts";

/** Some entries that stand beside each other. */
interface Level {
  readonly menu: Menu;
  /** Where they come from a page's own navigation: that page. */
  readonly owner: SitePage | undefined;
}

interface Step extends Level {
  readonly entry: NavigationEntry;
  readonly into: TreeNode[];
  readonly depth: number;
}

/** Deeper than any book. What is below stands beside each other. */
const deepest = 20;

/**
 * Puts each page where the navigation names it first; a page's own navigation counts for what the main one does not
 * name. Entries that lead to no page are groups, which may turn out to be empty. Gives the nodes of all pages.
 */
export function placeByMenu(plan: SitePlan, top: TreeNode[]): Map<SitePage, TreeNode> {
  const placed = new Map<SitePage, TreeNode>();
  const nameOf = namer(plan);
  const opened = new Set<SitePage>();
  const steps: Step[] = [];
  const enter = (level: Level, into: TreeNode[], depth: number) => {
    for (const entry of level.menu.entries.toReversed()) steps.push({ ...level, entry, into, depth });
  };
  const levelBelow = ({ entry, menu, owner }: Step, page: SitePage | undefined): Level | undefined => {
    const isShown = entry.children.length > 0;
    const isOpened = page !== undefined && opened.has(page);
    if (page !== undefined) opened.add(page);
    if (isShown) return { menu: { ...menu, entries: entry.children }, owner };
    if (page === undefined || isOpened) return undefined;
    const own = plan.opened.get(page.key);
    return own && { menu: own, owner: page };
  };

  for (const menu of plan.menus.toReversed()) enter({ menu, owner: undefined }, top, 1);
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    const { entry, into, depth } = step;
    const page = nameOf(entry, step);
    const below = levelBelow(step, page);
    // A heading often leads to the first of the pages below it.
    const isHeading = page && below?.menu.entries.some((child) => nameOf(child, below) === page);
    const isPlace = page !== undefined && !isHeading && !placed.has(page);
    const node: TreeNode = { page: isPlace ? page : undefined, title: entry.title, children: [] };
    if (isPlace) placed.set(page, node);
    into.push(node);
    if (below) enter(below, depth < deepest ? node.children : into, depth + 1);
  }
  return placed;
}

/** Which page an entry stands for, if for any: not for one that is named better elsewhere. */
function namer(plan: SitePlan): (entry: NavigationEntry, level: Level) => SitePage | undefined {
  const named = new Set<SitePage>();
  for (const menu of plan.menus)
    for (const entry of entriesOf(menu.entries)) {
      const target = leadsTo(entry, menu);
      const page = target && !target.isPart ? plan.find(target.url) : undefined;
      if (page) named.add(page);
    }
  return (entry, { menu, owner }) => {
    const target = leadsTo(entry, menu);
    const page = target && plan.find(target.url);
    if (page === undefined || !named.has(page)) return page;
    return target?.isPart || (owner !== undefined && owner !== page) ? undefined : page;
  };
}
