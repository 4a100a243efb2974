import { importLimits, type SourcePage } from "../source/index.ts";
import { withoutQuery } from "./crawl-urls.ts";
import { placeByMenu } from "./menu-tree.ts";
import type { SitePage, SitePlan, TreeNode } from "./site-plan.ts";

/** All pages as a tree, in the order of the site's navigation; what that does not name comes after. */
export function buildTree(plan: SitePlan): SourcePage[] {
  const top: TreeNode[] = [];
  const placed = placeByMenu(plan, top);
  const { start } = plan;
  if (start && !placed.has(start)) {
    const node = nodeOf(start);
    placed.set(start, node);
    top.unshift(node);
  }
  placeOthers(plan, placed, top);
  return flatten(top);
}

function nodeOf(page: SitePage): TreeNode {
  return { page, title: undefined, children: [] };
}

/** Puts every page without a place below the one whose path its own begins with. All begin with that of the start. */
function placeOthers(
  { pages, start }: SitePlan,
  placed: ReadonlyMap<SitePage, TreeNode>,
  top: TreeNode[],
): void {
  const nodes = new Map<string, TreeNode>();
  const others: [path: string, node: TreeNode][] = [];
  for (const page of pages) {
    const path = pathOf(page.key);
    const node = placed.get(page) ?? nodeOf(page);
    if (!placed.has(page)) others.push([path, node]);
    if (page !== start && !nodes.has(path)) nodes.set(path, node);
  }
  for (const [path, node] of others) (parentOf(path, nodes)?.children ?? top).push(node);
}

/** What is guide.html and guide/install.html to one site is guide and guide/install to another. */
function pathOf(key: string): string {
  return key.replace(/\.html?$/i, "");
}

function parentOf(path: string, nodes: ReadonlyMap<string, TreeNode>): TreeNode | undefined {
  const bare = pathOf(withoutQuery(path));
  if (bare !== path && nodes.has(bare)) return nodes.get(bare);
  const least = bare.indexOf("/", bare.indexOf("://") + 3);
  for (let end = bare.lastIndexOf("/"); end >= least && end > 0; end = bare.lastIndexOf("/", end - 1)) {
    const node = nodes.get(bare.slice(0, end));
    if (node !== undefined) return node;
  }
  return undefined;
}

interface Entry {
  readonly node: TreeNode;
  readonly parent: Entry | undefined;
  /** Whether there is a page in it, or anywhere below it. */
  isFull: boolean;
  address: string;
}

/** Each before those below it, and groups only where there is something in them. */
function flatten(top: readonly TreeNode[]): SourcePage[] {
  const entries: Entry[] = [];
  const open: [node: TreeNode, parent: Entry | undefined][] = top
    .toReversed()
    .map((node) => [node, undefined]);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, parent] = next;
    const entry: Entry = { node, parent, isFull: node.page !== undefined, address: node.page?.address ?? "" };
    entries.push(entry);
    for (const child of node.children.toReversed()) open.push([child, entry]);
  }
  for (const { isFull, parent } of entries.toReversed()) if (isFull && parent) parent.isFull = true;
  const kept = withinLimit(entries.filter(({ isFull }) => isFull));
  nameGroups(kept);
  const known = new Set(kept);
  return kept.map((entry) => sourceOf(entry, known));
}

/** All pages, and of groups as many as there may be pages. */
function withinLimit(entries: readonly Entry[]): Entry[] {
  let room: number = importLimits.pages;
  return entries.filter(({ node }) => node.page !== undefined || room-- > 0);
}

/** No link leads to an address with a fragment, since links are followed without. */
function nameGroups(entries: readonly Entry[]): void {
  const base = entries.find(({ node }) => node.page)?.address ?? "";
  let groups = 0;
  for (const entry of entries) if (entry.node.page === undefined) entry.address = `${base}#group-${++groups}`;
}

/** What is in a group that was not kept stands in the one around it. */
function sourceOf({ node: { page, title }, parent, address }: Entry, kept: ReadonlySet<Entry>): SourcePage {
  let above = parent;
  while (above !== undefined && !kept.has(above)) above = above.parent;
  const name = page?.title ?? title;
  const place = { address, ...(above && { parent: above.address }), ...(name && { title: name }) };
  if (page === undefined) return { ...place, type: "group" };
  const { aliases = [], markdown = "", anchors } = page;
  const named = { ...(aliases.length > 0 && { aliases }), ...(anchors && { anchors }) };
  return { ...place, type: "document", markdown, ...named };
}
