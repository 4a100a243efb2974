import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";
import { badInput, conflict, notFound } from "../../platform/index.ts";
import { type Difference, rankOf, startingWith } from "../map/index.ts";
import { type Draft, editDraft, getRecord, getRecords, type PageRecord } from "../model/index.ts";
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
import { isReservedSlug, numberedSlug } from "./slug.ts";
import { type Extent, excessOf, extentOf, findExcess } from "./tree-limits.ts";

/** Sort keys grow with repeated insertion between siblings. Beyond this length, all siblings get new sort keys. */
const maxOrderLength = 48;

/** A position in the tree: the parent (empty for the top level) and the index among siblings (default: the end). */
interface PagePosition {
  readonly parent: string;
  readonly at?: number | undefined;
}

interface EditOptions {
  /** Rejects a slug that a sibling already has, instead of appending a number. */
  readonly exactSlug?: boolean;
  /** The field to blame if the page would exceed the limits of the tree. */
  readonly field?: string;
}

export async function insertPage(
  draft: Draft,
  id: string,
  page: Omit<PageRecord, "parent" | "order">,
  position: PagePosition,
  { exactSlug = false, field = "into" }: EditOptions = {},
): Promise<void> {
  await requireParent(draft, page.type, position.parent);
  const slug = await findFreeSlug(draft, position.parent, page.slug, exactSlug);
  const excess = excessOf(await extentOf(draft, { parent: position.parent, slug }));
  if (excess !== undefined) throw badInput(field, excess);
  const order = await generateOrder(draft, position);
  await editPages(draft, [{ key: id, after: { ...page, slug, parent: position.parent, order } }]);
}

export async function updatePage(
  draft: Draft,
  id: string,
  before: PageRecord,
  after: PageRecord,
  { exactSlug = false, field = "slug" }: EditOptions = {},
): Promise<void> {
  const isRenamed = after.slug !== before.slug;
  const slug = isRenamed ? await findFreeSlug(draft, after.parent, after.slug, exactSlug) : after.slug;
  const extent = isRenamed ? await extentOf(draft, before) : undefined;
  await editPages(draft, [{ key: id, before, after: { ...after, slug } }]);
  if (extent !== undefined) await requireWithinLimits(draft, id, field, extent);
}

export async function movePage(
  draft: Draft,
  id: string,
  before: PageRecord,
  position: PagePosition,
  after: PageRecord = before,
  { exactSlug = false, field = "into" }: EditOptions = {},
): Promise<void> {
  const { parent } = position;
  if (parent !== before.parent) await requireParent(draft, before.type, parent, id);
  const extent = await extentOf(draft, before);
  await editPages(draft, [{ key: id, before }]);
  const slug = await findFreeSlug(draft, parent, after.slug, exactSlug);
  const order = await generateOrder(draft, position);
  await editPages(draft, [{ key: id, after: { ...after, slug, parent, order } }]);
  await requireWithinLimits(draft, id, field, extent);
}

async function requireWithinLimits(draft: Draft, id: string, field: string, before: Extent): Promise<void> {
  const excess = await findExcess(draft, id, before);
  if (excess !== undefined) throw badInput(field, excess);
}

/** Removes a page with its subtree. Returns the ids of all removed pages. */
export async function removePage(draft: Draft, id: string, page: PageRecord): Promise<string[]> {
  const removed = [[id, page] as const, ...(await descendantsOf(draft, id))];
  await editPages(
    draft,
    removed.map(([key, before]) => ({ key, before })),
  );
  return removed.map(([pageId]) => pageId);
}

/** Changes page records and the indexes derived from them. */
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
  // Additions follow all removals, since a page may get the slug that another page had.
  for (const { key: id, after } of differences) {
    if (after === undefined) continue;
    pages.set(id, after);
    order.set(orderKey(id, after), id);
    if (after.slug !== "") slugs.set(slugKey(after), id);
  }
  await editDraft(draft, "pages", pages);
  await editDraft(draft, "order", order);
  await editDraft(draft, "slugs", slugs);
}

/** Rejects a parent that is a link or is below the page, and any parent of a group. */
async function requireParent(draft: Draft, type: string, parent: string, moved?: string): Promise<void> {
  if (parent === "") return;
  if (type === "group") throw conflict("A group of pages can only be at the top level");
  const record = await findPage(draft, parent);
  if (record === undefined) throw notFound("Page");
  if (record.type === "link") throw conflict("A link cannot have pages below it");
  const ancestors = await ancestorsOf(draft, record);
  if (moved !== undefined && (parent === moved || ancestors.has(moved)))
    throw conflict("A page cannot be moved below itself");
}

async function findFreeSlug(draft: Draft, parent: string, slug: string, exact: boolean): Promise<string> {
  if (slug === "") return "";
  const { nodes, roots } = draft;
  const isTaken = async (candidate: string) =>
    (await getRecord(draft, "slugs", slugKey({ parent, slug: candidate }))) !== undefined;
  const isReserved = isReservedSlug(slug);
  if (!isReserved && !(await isTaken(slug))) return slug;
  if (exact && !isReserved) throw conflict(`Another page beside this one has the slug ${slug} already`);
  // Starts at the count of numbered slugs, so that many pages with the same name take few attempts.
  const { from, until } = startingWith(slugKey({ parent, slug: numberedSlug(slug, 1).slice(0, -1) }));
  const count = (await rankOf(nodes, roots.slugs, until)) - (await rankOf(nodes, roots.slugs, from));
  for (let number = count + 1; ; number++) {
    const candidate = numberedSlug(slug, number);
    if (!(await isTaken(candidate))) return candidate;
  }
}

/** A sort key between the two siblings at this position. */
async function generateOrder(draft: Draft, { parent, at }: PagePosition): Promise<string> {
  const [first, end] = await childRanks(draft, parent);
  const rank = at === undefined ? end : Math.min(first + at, end);
  const before = rank > first ? await orderOfChild(draft, rank - 1) : null;
  const after = rank < end ? await orderOfChild(draft, rank) : null;
  const isTied = before !== null && before === after;
  const order = isTied ? "" : generateKeyBetween(before, after);
  if (!isTied && order.length <= maxOrderLength) return order;
  await renumberSiblings(draft, parent);
  return generateOrder(draft, { parent, at });
}

async function orderOfChild(draft: Draft, rank: number): Promise<string> {
  const id = (await childAt(draft, rank)) ?? "";
  return (await findPage(draft, id))?.order ?? "";
}

/** Assigns new sort keys to all children of a page, in their current order. */
async function renumberSiblings(draft: Draft, parent: string): Promise<void> {
  const ids = await childIdsOf(draft, parent);
  const orders = generateNKeysBetween(null, null, ids.length);
  const records = await getRecords(draft, "pages", ids);
  const differences = ids.flatMap((id, i): Difference<PageRecord>[] => {
    const before = records.get(id);
    return before === undefined ? [] : [{ key: id, before, after: { ...before, order: orders[i] ?? "" } }];
  });
  await editPages(draft, differences);
}
