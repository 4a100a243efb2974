import { isVisibleTo, type Membership } from "../../identity/roles/index.ts";
import { type ContentTable, prepared, type Reader } from "../../storage/database/index.ts";
import { fromContents, type Held, type Seen, seeAs } from "../library-items/index.ts";

const findForMember = prepared<{ id: string; userId: string }, ContentTable & Held>((db, value) =>
  fromContents(db, value("userId"))
    .where("contents.id", "=", value("id"))
    .where("contents.kind", "=", "collection")
    .selectAll("contents")
    .select("members.role as member_role"),
);

/** The collection, if this user is a member of its organization. */
export async function findCollectionFor(
  db: Reader,
  id: string,
  userId: string,
): Promise<Seen<ContentTable> | undefined> {
  const [found] = await findForMember(db, { id, userId });
  return seeAs(db, userId, found);
}

/** The collections that a member may see; not nested, only those at the top. */
export function matchCollections(db: Reader, member: Membership, nested: boolean) {
  const query = db
    .selectFrom("contents")
    .where("contents.organization_id", "=", member.organizationId)
    .where("contents.kind", "=", "collection")
    .where(isVisibleTo(member));
  return nested ? query : query.where("contents.parent_id", "is", null);
}
