import { EventLoopYielder } from "../../platform/index.ts";
import { entryAt, getFirstValues, rankOf, readEntriesBetween, startingWith } from "../map/index.ts";
import { type Content, getRecord, getRecords, type PageRecord, readRecords } from "../model/index.ts";

/** A page with its path and its subtree. */
export interface PageBranch {
  readonly id: string;
  readonly record: PageRecord;
  readonly path: string;
  readonly children: readonly PageBranch[];
}

export type LocatedPage = Pick<PageBranch, "record" | "path">;

/** For more parents, reading all pages is faster than looking up the children of each. */
const maxLookups = 100;

export function findPage(content: Content, id: string): Promise<PageRecord | undefined> {
  return getRecord(content, "pages", id);
}

/** Finds several pages; unknown ids are absent from the result. */
export function findPages(content: Content, ids: Iterable<string>): Promise<Map<string, PageRecord>> {
  return getRecords(content, "pages", ids);
}

export function orderKey(id: string, { parent, order }: Pick<PageRecord, "parent" | "order">): string {
  return `${parent}/${order}/${id}`;
}

export function slugKey({ parent, slug }: Pick<PageRecord, "parent" | "slug">): string {
  return `${parent}/${slug}`;
}

export async function childIdsOf(content: Content, parent: string, limit?: number): Promise<string[]> {
  const entries = await readRecords(content, "order", { ...startingWith(`${parent}/`), limit });
  return entries.map(({ value }) => value);
}

export async function hasChildren(content: Content, parent: string): Promise<boolean> {
  return (await childIdsOf(content, parent, 1)).length > 0;
}

/** The half-open range of ranks of a page's children in the `order` map. */
export async function childRanks({ nodes, roots }: Content, parent: string): Promise<[number, number]> {
  const { from, until } = startingWith(`${parent}/`);
  return [await rankOf(nodes, roots.order, from), await rankOf(nodes, roots.order, until)];
}

/** The rank of a page in the `order` map. */
export function rankOfPage({ nodes, roots }: Content, id: string, page: PageRecord): Promise<number> {
  return rankOf(nodes, roots.order, orderKey(id, page));
}

export async function childAt({ nodes, roots }: Content, rank: number): Promise<string | undefined> {
  return (await entryAt<string>(nodes, roots.order, rank))?.value;
}

/** The ids of the pages between two ranks in the `order` map. */
export async function childIdsBetween(
  { nodes, roots }: Content,
  from: number,
  end: number,
): Promise<string[]> {
  const entries = await readEntriesBetween<string>(nodes, roots.order, from, end);
  return entries.map(({ value }) => value);
}

/** The ids of the first children of pages by those of their parents. Pages without children are absent from the result. */
export async function firstChildrenOf(
  { nodes, roots }: Content,
  parents: readonly string[],
): Promise<Map<string, string>> {
  const prefixes = parents.map((parent) => `${parent}/`);
  const children = await getFirstValues<string>(nodes, roots.order, prefixes);
  return new Map(Array.from(children, ([prefix, child]) => [prefix.slice(0, -1), child]));
}

/** The ancestors of a page, nearest first. */
export async function ancestorsOf(
  content: Content,
  page: Pick<PageRecord, "parent">,
): Promise<Map<string, PageRecord>> {
  const ancestors = new Map<string, PageRecord>();
  for (let id = page.parent; id !== ""; ) {
    const parent = await findPage(content, id);
    if (parent === undefined || ancestors.has(id)) break;
    ancestors.set(id, parent);
    id = parent.parent;
  }
  return ancestors;
}

/** The slugs of the ancestors and the page, from the top, joined by slashes. */
export async function pathOf(content: Content, record: PageRecord): Promise<string> {
  const ancestors = await ancestorsOf(content, record);
  return [...ancestors.values()]
    .map(({ slug }) => slug)
    .reverse()
    .concat(record.slug)
    .join("/");
}

interface LocatedBelow extends LocatedPage {
  /** From the top-level page to the parent. */
  readonly ancestors: readonly PageRecord[];
}

/** Finds pages, their paths and ancestors; unknown ids are absent from the result. Ancestors are read level by level. */
export async function locatePages(
  content: Content,
  ids: readonly string[],
): Promise<Map<string, LocatedBelow>> {
  const records = new Map<string, PageRecord>();
  for (let pending = new Set(ids); pending.size > 0; ) {
    const level = await getRecords(content, "pages", pending);
    for (const [id, record] of level) records.set(id, record);
    const parents = Array.from(level.values(), ({ parent }) => parent);
    pending = new Set(parents.filter((id) => id !== "" && !records.has(id)));
  }
  const ancestorsOfRecord = (page: PageRecord): PageRecord[] => {
    const ancestors: PageRecord[] = [];
    for (let parent = records.get(page.parent); parent !== undefined; parent = records.get(parent.parent))
      ancestors.push(parent);
    return ancestors.reverse();
  };
  return new Map(
    ids.flatMap((id) => {
      const record = records.get(id);
      if (record === undefined) return [];
      const ancestors = ancestorsOfRecord(record);
      const path = [...ancestors, record].map(({ slug }) => slug).join("/");
      return [[id, { record, path, ancestors }]];
    }),
  );
}

