import { sql } from "kysely";
import { isVisibleTo, type Membership, resolveLibraryItemRoles } from "../../identity/roles/index.ts";
import {
  type Flag,
  type LibraryItemTable,
  prepared,
  type Reader,
  type SpaceTable,
} from "../../storage/database/index.ts";
import { itemsOfUser, resolveAccess, type WithMemberRole } from "../library-items/index.ts";

export type SpaceRow = LibraryItemTable & SpaceTable & { readonly in_site: Flag };

const inSite =
  sql<Flag>`case when (select 1 from site_spaces where space_id = contents.id limit 1) = 1 then 1 else 0 end`.as(
    "in_site",
  );

const findForMember = prepared<{ id: string; userId: string }, SpaceRow & WithMemberRole>((db, value) =>
  itemsOfUser(db, value("userId"))
    .innerJoin("spaces", "spaces.id", "contents.id")
    .where("contents.id", "=", value("id"))
    .selectAll(["contents", "spaces"])
    .select([inSite, "members.role as member_role"]),
);

/** The space, if this user is a member of its organization. */
export async function findSpaceForUser(db: Reader, id: string, userId: string) {
  const [found] = await findForMember(db, { id, userId });
  return resolveAccess(db, userId, found);
}

export async function findSpaces(db: Reader, organizationId: string, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, SpaceRow>();
  const items = db
    .selectFrom("contents")
    .where("contents.organization_id", "=", organizationId)
    .where("contents.id", "in", ids);
  return new Map((await selectSpaces(items).execute()).map((row) => [row.id, row]));
}

export function selectSpaces(items: ReturnType<typeof matchSpaces>) {
  return items
    .innerJoin("spaces", "spaces.id", "contents.id")
    .selectAll(["contents", "spaces"])
    .select(inSite);
}

/** The spaces outside of the trash that a member may see; with a collection, only its children. */
export function matchSpaces(db: Reader, member: Membership, collectionId?: string) {
  const query = db
    .selectFrom("contents")
    .where("contents.organization_id", "=", member.organizationId)
    .where("contents.kind", "=", "space")
    .where("contents.deleted_at", "is", null)
    .where(isVisibleTo(member));
  return collectionId === undefined ? query : query.where("contents.parent_id", "=", collectionId);
}

/** How long a deleted space can be restored, in milliseconds. */
export const trashRetention = 7 * 86_400_000;

/** The number of deleted spaces among which those are found that somebody administers. */
const maxInspected = 10_000;

/** The spaces that were deleted after a time and that the member administers. */
export async function matchDeletedSpaces(db: Reader, member: Membership, since: string) {
  const deleted = db
    .selectFrom("contents")
    .where("contents.organization_id", "=", member.organizationId)
    .where("contents.kind", "=", "space")
    .where("contents.deleted_at", ">", since);
  if (member.role === "admin") return deleted;
  const newest = deleted.where(isVisibleTo(member)).orderBy("contents.deleted_at", "desc");
  const rows = await newest.limit(maxInspected).select("contents.id").execute();
  const roles = await resolveLibraryItemRoles(
    db,
    member,
    rows.map(({ id }) => id),
  );
  const administered = rows.filter(({ id }) => roles.get(id) === "admin").map(({ id }) => id);
  return administered.length > 0
    ? deleted.where("contents.id", "in", administered)
    : deleted.where(sql<boolean>`1 = 0`);
}
