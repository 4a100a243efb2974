import { slugOf } from "../../content/pages/index.ts";
import { type Membership, resolveLibraryItemRoles } from "../../identity/roles/index.ts";
import { newId, notFound } from "../../platform/index.ts";
import type { LibraryItemTable, Reader } from "../../storage/database/index.ts";
import { requireLibraryItemRole } from "../library-items/index.ts";

/** Finds spaces that a member may publish: the role `create` is required on each of them. */
export async function requirePublishable(
  db: Reader,
  member: Membership,
  spaceIds: readonly string[],
  fieldOf: (index: number) => string = () => "spaceId",
): Promise<LibraryItemTable[]> {
  if (spaceIds.length === 0) return [];
  const rows = await db
    .selectFrom("contents")
    .where("organization_id", "=", member.organizationId)
    .where("id", "in", [...new Set(spaceIds)])
    .where("kind", "=", "space")
    .where("deleted_at", "is", null)
    .selectAll()
    .execute();
  const spaces = new Map(rows.map((row) => [row.id, row]));
  const roles = await resolveLibraryItemRoles(db, member, [...spaces.keys()]);
  return spaceIds.map((id, index) => {
    const [space, role] = [spaces.get(id), roles.get(id)];
    if (space === undefined || role === undefined) throw notFound(`${fieldOf(index)}: Space`);
    requireLibraryItemRole(role, "create", "space");
    return space;
  });
}

/** A new site space, with a path made of the title of its space. */
export async function newSiteSpace({ id: spaceId, title }: Pick<LibraryItemTable, "id" | "title">) {
  return { id: newId(), spaceId, path: slugOf(title), title };
}
