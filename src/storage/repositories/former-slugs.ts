import { sql } from "kysely";
import { type Content, getRecords, openContent } from "../../content/index.ts";
import { diffMaps } from "../../content/map/index.ts";
import { batchesBySize, inBatches, type Reader, type Writer } from "../database/index.ts";

// Where pages were before they were moved or renamed, one row for each. A row has the id of the parent, so a move of the
// parent needs no rows for the pages below it.

export interface FormerSlug {
  readonly parentId: string;
  readonly slug: string;
  readonly pageId: string;
}

/**
 * Finds the slugs of pages in `before` that they do not have below the same parent any more. Of deleted pages, only those are included
 * below which an existing page has been. The cost is proportional to the difference of the contents.
 */
export async function findFormerSlugs(
  db: Reader,
  spaceId: string,
  before: Content,
  afterRoot: string,
): Promise<FormerSlug[]> {
  const after = openContent(before.nodes, afterRoot);
  const differences = await diffMaps<string>(before.nodes, before.roots.slugs, after.roots.slugs);
  const left = differences.flatMap(({ key, before: pageId }): FormerSlug[] => {
    const [parentId = "", slug = ""] = key.split("/", 2);
    return pageId === undefined || slug === "" ? [] : [{ parentId, slug, pageId }];
  });
  if (left.length === 0) return [];
  const pages = await getRecords(
    after,
    "pages",
    left.map(({ pageId }) => pageId),
  );
  const moved = left.filter(({ pageId }) => pages.has(pageId));
  const deleted = new Map(left.filter(({ pageId }) => !pages.has(pageId)).map((slug) => [slug.pageId, slug]));
  return [...moved, ...(await findFormerParents(db, spaceId, moved, deleted))];
}

/** The deleted pages below which an existing page has been. */
async function findFormerParents(
  db: Reader,
  spaceId: string,
  moved: readonly FormerSlug[],
  deleted: ReadonlyMap<string, FormerSlug>,
): Promise<FormerSlug[]> {
  if (deleted.size === 0) return [];
  const known = await inBatches([...deleted.keys()], (batch) =>
    db
      .selectFrom("former_slugs")
      .where("space_id", "=", spaceId)
      .where("parent_id", "in", batch)
      .select("parent_id")
      .distinct()
      .execute(),
  );
  const parents = new Set<FormerSlug>();
  for (const id of [...moved.map(({ parentId }) => parentId), ...known.map(({ parent_id }) => parent_id)])
    for (let parent = deleted.get(id); parent && !parents.has(parent); parent = deleted.get(parent.parentId))
      parents.add(parent);
  return [...parents];
}

/** Stores former slugs. The time of one that is stored already becomes `movedAt` if that is later. */
export async function insertFormerSlugs(
  trx: Writer,
  spaceId: string,
  slugs: readonly FormerSlug[],
  movedAt: string,
): Promise<void> {
  for (const batch of batchesBySize(slugs, ({ slug }) => slug.length)) {
    const rows = batch.map(({ parentId, slug, pageId }) => ({
      space_id: spaceId,
      parent_id: parentId,
      slug,
      page_id: pageId,
      moved_at: movedAt,
    }));
    await trx
      .insertInto("former_slugs")
      .values(rows)
      .onConflict((existing) =>
        existing
          .columns(["space_id", "parent_id", "slug", "page_id"])
          .doUpdateSet({ moved_at: movedAt })
          .where("former_slugs.moved_at", "<", movedAt),
      )
      .execute();
  }
}

/** A copy has at most this number of former slugs, the newest, so that duplicating a space stays fast. */
const maxCopiedSlugs = 20_000;

/** Copies the former slugs of a space to another one whose pages have the same ids. */
export async function copyFormerSlugs(trx: Writer, from: string, to: string): Promise<void> {
  await trx
    .insertInto("former_slugs")
    .columns(["space_id", "parent_id", "slug", "page_id", "moved_at"])
    .expression(
      trx
        .selectFrom("former_slugs")
        .where("space_id", "=", from)
        .select([sql.val(to).as("space_id"), "parent_id", "slug", "page_id", "moved_at"])
        .orderBy("moved_at", "desc")
        .limit(maxCopiedSlugs),
    )
    .execute();
}
