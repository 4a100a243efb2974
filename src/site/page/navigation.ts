import type { Content, PageRecord } from "../../content/index.ts";
import {
  childAt,
  childIdsBetween,
  childIdsOf,
  childRanks,
  findPage,
  findPages,
  firstChildrenOf,
  rankOfPage,
} from "../../content/pages/index.ts";
import { EventLoopYielder } from "../../platform/index.ts";
import { type Claims, isMet, isPageShown } from "../../publishing/index.ts";
import type { DocumentTargets } from "../document/index.ts";

/** A page in the navigation. Its subpages are listed if it is open. */
export interface TreeItem {
  readonly id: string;
  readonly record: PageRecord;
  /** The slugs from the top. */
  readonly path: readonly string[];
  readonly isCurrent: boolean;
  readonly isOpen: boolean;
  readonly hasChildren: boolean;
  readonly children: TreeLevel;
}

/** Siblings between two positions of their level. The parent is empty at the top. */
export interface LevelPart {
  readonly parent: string;
  readonly from: number;
  readonly end: number;
}

/** The listed pages of a level, and the parts before and after them that are not listed. */
export interface TreeLevel {
  readonly items: readonly TreeItem[];
  readonly before?: LevelPart;
  readonly after?: LevelPart;
}

/** A level with at most this many pages is listed as a whole. */
const maxSiblings = 60;

/**
 * If a level has more pages, at least this many are listed before the open one, and twice as many after it. The list begins
 * at a multiple of it, so that a level has few different parts.
 */
const neighbours = 10;

/** The number of siblings that are loaded on demand at once. */
const maxPart = 200;

/** Groups are open until this many pages are listed. */
const maxItems = 100;

export interface NavigationInput {
  readonly content: Content;
  readonly claims: Claims;
  readonly pageId: string;
  /** The current page and its ancestors by id, from the top. */
  readonly trail: ReadonlyMap<string, PageRecord>;
}

/** Reads the part of the page tree that is open: the siblings of the current page and of its ancestors. */
export function readNavigation(input: NavigationInput): Promise<TreeLevel> {
  return readLevel(input, "", [], { items: 0 });
}

/** Reads a part of a level, or its beginning. `path` has the slugs of the parent. */
export async function readLevelPart(
  { content, claims }: Pick<NavigationInput, "content" | "claims">,
  { parent, from, end }: LevelPart,
  path: readonly string[],
): Promise<TreeLevel> {
  const [first, last] = await readRanks(content, parent);
  const range: LevelPart = {
    parent,
    from: Math.min(from, last - first),
    end: Math.min(end, from + maxPart, last - first),
  };
  const pages = await readPages(content, first + range.from, first + range.end);
  const input = { content, claims, pageId: "", trail: new Map() };
  const items = await readItems(input, pages, path, { items: maxItems });
  return { items, ...partsAround(range, last - first) };
}

function partsAround({ parent, from, end }: LevelPart, size: number): Pick<TreeLevel, "before" | "after"> {
  return {
    ...(from > 0 && { before: { parent, from: Math.max(0, from - maxPart), end: from } }),
    ...(end < size && { after: { parent, from: end, end: Math.min(size, end + maxPart) } }),
  };
}

async function readLevel(
  input: NavigationInput,
  parent: string,
  path: readonly string[],
  count: { items: number },
): Promise<TreeLevel> {
  const { content, trail } = input;
  const [first, last] = await readRanks(content, parent);
  const size = last - first;
  if (size <= maxSiblings)
    return { items: await readItems(input, await readPages(content, first, last), path, count) };
  const open = trail.entries().find(([, record]) => record.parent === parent);
  const position = open === undefined ? 0 : (await rankOfPage(content, ...open)) - first;
  const from = Math.max(0, position - (position % neighbours) - neighbours);
  const end = Math.min(size, from + 4 * neighbours);
  const items = await readItems(input, await readPages(content, first + from, first + end), path, count);
  return { items, ...partsAround({ parent, from, end }, size) };
}

/** The ranks of the children of a page: that of the first, and the one after the last. */
export async function readRanks(content: Content, parent: string): Promise<readonly [number, number]> {
  const { nodes, roots } = content;
  const key = `ranks ${roots.order} ${parent}`;
  const known = nodes.getCached<readonly [number, number]>(key);
  if (known !== undefined) return known;
  const ranks = await childRanks(content, parent);
  // Those of pages without children, as most are, are only of use to the page itself.
  return ranks[0] === ranks[1] ? ranks : nodes.setCached(key, ranks, 200);
}

