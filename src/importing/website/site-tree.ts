import { importLimits, type SourcePage } from "../source/index.ts";
import { withoutQuery } from "./crawl-urls.ts";
import { placeByMenu, type SitePage, type SiteStructure, type TreeNode } from "./menu-tree.ts";

/** Arranges pages in a tree: first those in the navigation in its order, then all others by their paths. */
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
  const others: [path: string, node: TreeNode][] = [];
  for (const page of pages) {
    const path = withoutHtml(page.key);
    const node = placed.get(page) ?? nodeOf(page);
    if (!placed.has(page)) others.push([path, node]);
    if (page !== start && !nodes.has(path)) nodes.set(path, node);
  }
  for (const [path, node] of others) (parentOf(path, nodes)?.children ?? roots).push(node);
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

/** The nodes in depth-first order, without empty groups. */
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
  const known = new Set(kept);
  return kept.map((flat) => sourcePageOf(flat, known));
}

/** The nearest ancestor that was kept becomes the parent. */
function sourcePageOf(
  { node: { page, title: entryTitle }, parent, address }: FlatNode,
  kept: ReadonlySet<FlatNode>,
): SourcePage {
  let above = parent;
  while (above !== undefined && !kept.has(above)) above = above.parent;
  const title = page?.title ?? entryTitle;
  const shared = { address, ...(above && { parent: above.address }), ...(title && { title }) };
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
