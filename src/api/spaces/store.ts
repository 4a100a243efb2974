import { sql } from "kysely";
import { isVisibleTo, type Membership } from "../../identity/roles/index.ts";
import {
  type Flag,
  type LibraryItemTable,
  prepared,
  type Reader,
  type SpaceTable,
} from "../../storage/database/index.ts";
import {
  type LibraryItemAccess,
  resolveAccess,
  selectLibraryItems,
  type WithMemberRole,
} from "../library-items/index.ts";

export type SpaceRow = LibraryItemTable & SpaceTable & { readonly in_site: Flag };

/** What a space shows, of `contents` joined with `spaces`. */
export const spaceColumns = [
  sql<Flag>`case when (select 1 from site_spaces where space_id = contents.id limit 1) = 1 then 1 else 0 end`.as(
    "in_site",
  ),
  "contents.id",
  "contents.organization_id",
  "contents.kind",
  "contents.parent_id",
  "contents.default_level",
  "contents.title",
  "contents.description",
  "contents.position",
  "contents.deleted_at",
  "spaces.repository_id",
  "spaces.revision_id",
  "spaces.root",
  "spaces.emoji",
  "spaces.icon_url",
  "spaces.edit_mode",
  "spaces.language",
  "spaces.comments",
  "spaces.comments_resolved",
  "spaces.change_requests",
  "spaces.change_requests_open",
  "spaces.change_requests_draft",
  "spaces.created_at",
  "spaces.updated_at",
] as const;

const findForMember = prepared<{ id: string; userId: string }, SpaceRow & WithMemberRole>((db, value) =>
  selectLibraryItems(db, value("userId"))
    .innerJoin("spaces", "spaces.id", "contents.id")
    .where("contents.id", "=", value("id"))
    .select(spaceColumns)
    .select("members.role as member_role"),
);

/** The space, if this user is a member of its organization. */
export async function findSpaceForUser(
  db: Reader,
  id: string,
  userId: string,
): Promise<LibraryItemAccess<SpaceRow> | undefined> {
  const [found] = await findForMember(db, { id, userId });
  return resolveAccess(db, userId, found);
}

export async function findSpaces(
  db: Reader,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, SpaceRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("contents")
    .innerJoin("spaces", "spaces.id", "contents.id")
    .where("contents.organization_id", "=", organizationId)
    .where("contents.id", "in", ids)
    .select(spaceColumns)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The living spaces that a member may see; with a collection, those right inside of it. */
export function matchSpaces(db: Reader, member: Membership, collectionId?: string) {
  const query = db
    .selectFrom("contents")
    .where("contents.organization_id", "=", member.organizationId)
    .where("contents.kind", "=", "space")
    .where("contents.deleted_at", "is", null)
    .where(isVisibleTo(member));
  return collectionId === undefined ? query : query.where("contents.parent_id", "=", collectionId);
}