export async function findByPath(content: Content, path: string): Promise<string | undefined> {
  let id: string | undefined = "";
  for (const slug of path.split("/")) {
    id = slug === "" ? undefined : await getRecord(content, "slugs", slugKey({ parent: id, slug }));
    if (id === undefined) return undefined;
  }
  return id;
}

/** The slugs of a path below a page; below the root, the parent is empty. */
export interface PagePath {
  readonly parent: string;
  readonly slugs: readonly string[];
}

/** Finds pages by their paths; paths without a page are absent from the result. All paths are read level by level. */
export async function findByPaths(
  content: Content,
  paths: readonly PagePath[],
): Promise<Map<PagePath, string>> {
  const found = new Map<PagePath, string>();
  let level = paths.map((path) => ({ path, id: path.parent }));
  for (let depth = 0; level.length > 0; depth++) {
    const below = level.flatMap(({ path, id }) => {
      const slug = path.slugs[depth];
      if (slug === undefined && id !== "") found.set(path, id);
      return slug ? { path, key: slugKey({ parent: id, slug }) } : [];
    });
    const ids = await getRecords(content, "slugs", new Set(below.map(({ key }) => key)));
    level = below.flatMap(({ path, key }) => {
      const id = ids.get(key);
      return id === undefined ? [] : { path, id };
    });
  }
  return found;
}

/** The home page: the first visible document in tree order, without descending into documents. */
export async function findHomePage(
  content: Content,
  isVisible: (page: PageRecord) => boolean = () => true,
  parent = "",
): Promise<string | undefined> {
  const [first, end] = await childRanks(content, parent);
  const yielder = new EventLoopYielder();
  for (let rank = first; rank < end; rank++) {
    await yielder.yieldIfDue();
    const id = (await childAt(content, rank)) ?? "";
    const record = await findPage(content, id);
    if (record === undefined || !isVisible(record)) continue;
    if (record.type === "document") return id;
    const below = record.type === "group" ? await findHomePage(content, isVisible, id) : undefined;
    if (below !== undefined) return below;
  }
  return undefined;
}

/** Reads all pages as a tree. While many pages are read, other requests run. */
export async function readTree(content: Content): Promise<PageBranch[]> {
  const byParent = await readAllByParent(content);
  const yielder = new EventLoopYielder();
  const top: PageBranch[] = [];
  const pending = [{ id: "", prefix: "", branches: top }];
  for (let parent = pending.pop(); parent !== undefined; parent = pending.pop())
    for (const [id, record] of byParent.get(parent.id) ?? []) {
      const path = parent.prefix + record.slug;
      const children: PageBranch[] = byParent.has(id) ? [] : noBranches;
      parent.branches.push({ id, record, path, children });
      if (children !== noBranches) pending.push({ id, prefix: `${path}/`, branches: children });
      await yielder.yieldIfDue();
    }
  return top;
}

/** Shared by all pages without children. */
const noBranches: PageBranch[] = [];

type PageEntry = readonly [id: string, record: PageRecord];

/** All pages by parent, siblings in order. */
async function readAllByParent(content: Content): Promise<Map<string, PageEntry[]>> {
  const yielder = new EventLoopYielder();
  const records = new Map<string, PageRecord>();
  for (const { key, value } of await readRecords(content, "pages")) {
    records.set(key, value);
    await yielder.yieldIfDue();
  }
  const byParent = new Map<string, PageEntry[]>();
  for (const { value: id } of await readRecords(content, "order")) {
    const record = records.get(id);
    if (record !== undefined) byParent.getOrInsertComputed(record.parent, () => []).push([id, record]);
    await yielder.yieldIfDue();
  }
  return byParent;
}

export async function readBranch(content: Content, id: string): Promise<PageBranch | undefined> {
  const record = await findPage(content, id);
  if (record === undefined) return undefined;
  const descendants = await descendantsOf(content, id);
  const byParent = Map.groupBy(descendants, ([, { parent }]) => parent);
  const branch = (pageId: string, page: PageRecord, path: string): PageBranch => ({
    id: pageId,
    record: page,
    path,
    children: (byParent.get(pageId) ?? []).map(([childId, child]) =>
      branch(childId, child, `${path}/${child.slug}`),
    ),
  });
  return branch(id, record, await pathOf(content, record));
}

/** All descendants of a page, level by level, siblings in order. */
export async function descendantsOf(content: Content, id: string): Promise<PageEntry[]> {
  const descendants: PageEntry[] = [];
  let byParent: Map<string, PageEntry[]> | undefined;
  for (let level = [id]; level.length > 0; ) {
    if (level.length > maxLookups) byParent ??= await readAllByParent(content);
    const children: PageEntry[] = [];
    for (const parent of level)
      for (const child of byParent ? (byParent.get(parent) ?? []) : await childrenOf(content, parent))
        children.push(child);
    for (const child of children) descendants.push(child);
    level = children.map(([child]) => child);
  }
  return descendants;
}

async function childrenOf(content: Content, parent: string): Promise<PageEntry[]> {
  const ids = await childIdsOf(content, parent);
  const records = await getRecords(content, "pages", ids);
  return ids.flatMap((id): PageEntry[] => {
    const record = records.get(id);
    return record === undefined ? [] : [[id, record]];
  });
}
