import { entryAt, getValue, getValues, rankOf, readEntries, startingWith } from "../map/index.ts";
import type { Content, PageRecord } from "../model/index.ts";

/** A page with its path and its subtree. */
export interface PageBranch {
  readonly id: string;
  readonly record: PageRecord;
  readonly path: string;
  readonly children: readonly PageBranch[];
}

export type LocatedPage = Pick<PageBranch, "record" | "path">;

/** Beyond this many parents, reading all pages is faster than looking up the children of each. */
const maxLookups = 100;

export function findPage({ nodes, roots }: Content, id: string): Promise<PageRecord | undefined> {
  return getValue<PageRecord>(nodes, roots.pages, id);
}

export function orderKey(id: string, { parent, order }: Pick<PageRecord, "parent" | "order">): string {
  return `${parent}/${order}/${id}`;
}

export function slugKey({ parent, slug }: Pick<PageRecord, "parent" | "slug">): string {
  return `${parent}/${slug}`;
}

export async function childIdsOf({ nodes, roots }: Content, parent: string): Promise<string[]> {
  const entries = await readEntries<string>(nodes, roots.order, startingWith(`${parent}/`));
  return entries.map(({ value }) => value);
}

export async function hasChildren({ nodes, roots }: Content, parent: string): Promise<boolean> {
  const range = { ...startingWith(`${parent}/`), limit: 1 };
  return (await readEntries<string>(nodes, roots.order, range)).length > 0;
}

/** The half-open range of ranks in the `order` map that the children of a page have. */
export async function childRanks({ nodes, roots }: Content, parent: string): Promise<[number, number]> {
  const { from, until } = startingWith(`${parent}/`);
  return [await rankOf(nodes, roots.order, from), await rankOf(nodes, roots.order, until)];
}

/** The page id at a rank of the `order` map. */
export async function childAt({ nodes, roots }: Content, rank: number): Promise<string | undefined> {
  return (await entryAt<string>(nodes, roots.order, rank))?.value;
}

/** The ancestors of a page, nearest first. */
export async function ancestorsOf(content: Content, record: PageRecord): Promise<Map<string, PageRecord>> {
  const above = new Map<string, PageRecord>();
  for (let id = record.parent; id !== ""; ) {
    const parent = await findPage(content, id);
    if (parent === undefined || above.has(id)) break;
    above.set(id, parent);
    id = parent.parent;
  }
  return above;
}

/** The slugs of the ancestors and the page, from the top, joined by slashes. */
export async function pathOf(content: Content, record: PageRecord): Promise<string> {
  const above = await ancestorsOf(content, record);
  return [...above.values()]
    .map(({ slug }) => slug)
    .reverse()
    .concat(record.slug)
    .join("/");
}

/** Finds pages and their paths; unknown ids are absent from the result. Ancestors are read level by level. */
export async function locatePages(
  { nodes, roots }: Content,
  ids: readonly string[],
): Promise<Map<string, LocatedPage>> {
  const known = new Map<string, PageRecord>();
  for (let wanted = new Set(ids); wanted.size > 0; ) {
    const found = await getValues<PageRecord>(nodes, roots.pages, [...wanted]);
    for (const [id, record] of found) known.set(id, record);
    const parents = Array.from(found.values(), ({ parent }) => parent);
    wanted = new Set(parents.filter((id) => id !== "" && !known.has(id)));
  }
  const pathOfKnown = (record: PageRecord): string => {
    const parent = known.get(record.parent);
    return parent === undefined ? record.slug : `${pathOfKnown(parent)}/${record.slug}`;
  };
  return new Map(
    ids.flatMap((id) => {
      const record = known.get(id);
      return record === undefined ? [] : [[id, { record, path: pathOfKnown(record) }]];
    }),
  );
}

export async function findByPath({ nodes, roots }: Content, path: string): Promise<string | undefined> {
  let id = "";
  for (const slug of path.split("/")) {
    const child =
      slug === "" ? undefined : await getValue<string>(nodes, roots.slugs, slugKey({ parent: id, slug }));
    if (child === undefined) return undefined;
    id = child;
  }
  return id;
}

/** The home page: the first visible page of type document, in tree order, not looking below documents. */
export async function findHomePage(
  content: Content,
  isShown: (page: PageRecord) => boolean = () => true,
  parent = "",
): Promise<string | undefined> {
  const [first, end] = await childRanks(content, parent);
  for (let rank = first; rank < end; rank++) {
    const id = (await childAt(content, rank)) ?? "";
    const record = await findPage(content, id);
    if (record === undefined || !isShown(record)) continue;
    if (record.type === "document") return id;
    const below = record.type === "group" ? await findHomePage(content, isShown, id) : undefined;
    if (below !== undefined) return below;
  }
  return undefined;
}

export async function readTree(content: Content): Promise<PageBranch[]> {
  const byParent = await readAllByParent(content);
  const branches = (parent: string, above: string): PageBranch[] =>
    (byParent.get(parent) ?? []).map(([id, record]) => {
      const path = above + record.slug;
      return { id, record, path, children: branches(id, `${path}/`) };
    });
  return branches("", "");
}

type PageEntry = readonly [id: string, record: PageRecord];

/** All pages by parent, siblings in order. Reads the `pages` map once from end to end. */
async function readAllByParent({ nodes, roots }: Content): Promise<Map<string, PageEntry[]>> {
  const byParent = new Map<string, PageEntry[]>();
  for (const { key, value } of await readEntries<PageRecord>(nodes, roots.pages)) {
    byParent.getOrInsertComputed(value.parent, () => []).push([key, value]);
  }
  for (const siblings of byParent.values()) siblings.sort(bySiblingOrder);
  return byParent;
}

function bySiblingOrder([a, { order: first }]: PageEntry, [b, { order: second }]: PageEntry): number {
  if (first === second) return a < b ? -1 : 1;
  return first < second ? -1 : 1;
}

export async function readBranch(content: Content, id: string): Promise<PageBranch | undefined> {
  const record = await findPage(content, id);
  if (record === undefined) return undefined;
  const below = await descendantsOf(content, id);
  const byParent = Map.groupBy(below, ([, { parent }]) => parent);
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
  const found: PageEntry[] = [];
  let all: Map<string, PageEntry[]> | undefined;
  for (let level = [id]; level.length > 0; ) {
    if (level.length > maxLookups) all ??= await readAllByParent(content);
    const children: PageEntry[] = [];
    for (const parent of level)
      children.push(...(all?.get(parent) ?? (all ? [] : await childrenOf(content, parent))));
    for (const child of children) found.push(child);
    level = children.map(([child]) => child);
  }
  return found;
}

async function childrenOf(content: Content, parent: string): Promise<PageEntry[]> {
  const ids = await childIdsOf(content, parent);
  const records = await getValues<PageRecord>(content.nodes, content.roots.pages, ids);
  return ids.flatMap((id): PageEntry[] => {
    const record = records.get(id);
    return record === undefined ? [] : [[id, record]];
  });
}
