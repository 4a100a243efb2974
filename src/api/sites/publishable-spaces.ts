import { slugOf } from "../../content/pages/index.ts";
import { type Membership, resolveLibraryItemRoles } from "../../identity/roles/index.ts";
import { newId, notFound } from "../../platform/index.ts";
import type { NewSiteSpace } from "../../publishing/index.ts";
import type { LibraryItemTable, Reader } from "../../storage/database/index.ts";
import { requireLibraryItemRole } from "../library-items/index.ts";

/** Requires the role `create` on a space: only then a member may publish it. */
export async function requirePublishable(
  db: Reader,
  member: Membership,
  spaceId: string,
): Promise<Map<string, LibraryItemTable>> {
  return requireAllPublishable(db, member, [spaceId], () => "spaceId");
}

export async function requireAllPublishable(
  db: Reader,
  member: Membership,
  spaceIds: readonly string[],
  fieldOf = (index: number) => `spaces[${index}]`,
): Promise<Map<string, LibraryItemTable>> {
  const spaces = await findSpaceItems(db, member.organizationId, spaceIds);
  const roles = await resolveLibraryItemRoles(db, member, [...spaces.keys()]);
  for (const [index, id] of spaceIds.entries()) {
    const role = roles.get(id);
    if (!spaces.has(id) || role === undefined) throw notFound(`${fieldOf(index)}: Space`);
    requireLibraryItemRole(role, "create", "space");
  }
  return spaces;
}

async function findSpaceItems(
  db: Reader,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, LibraryItemTable>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("contents")
    .where("organization_id", "=", organizationId)
    .where("id", "in", [...new Set(ids)])
    .where("kind", "=", "space")
    .where("deleted_at", "is", null)
    .selectAll()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** New site spaces, with paths made of the titles of their spaces. */
export async function newSiteSpaces(
  spaceIds: readonly string[],
  spaces: ReadonlyMap<string, LibraryItemTable>,
): Promise<(NewSiteSpace & { readonly title: string })[]> {
  const slugs = new Map<string, string>();
  for (const { title } of spaces.values()) slugs.set(title, await slugOf(title));
  return spaceIds.map((spaceId) => {
    const title = spaces.get(spaceId)?.title ?? "";
    return { id: newId(), spaceId, path: slugs.get(title) ?? "", title };
  });
}
