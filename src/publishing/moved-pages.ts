import { getRecords, maxPageDepth, readRecords } from "../content/index.ts";
import { startingWith } from "../content/map/index.ts";
import { findPage, slugKey } from "../content/pages/index.ts";
import { inBatches } from "../storage/database/index.ts";
import type { Claims } from "./conditions.ts";
import { isPageShown, type PublishedSpace, type PublishingContext } from "./published-content.ts";

/** The number of pages that a part of a path may lead to. Pages that were there last are preferred. */
export const maxCandidates = 8;
/** The number of siblings whose slugs are compared without regard to case. */
const maxSiblings = 1_000;

/**
 * Finds the visible page that a path without a page once led to, or leads to if it is written in other case. Each part of
 * the path is looked up below the pages that the parts before it lead to, so that the path may contain former paths of
 * parents. Where there is a page now, it is preferred to those that were there before.
 */
export async function findMovedPage(
  context: PublishingContext,
  space: PublishedSpace,
  segments: readonly string[],
  claims: Claims,
): Promise<string | undefined> {
  if (segments.length > maxPageDepth) return undefined;
  let candidates: readonly string[] = [""];
  for (const segment of segments) {
    candidates = await findBelow(context, space, candidates, segment);
    if (candidates.length === 0) return undefined;
  }
  const pages = await getRecords(space.content, "pages", candidates);
  for (const id of candidates) {
    const page = pages.get(id);
    if (page !== undefined && (await isPageShown(space.content, id, page, claims))) return id;
  }
  return undefined;
}

/** The pages that have or had a slug below one of these pages, the best first. */
async function findBelow(
  { database }: PublishingContext,
  space: PublishedSpace,
  parents: readonly string[],
  slug: string,
): Promise<string[]> {
  const slugs = [...new Set([slug, slug.toLowerCase()])];
  const keys = parents.map((parent) => slugs.map((text) => slugKey({ parent, slug: text })));
  const current = await getRecords(space.content, "slugs", keys.flat());
  const former = await inBatches(parents, (batch) =>
    database.read
      .selectFrom("former_slugs")
      .where("space_id", "=", space.id)
      .where("parent_id", "in", batch)
      .where("slug", "in", slugs)
      .select(["parent_id", "page_id"])
      .orderBy("moved_at", "desc")
      .orderBy("page_id")
      .limit(maxCandidates * maxCandidates)
      .execute(),
  );
  const found = new Set<string>();
  for (const [i, parent] of parents.entries()) {
    const exact = (keys[i] ?? []).flatMap((key) => current.get(key) ?? []);
    const now = exact.length > 0 ? exact : await findInOtherCase(space, parent, slug);
    for (const id of now) found.add(id);
    for (const { parent_id, page_id } of former) if (parent_id === parent) found.add(page_id);
  }
  return [...found].slice(0, maxCandidates);
}

/** The pages below a parent whose slugs differ from this one in case only. */
async function findInOtherCase({ content }: PublishedSpace, parent: string, slug: string): Promise<string[]> {
  // A deleted page has no children.
  if (parent !== "" && (await findPage(content, parent)) === undefined) return [];
  const range = { ...startingWith(`${parent}/`), limit: maxSiblings };
  const wanted = slugKey({ parent, slug: slug.toLowerCase() });
  return (await readRecords(content, "slugs", range))
    .filter(({ key }) => slugKey({ parent, slug: key.slice(parent.length + 1).toLowerCase() }) === wanted)
    .map(({ value }) => value);
}
