import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";
import { conflict, type LecternError, notFound } from "../../platform/index.ts";
import { type Difference, getValue, getValues, rankOf, startingWith } from "../map/index.ts";
import { canonical, type Draft, editDraft, type PageRecord } from "../model/index.ts";
import {
  ancestorsOf,
  childAt,
  childIdsOf,
  childRanks,
  descendantsOf,
  findPage,
  orderKey,
  slugKey,
} from "./read-pages.ts";
import { numberedSlug } from "./slug.ts";

/** Deep enough for any book, and not so deep that the tree cannot be written out. */
export const maxPageDepth = 256;
/** Orders grow when pages are put in between again and again; beyond this, all siblings get fresh ones. */
const longestOrder = 48;

/** Where a page goes: below which page (none at the top), and before which of its siblings (the end if not given). */
export interface PagePosition {
  readonly parent: string;
  readonly at?: number | undefined;
}

/** A page before it has a place. */
export type UnplacedPage = Omit<PageRecord, "parent" | "order">;

/** Whether a slug must be just that, since an author chose it, or may be numbered where another page has it. */
interface SlugChoice {
  readonly exactSlug?: boolean;
}

/** Puts a new page into the tree. */
export async function insertPage(
  draft: Draft,
  id: string,
  page: UnplacedPage,
  place: PagePosition,
  { exactSlug = false }: SlugChoice = {},
): Promise<void> {
  await requireParent(draft, page.type, place.parent);
  const slug = await freeSlug(draft, place.parent, page.slug, exactSlug);
  const order = await orderAt(draft, place);
  await editPages(draft, [{ key: id, after: { ...page, slug, parent: place.parent, order } }]);
}

/** Changes a page where it stands. */
export async function updatePage(
  draft: Draft,
  id: string,
  before: PageRecord,
  after: PageRecord,
  { exactSlug = false }: SlugChoice = {},
): Promise<void> {
  const isRenamed = after.slug !== before.slug;
  const slug = isRenamed ? await freeSlug(draft, after.parent, after.slug, exactSlug) : after.slug;
  await editPages(draft, [{ key: id, before, after: { ...after, slug } }]);
}

/** Gives a page another place in the tree, with all that is below it, and what else is new about it. */
export async function movePage(
  draft: Draft,
  id: string,
  before: PageRecord,
  place: PagePosition,
  after: PageRecord = before,
  { exactSlug = false }: SlugChoice = {},
): Promise<void> {
  const { parent } = place;
  if (parent !== before.parent) await requireParent(draft, before.type, parent, id);
  await editPages(draft, [{ key: id, before }]);
  const slug = await freeSlug(draft, parent, after.slug, exactSlug);
  const order = await orderAt(draft, place);
  await editPages(draft, [{ key: id, after: { ...after, slug, parent, order } }]);
  if (parent !== before.parent) await requireDepth(draft, id);
}

/** Refuses a page that has, with all that is below it, come to stand too deep. */
export async function requireDepth(draft: Draft, id: string): Promise<void> {
  const record = await findPage(draft, id);
  if (record === undefined) return;
  const above = (await ancestorsOf(draft, record)).size;
  if (above + 1 + (await depthBelow(draft, id)) > maxPageDepth) throw tooDeep();
}

/** Takes a page away, and all that is below it; the ids of all of them. */
export async function removePage(draft: Draft, id: string, page: PageRecord): Promise<string[]> {
  const gone = [[id, page] as const, ...(await descendantsOf(draft, id))];
  await editPages(
    draft,
    gone.map(([key, before]) => ({ key, before })),
  );
  return gone.map(([pageId]) => pageId);
}

