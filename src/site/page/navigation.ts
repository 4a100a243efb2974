import type { Content, PageRecord } from "../../content/index.ts";
import { childAt, childRanks, findPage, rankOfPage } from "../../content/pages/index.ts";
import { type Claims, isMet } from "../../publishing/index.ts";

/** A page in the navigation. Its subpages are listed if it is open. */
export interface TreeItem {
  readonly id: string;
  readonly record: PageRecord;
  /** The slugs from the top. */
  readonly path: readonly string[];
  readonly isCurrent: boolean;
  readonly isOpen: boolean;
  readonly hasChildren: boolean;
  readonly children: readonly TreeItem[];
}

/** The number of siblings that are listed before and after the open one, if there are very many. */
const maxSiblings = 100;

/** Groups are open until this many pages are listed. */
const maxItems = 250;

export interface NavigationInput {
  readonly content: Content;
  readonly claims: Claims;
  readonly pageId: string;
  /** The current page and its ancestors by id, from the top. */
  readonly trail: ReadonlyMap<string, PageRecord>;
}

/** Reads the part of the page tree that is open: the siblings of the current page and of its ancestors. */
export function readNavigation(input: NavigationInput): Promise<TreeItem[]> {
  return readLevel(input, "", [], { items: 0 });
}

async function readLevel(
  input: NavigationInput,
  parent: string,
  parentPath: readonly string[],
  count: { items: number },
): Promise<TreeItem[]> {
  const { content, claims, trail } = input;
  const items: TreeItem[] = [];
  for (const id of await readSiblings(input, parent)) {
    const record = await findVisible(content, id, claims);
    if (record === undefined || record.hidden) continue;
    const path = record.type === "link" ? parentPath : [...parentPath, record.slug];
    count.items++;
    const isOpen = trail.has(id) || (record.type === "group" && count.items < maxItems);
    const children = isOpen ? await readLevel(input, id, path, count) : [];
    const hasSubpages = isOpen ? children.length > 0 : await hasVisibleChild(content, id, claims);
    const isCurrent = id === input.pageId;
    items.push({ id, record, path, isCurrent, isOpen, hasChildren: hasSubpages, children });
  }
  return items;
}

async function readSiblings({ content, trail }: NavigationInput, parent: string): Promise<string[]> {
  const [first, end] = await childRanks(content, parent);
  const open = trail.entries().find(([, record]) => record.parent === parent);
  const rank = open === undefined ? first : await rankOfPage(content, ...open);
  const from = Math.max(first, Math.min(rank - maxSiblings, end - 2 * maxSiblings));
  return Array.fromAsync(idsBetween(content, from, Math.min(end, from + 2 * maxSiblings)));
}

/** The ids of pages by their ranks, in ascending or descending order. */
export async function* idsBetween(content: Content, from: number, end: number): AsyncGenerator<string> {
  const step = from <= end ? 1 : -1;
  for (let rank = from; rank !== end; rank += step) {
    const id = await childAt(content, rank);
    if (id !== undefined) yield id;
  }
}

/** The record of a page, if the visitor meets its condition. */
export async function findVisible(
  content: Content,
  id: string,
  claims: Claims,
): Promise<PageRecord | undefined> {
  const record = await findPage(content, id);
  return record !== undefined && isMet(record.condition, claims) ? record : undefined;
}

/** The number of subpages that are looked at. */
const maxLooks = 20;

/** Whether one of the first subpages is visible. */
async function hasVisibleChild(content: Content, parent: string, claims: Claims): Promise<boolean> {
  const [first, end] = await childRanks(content, parent);
  for await (const id of idsBetween(content, first, Math.min(end, first + maxLooks))) {
    const record = await findVisible(content, id, claims);
    if (record !== undefined && !record.hidden) return true;
  }
  return false;
}
