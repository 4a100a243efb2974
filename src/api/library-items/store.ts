import type { sql } from "kysely";
import {
  includesRole,
  type Membership,
  type Role,
  resolveLibraryItemRole,
} from "../../identity/roles/index.ts";
import { concurrentlyChanged, forbidden, newId, notFound } from "../../platform/index.ts";
import type { LibraryItemTable, Reader, Writer } from "../../storage/database/index.ts";
import type { Access } from "../http/index.ts";
import { membershipIn, onOrganization, requireRole } from "../organizations/index.ts";
import { endPosition, type ParentRef } from "./positions.ts";

type ItemRef = Pick<LibraryItemTable, "id" | "organization_id">;

/** A row with the role of one member in its organization. */
export interface WithMemberRole {
  /** Null for a guest. */
  member_role: Role | null;
}

/** Adds the user's membership and their role on the item, which is null without access. */
export async function resolveAccess<Row extends LibraryItemTable & WithMemberRole>(
  db: Reader,
  userId: string,
  row: Row | undefined,
) {
  if (row === undefined) return undefined;
  const member: Membership = { organizationId: row.organization_id, userId, role: row.member_role };
  return { row, member, role: await resolveLibraryItemRole(db, member, row.id) };
}

/** The library items of all organizations that a user is a member of, joined with the membership. */
export function itemsOfUser(db: Reader, userId: string | ReturnType<typeof sql<string>>) {
  return db
    .selectFrom("contents")
    .innerJoin("members", (join) =>
      join
        .onRef("members.organization_id", "=", "contents.organization_id")
        .on("members.user_id", "=", userId)
        .on("members.disabled", "=", 0),
    );
}

export function findLibraryItem(db: Reader, organizationId: string, id: string) {
  return db
    .selectFrom("contents")
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .selectAll()
    .executeTakeFirst();
}

/**
 * Locks items that a transaction refers to but does not change: a deletion or a transfer waits for it. Throws if one of
 * them was deleted or transferred in the meantime.
 */
export async function lockLibraryItems(
  trx: Writer,
  organizationId: string,
  ids: readonly string[],
): Promise<void> {
  const distinct = [...new Set(ids)];
  if (distinct.length === 0) return;
  const locked = await trx
    .selectFrom("contents")
    .where("organization_id", "=", organizationId)
    .where("id", "in", distinct)
    .where("deleted_at", "is", null)
    .select("id")
    .forShare()
    .execute();
  if (locked.length < distinct.length) throw concurrentlyChanged();
}

/** Inserts a space or collection at the end of its siblings, or at a given position. */
export async function insertLibraryItem(
  trx: Writer,
  parent: ParentRef,
  fields: Pick<LibraryItemTable, "kind" | "title"> & Partial<LibraryItemTable>,
): Promise<string> {
  const id = newId();
  await trx
    .insertInto("contents")
    .values({
      id,
      organization_id: parent.organizationId,
      parent_id: parent.parentId,
      description: null,
      default_level: null,
      deleted_at: null,
      ...fields,
      position: fields.position ?? (await endPosition(trx, parent)),
    })
    .execute();
  return id;
}

/** Changes the fields that are not undefined. */
export async function updateLibraryItem(
  trx: Writer,
  { id, organization_id }: ItemRef,
  changes: Partial<Omit<LibraryItemTable, keyof ItemRef>>,
): Promise<void> {
  if (Object.values(changes).every((value) => value === undefined)) return;
  await trx
    .updateTable("contents")
    .set(changes)
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .execute();
}

export async function findSubtreeIds(db: Reader, { id, organization_id }: ItemRef): Promise<string[]> {
  const rows = await db
    .withRecursive("subtree(organization_id, id)", (query) =>
      query
        .selectFrom("contents")
        .where("organization_id", "=", organization_id)
        .where("id", "=", id)
        .select(["organization_id", "id"])
        .unionAll((step) =>
          step
            .selectFrom("subtree")
            // With the organization as a constant, SQLite would read all its items for each parent.
            .innerJoin("contents", (join) =>
              join
                .onRef("contents.parent_id", "=", "subtree.id")
                .onRef("contents.organization_id", "=", "subtree.organization_id"),
            )
            .select(["contents.organization_id", "contents.id"]),
        ),
    )
    .selectFrom("subtree")
    .select("id")
    .execute();
  return rows.map((row) => row.id);
}

/** The values of `place_id` in these spaces: the spaces themselves and their change requests. */
export function selectPlaceIds(db: Reader, spaceIds: readonly string[]) {
  return db
    .selectFrom("spaces")
    .where("id", "in", spaceIds)
    .select("id")
    .unionAll(db.selectFrom("change_requests").where("space_id", "in", spaceIds).select("id"));
}

/** Throws unless the caller's role on a space or collection includes the needed one. */
export function requireLibraryItemRole(held: Role | null, needed: Role, kind: "space" | "collection"): Role {
  if (held === null) throw notFound(kind === "space" ? "Space" : "Collection");
  if (!includesRole(held, needed))
    throw forbidden(`This needs the role ${needed} on the ${kind}; yours is ${held}`);
  return held;
}

/** Throws unless the member may create items in this collection or, for null, at the top of the organization. */
export async function requireCreateIn(db: Reader, member: Membership, parentId: string | null) {
  if (parentId === null) return requireRole(member.role, "create");
  const parent = await findLibraryItem(db, member.organizationId, parentId);
  const role = parent?.kind === "collection" ? await resolveLibraryItemRole(db, member, parentId) : null;
  if (role === null) throw notFound("parent: Collection");
  requireLibraryItemRole(role, "create", "collection");
}

/** Resolves the parent of a new space or collection: the collection `parent` of the body, or the top level. */
export function onNewLibraryItem(): Access<
  { member: Membership; parent: ParentRef },
  { organizationId: string }
> {
  const onItsOrganization = onOrganization("guest");
  return {
    rule: "Role `create` or above in the organization, or on the collection `parent`",
    resolve: async (call) => {
      const member = membershipIn({ ...call, ...(await onItsOrganization.resolve(call)) });
      const { parent: parentId = null } = (call.body ?? {}) as { parent?: string };
      await requireCreateIn(call.context.database.read, member, parentId);
      return { member, parent: { organizationId: member.organizationId, parentId } };
    },
  };
}