/** A page, and the first page below it. */
interface LevelPage {
  readonly id: string;
  readonly record: PageRecord;
  readonly child: { readonly record: PageRecord | undefined } | undefined;
}

/** The estimated memory of a page of a level, in bytes. */
const levelPageSize = 500;

/** Reads the pages between two ranks. They are the same for all visitors, and for the pages that list them. */
function readPages(content: Content, from: number, end: number): Promise<readonly LevelPage[]> {
  const { nodes, roots } = content;
  return nodes.memoize(`level ${roots.order} ${roots.pages} ${from} ${end}`, async () => {
    const ids = await childIdsBetween(content, from, end);
    const records = await findPages(content, ids);
    const firstChildren = await firstChildrenOf(content, ids);
    const childRecords = await findPages(content, firstChildren.values());
    const value = ids.flatMap((id): LevelPage[] => {
      const [record, child] = [records.get(id), firstChildren.get(id)];
      if (record === undefined) return [];
      return [{ id, record, child: child === undefined ? undefined : { record: childRecords.get(child) } }];
    });
    return { value, size: levelPageSize * (1 + value.length) };
  });
}

async function readItems(
  input: NavigationInput,
  pages: readonly LevelPage[],
  parentPath: readonly string[],
  count: { items: number },
): Promise<TreeItem[]> {
  const { content, claims, trail } = input;
  const hasSubpages = (page: LevelPage) =>
    page.child !== undefined &&
    ((page.child.record?.type !== "link" && isListed(page.child.record, claims)) ||
      hasVisibleChild(content, page, claims));
  const items: TreeItem[] = [];
  const yielder = new EventLoopYielder();
  for (const page of pages) {
    if (yielder.isDue) await yielder.yieldIfDue();
    const { id, record } = page;
    if (!isListed(record, claims)) continue;
    const path = record.type === "link" ? parentPath : [...parentPath, record.slug];
    count.items++;
    const isOpen = trail.has(id) || (record.type === "group" && count.items < maxItems);
    const children = isOpen ? await readLevel(input, id, path, count) : { items: [] };
    const hasChildren = isOpen ? children.items.length > 0 : await hasSubpages(page);
    const isCurrent = id === input.pageId;
    items.push({ id, record, path, isCurrent, isOpen, hasChildren, children });
  }
  return items;
}

/** Whether a page is in the navigation of this visitor. */
function isListed(record: PageRecord | undefined, claims: Claims): record is PageRecord {
  return record !== undefined && !record.hidden && isMet(record.condition, claims);
}

/** The ids of pages by their ranks, in ascending or descending order. */
export async function* idsBetween(content: Content, from: number, end: number): AsyncGenerator<string> {
  const step = from <= end ? 1 : -1;
  const yielder = new EventLoopYielder();
  for (let rank = from; rank !== end; rank += step) {
    if (yielder.isDue) await yielder.yieldIfDue();
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

/** Whether one of the subpages is visible. Of a page, only the first ones are looked at; a group without any is omitted. */
async function hasVisibleChild(content: Content, { id, record }: LevelPage, claims: Claims) {
  for (const child of await childIdsOf(content, id, record.type === "group" ? undefined : maxLooks)) {
    const found = await findPage(content, child);
    if (isListed(found, claims) && (await leadsToVisible(content, found, claims))) return true;
  }
  return false;
}

/** Whether a page is no link to a page of this space that the visitor does not see, or to a group without pages. */
async function leadsToVisible(content: Content, { target }: PageRecord, claims: Claims): Promise<boolean> {
  const isOwn = (target?.kind === "page" || target?.kind === "anchor") && target.space === undefined;
  if (!isOwn || target.page === undefined) return true;
  const page = await findPage(content, target.page);
  return page !== undefined && isPageShown(content, target.page, page, claims);
}

/** A level without what leads nowhere: links whose targets the visitor may not see, and groups without pages that they see. */
export function omitDeadEnds(level: TreeLevel, targets: Pick<DocumentTargets, "targetOf">): TreeLevel {
  const items = level.items.flatMap((item) => {
    const { type, target } = item.record;
    if (type === "link") return target && targets.targetOf(target).href !== undefined ? [item] : [];
    if (!item.isOpen) return type === "group" && !item.hasChildren ? [] : [item];
    const children = omitDeadEnds(item.children, targets);
    const hasChildren = !isEmptyLevel(children);
    return type === "group" && !hasChildren ? [] : [{ ...item, children, hasChildren }];
  });
  return { ...level, items };
}

function isEmptyLevel({ items, before, after }: TreeLevel): boolean {
  return items.length === 0 && before === undefined && after === undefined;
}
