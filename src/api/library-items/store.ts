import type { sql } from "kysely";
import { type Membership, type Role, resolveLibraryItemRole } from "../../identity/roles/index.ts";
import { newId } from "../../platform/index.ts";
import type { LibraryItemTable, Reader, Writer } from "../../storage/database/index.ts";
import { endPosition, type ParentRef } from "./positions.ts";

/** A row with the membership of one user in its organization. */
export interface WithMemberRole {
  /** Null for a guest. */
  member_role: Role | null;
}

/** A space or a collection, and what a user is to it: the role is null where they may not see it. */
export interface LibraryItemAccess<Row> {
  readonly row: Row;
  readonly member: Membership;
  readonly role: Role | null;
}

/** Adds the role that the user comes to have. */
export async function resolveAccess<Row extends LibraryItemTable & WithMemberRole>(
  db: Reader,
  userId: string,
  row: Row | undefined,
): Promise<LibraryItemAccess<Row> | undefined> {
  if (row === undefined) return undefined;
  const member = { organizationId: row.organization_id, userId, role: row.member_role };
  return { row, member, role: await resolveLibraryItemRole(db, member, row.id) };
}

/** Every space and collection of the organizations that a user is a member of, with that membership. */
export function selectLibraryItems(db: Reader, userId: string | ReturnType<typeof sql<string>>) {
  return db
    .selectFrom("contents")
    .innerJoin("members", (join) =>
      join
        .onRef("members.organization_id", "=", "contents.organization_id")
        .on("members.user_id", "=", userId)
        .on("members.disabled", "=", 0),
    );
}

export function findLibraryItem(
  db: Reader,
  organizationId: string,
  id: string,
): Promise<LibraryItemTable | undefined> {
  return db
    .selectFrom("contents")
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .selectAll()
    .executeTakeFirst();
}

/** Puts a new space or collection at the end of its level, or at a given position there. */
export async function insertLibraryItem(
  trx: Writer,
  { organizationId, parentId }: ParentRef,
  fields: Pick<LibraryItemTable, "kind" | "title"> &
    Partial<Pick<LibraryItemTable, "position" | "default_level">>,
): Promise<string> {
  const id = newId();
  await trx
    .insertInto("contents")
    .values({
      id,
      organization_id: organizationId,
      parent_id: parentId,
      kind: fields.kind,
      title: fields.title,
      description: null,
      default_level: fields.default_level ?? null,
      position: fields.position ?? (await endPosition(trx, { organizationId, parentId })),
      deleted_at: null,
    })
    .execute();
  return id;
}

/** Changes what is given, and nothing else. */
export async function updateLibraryItem(
  trx: Writer,
  { id, organization_id }: Pick<LibraryItemTable, "id" | "organization_id">,
  changes: Partial<Omit<LibraryItemTable, "id" | "organization_id">>,
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await trx
    .updateTable("contents")
    .set(changes)
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .execute();
}

/** The ids of a space or collection and of all that is inside of it, at any depth. */
export async function findSubtreeIds(db: Reader, organizationId: string, id: string): Promise<string[]> {
  const rows = await db
    .withRecursive("inside(id)", (inside) =>
      inside
        .selectFrom("contents")
        .where("organization_id", "=", organizationId)
        .where("id", "=", id)
        .select("id")
        .unionAll((step) =>
          step
            .selectFrom("inside")
            .innerJoin("contents", "contents.parent_id", "inside.id")
            .where("contents.organization_id", "=", organizationId)
            .select("contents.id"),
        ),
    )
    .selectFrom("inside")
    .select("id")
    .execute();
  return rows.map((row) => row.id);
}

/** The ids of all places in these spaces. */
export function selectPlaceIds(db: Reader, spaceIds: readonly string[]) {
  return db
    .selectFrom("spaces")
    .where("id", "in", spaceIds)
    .select("id")
    .unionAll(db.selectFrom("change_requests").where("space_id", "in", spaceIds).select("id"));
}
