import { findPages } from "../../content/pages/index.ts";
import type { Membership } from "../../identity/roles/index.ts";
import { conflict } from "../../platform/index.ts";
import type { Reader } from "../../storage/database/index.ts";
import { openSpaceContent } from "../content/index.ts";
import type { Context } from "../http/index.ts";
import { lockLibraryItems } from "../library-items/index.ts";
import { findSpaces, matchSpaces, type SpaceRow } from "../spaces/index.ts";

/** The number of pages of an organization that can be templates. */
const maxTemplates = 200;

/** The pages that are marked as templates, in spaces that the member sees. */
export async function findMarkedPages(context: Context, member: Membership) {
  const { read } = context.database;
  const rows = await matchSpaces(read, member)
    .innerJoin("page_templates", "page_templates.space_id", "contents.id")
    .orderBy("page_templates.created_at")
    .limit(maxTemplates)
    .select(["page_templates.space_id", "page_templates.page_id"])
    .execute();
  const spaces = await findSpaces(read, member.organizationId, [
    ...new Set(rows.map(({ space_id }) => space_id)),
  ]);
  const found = [];
  for (const [spaceId, marked] of Map.groupBy(rows, ({ space_id }) => space_id)) {
    const space = spaces.get(spaceId);
    if (space === undefined) continue;
    const ids = marked.map(({ page_id }) => page_id);
    // A deleted page is a template again if it is restored.
    for (const [id, record] of await findPages(openSpaceContent(context, space, space.root), ids))
      found.push({ space, id, record });
  }
  return found;
}

export async function isMarked(db: Reader, spaceId: string, pageId: string): Promise<boolean> {
  const found = await db
    .selectFrom("page_templates")
    .where("space_id", "=", spaceId)
    .where("page_id", "=", pageId)
    .select("page_id")
    .executeTakeFirst();
  return found !== undefined;
}

export async function markPage({ database, clock }: Context, space: SpaceRow, pageId: string): Promise<void> {
  await database.write(async (trx) => {
    await lockLibraryItems(trx, space.organization_id, [space.id]);
    const marked = await trx
      .selectFrom("page_templates")
      .innerJoin("contents", "contents.id", "page_templates.space_id")
      .where("contents.organization_id", "=", space.organization_id)
      .select("page_templates.page_id")
      .limit(maxTemplates)
      .execute();
    if (marked.length >= maxTemplates)
      throw conflict(`An organization can have up to ${maxTemplates} pages as templates`);
    await trx
      .insertInto("page_templates")
      .values({ space_id: space.id, page_id: pageId, created_at: clock.now() })
      .onConflict((existing) => existing.doNothing())
      .execute();
  });
}

/** Whether the page was a template. */
export async function unmarkPage({ database }: Context, space: SpaceRow, pageId: string): Promise<boolean> {
  return database.write(async (trx) => {
    await lockLibraryItems(trx, space.organization_id, [space.id]);
    const { numDeletedRows } = await trx
      .deleteFrom("page_templates")
      .where("space_id", "=", space.id)
      .where("page_id", "=", pageId)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  });
}