/** Changes the records of pages, and what is found from them: their order and their paths. */
export async function editPages(draft: Draft, differences: readonly Difference<PageRecord>[]): Promise<void> {
  const pages = new Map<string, PageRecord | undefined>();
  const order = new Map<string, string | undefined>();
  const slugs = new Map<string, string | undefined>();
  for (const { key: id, before } of differences) {
    pages.set(id, undefined);
    if (before === undefined) continue;
    order.set(orderKey(id, before), undefined);
    slugs.set(slugKey(before), undefined);
  }
  // Only then what is new: it may take the place of what another page leaves.
  for (const { key: id, after } of differences) {
    if (after === undefined) continue;
    pages.set(id, canonical(after));
    order.set(orderKey(id, after), id);
    if (after.slug !== "") slugs.set(slugKey(after), id);
  }
  await editDraft(draft, "pages", pages);
  await editDraft(draft, "order", order);
  await editDraft(draft, "slugs", slugs);
}

/** What may be below what: links have no children, and groups stand at the top. */
async function requireParent(draft: Draft, type: string, parent: string, moved?: string): Promise<void> {
  if (parent === "") return;
  if (type === "group") throw conflict("A group of pages stands at the top of the tree, never below a page");
  const record = await findPage(draft, parent);
  if (record === undefined) throw notFound("Page");
  if (record.type === "link") throw conflict("A link cannot have pages below it");
  const above = await ancestorsOf(draft, record);
  if (moved !== undefined && (parent === moved || above.has(moved)))
    throw conflict("A page cannot be moved below itself");
  if (above.size + 2 > maxPageDepth) throw tooDeep();
}

function tooDeep(): LecternError {
  return conflict(`Pages can be nested ${maxPageDepth} levels deep, not deeper`);
}

async function depthBelow(draft: Draft, id: string): Promise<number> {
  const depths = new Map([[id, 0]]);
  let most = 0;
  for (const [child, { parent }] of await descendantsOf(draft, id)) {
    const depth = (depths.get(parent) ?? 0) + 1;
    depths.set(child, depth);
    most = Math.max(most, depth);
  }
  return most;
}

async function freeSlug(draft: Draft, parent: string, slug: string, exact: boolean): Promise<string> {
  if (slug === "") return "";
  const { nodes, roots } = draft;
  const isTaken = async (candidate: string) =>
    (await getValue(nodes, roots.slugs, slugKey({ parent, slug: candidate }))) !== undefined;
  if (!(await isTaken(slug))) return slug;
  if (exact) throw conflict(`Another page beside this one has the slug ${slug} already`);
  // Begins where the numbers that are there end, mostly: a thousand pages of one name are not tried one by one.
  const { from, until } = startingWith(slugKey({ parent, slug: numberedSlug(slug, 1).slice(0, -1) }));
  const numbered = (await rankOf(nodes, roots.slugs, until)) - (await rankOf(nodes, roots.slugs, from));
  for (let number = numbered + 1; ; number++) {
    const candidate = numberedSlug(slug, number);
    if (!(await isTaken(candidate))) return candidate;
  }
}

/** A key that sorts between the two siblings where the page goes. */
async function orderAt(draft: Draft, { parent, at }: PagePosition): Promise<string> {
  const [first, end] = await childRanks(draft, parent);
  const rank = at === undefined ? end : Math.min(first + at, end);
  const before = rank > first ? await orderOfChild(draft, rank - 1) : null;
  const after = rank < end ? await orderOfChild(draft, rank) : null;
  const isTied = before !== null && before === after;
  const order = isTied ? "" : generateKeyBetween(before, after);
  if (!isTied && order.length <= longestOrder) return order;
  await spreadOut(draft, parent);
  return orderAt(draft, { parent, at });
}

async function orderOfChild(draft: Draft, rank: number): Promise<string> {
  const id = (await childAt(draft, rank)) ?? "";
  return (await findPage(draft, id))?.order ?? "";
}

/** Gives all children of a page fresh keys, in the order they have. */
async function spreadOut(draft: Draft, parent: string): Promise<void> {
  const ids = await childIdsOf(draft, parent);
  const orders = generateNKeysBetween(null, null, ids.length);
  const records = await getValues<PageRecord>(draft.nodes, draft.roots.pages, ids);
  const spread = ids.flatMap((id, i): Difference<PageRecord>[] => {
    const before = records.get(id);
    return before === undefined ? [] : [{ key: id, before, after: { ...before, order: orders[i] ?? "" } }];
  });
  await editPages(draft, spread);
}
