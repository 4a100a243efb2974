import { isVisibleTo, type Membership, type Role } from "../../identity/roles/index.ts";
import { concurrentlyChanged, notFound } from "../../platform/index.ts";
import { type LibraryItemTable, prepared, type Reader, type Writer } from "../../storage/database/index.ts";
import type { Call } from "../http/index.ts";
import {
  findLibraryItem,
  itemsOfUser,
  moveChildrenUp,
  requireLibraryItemRole,
  resolveAccess,
  type WithMemberRole,
} from "../library-items/index.ts";

const findForMember = prepared<{ id: string; userId: string }, LibraryItemTable & WithMemberRole>(
  (db, value) =>
    itemsOfUser(db, value("userId"))
      .where("contents.id", "=", value("id"))
      .where("contents.kind", "=", "collection")
      .selectAll("contents")
      .select("members.role as member_role"),
);

/** The collection, if this user is a member of its organization. */
export async function findCollectionForUser(db: Reader, id: string, userId: string) {
  const [found] = await findForMember(db, { id, userId });
  return resolveAccess(db, userId, found);
}

/** The collections that a member may see: all of them, or those at the top level. */
export function matchCollections(db: Reader, member: Membership, nested: boolean) {
  const query = db
    .selectFrom("contents")
    .where("contents.organization_id", "=", member.organizationId)
    .where("contents.kind", "=", "collection")
    .where(isVisibleTo(member));
  return nested ? query : query.where("contents.parent_id", "is", null);
}

/** Deletes a collection. Its children, also those in the trash, move to its parent. */
export async function deleteCollection(trx: Writer, { organization_id, id }: LibraryItemTable) {
  const collection = await findLibraryItem(trx, organization_id, id);
  if (collection === undefined) throw concurrentlyChanged();
  await moveChildrenUp(trx, collection);
  await trx
    .deleteFrom("contents")
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .execute();
}

/** The collection that the path names, for callers with at least this role on it. */
export function onCollection(needed: Role) {
  return {
    rule: `Role \`${needed}\` or above on the collection`,
    resolve: async ({ context, caller, params }: Call<{ collectionId: string }>) => {
      const found = await findCollectionForUser(context.database.read, params.collectionId, caller.userId);
      if (found === undefined) throw notFound("Collection");
      const { row: collection, member, role } = found;
      return { collection, member, role: requireLibraryItemRole(role, needed, "collection") };
    },
  };
}
