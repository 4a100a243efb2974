import { sql } from "kysely";
import { type Membership, resolveLibraryItemRoles } from "../../identity/roles/index.ts";
import { concurrentlyChanged, conflict, forbidden, newId, notFound } from "../../platform/index.ts";
import { removeSpacesFromSites } from "../../publishing/index.ts";
import type { Tables, Writer } from "../../storage/database/index.ts";
import { type Call, requireSsoSession } from "../http/index.ts";
import { installOnNew } from "../integrations/index.ts";
import { findOrganization, requireRole } from "../organizations/index.ts";
import { endPosition } from "./positions.ts";
import { findLibraryItem, findSubtreeIds, selectPlaceIds } from "./store.ts";

type TransferCall = Call<unknown, unknown, { organization: string }> & { member: Membership };

/**
 * Moves a space or collection, with all items below it, to the top level of another organization where the caller may
 * create. Invite links, grants to teams, grants to users who are not members there, and site spaces are deleted.
 */
export async function transferLibraryItem(call: TransferCall, id: string): Promise<void> {
  const { context, member, body } = call;
  const { organization: organizationId } = body;
  await requireSsoSession(call, organizationId);
  await context.database.write(async (trx) => {
    const target = await findOrganization(trx, organizationId, member.userId);
    if (target === undefined) throw notFound("organization: Organization");
    requireRole(target.role, "create");
    if (organizationId === member.organizationId) throw conflict("The item is already in this organization");
    const moved = await findLibraryItem(trx, member.organizationId, id);
    if (moved === undefined) throw concurrentlyChanged();
    const ids = await findSubtreeIds(trx, moved);
    // A grant on a nested item may be lower than the role on the collection.
    const roles = await resolveLibraryItemRoles(trx, member, ids);
    if (ids.some((itemId) => roles.get(itemId) !== "admin"))
      throw forbidden("This needs the role admin on all items in the collection");
    await transferGrants(trx, ids, organizationId);
    await removeSpacesFromSites(trx, ids);
    await transferSpaces(trx, ids, organizationId);
    await trx
      .updateTable("contents")
      .where("id", "in", ids)
      .set({ organization_id: organizationId })
      .execute();
    const position = await endPosition(trx, { organizationId, parentId: null });
    await trx.updateTable("contents").where("id", "=", id).set({ parent_id: null, position }).execute();
  });
}

async function transferGrants(trx: Writer, ids: readonly string[], organizationId: string) {
  await trx.deleteFrom("link_invites").where("content_id", "in", ids).execute();
  await trx.deleteFrom("content_team_grants").where("content_id", "in", ids).execute();
  await trx
    .deleteFrom("content_user_grants")
    .where("content_id", "in", ids)
    .where("user_id", "not in", membersOf(trx, organizationId))
    .execute();
  await trx
    .updateTable("content_user_grants")
    .where("content_id", "in", ids)
    .set({ organization_id: organizationId })
    .execute();
}

async function transferSpaces(trx: Writer, ids: readonly string[], organizationId: string): Promise<void> {
  const owner = { organization_id: organizationId };
  const spaces = await trx
    .selectFrom("spaces")
    .where("id", "in", ids)
    .select("repository_id")
    .distinct()
    .execute();
  for (const { repository_id } of spaces) await transferRepository(trx, repository_id, ids, organizationId);
  await trx.updateTable("revisions").where("space_id", "in", ids).set(owner).execute();
  for (const table of ["comment_reactions", "comments"] as const)
    await trx.updateTable(table).where("place_id", "in", selectPlaceIds(trx, ids)).set(owner).execute();
  await transferChangeRequests(trx, ids, organizationId);
  await trx.updateTable("spaces").where("id", "in", ids).set(owner).execute();
  // Installations belong to the previous organization. The new one may have some for all of its spaces.
  await trx.deleteFrom("placed_installations").where("space_id", "in", ids).execute();
  await installOnNew(trx, "space", organizationId, ids);
  // PDFs contain the names of the previous organization and its members.
  await trx.deleteFrom("pdfs").where("space_id", "in", ids).execute();
  await trx.updateTable("search_spaces").where("space_id", "in", ids).set(owner).execute();
}

/** Review requests to users who are not members of the new organization are deleted. */
async function transferChangeRequests(trx: Writer, ids: readonly string[], organizationId: string) {
  const owner = { organization_id: organizationId };
  const moved = trx.selectFrom("change_requests").where("space_id", "in", ids).select("id");
  await trx
    .deleteFrom("requested_reviewers")
    .where("change_request_id", "in", moved)
    .where("user_id", "not in", membersOf(trx, organizationId))
    .execute();
  for (const table of ["change_request_contributors", "requested_reviewers", "reviews"] as const)
    await trx.updateTable(table).where("change_request_id", "in", moved).set(owner).execute();
  await trx.updateTable("change_requests").where("space_id", "in", ids).set(owner).execute();
}

function membersOf(trx: Writer, organizationId: string) {
  return trx.selectFrom("members").where("organization_id", "=", organizationId).select("user_id");
}

/** Transfers nodes and files, or copies them if a space that is not transferred shares the repository. */
async function transferRepository(
  trx: Writer,
  repositoryId: string,
  ids: readonly string[],
  organizationId: string,
): Promise<void> {
  const owner = { organization_id: organizationId };
  const otherSpaces = trx
    .selectFrom("spaces")
    .where("repository_id", "=", repositoryId)
    .where("id", "not in", ids);
  if ((await otherSpaces.select("id").limit(1).executeTakeFirst()) === undefined) {
    await trx.updateTable("repositories").where("id", "=", repositoryId).set(owner).execute();
    return;
  }
  const copy = { id: newId(), ...owner };
  await trx.insertInto("repositories").values(copy).execute();
  await copyRows(trx, repositoryId, copy.id);
  await trx
    .updateTable("spaces")
    .where("repository_id", "=", repositoryId)
    .where("id", "in", ids)
    .set({ repository_id: copy.id })
    .execute();
}

const copiedColumns = {
  nodes: ["hash", "packed"],
  document_findings: ["hash", "findings"],
  blobs: ["hash", "size"],
  blob_chunks: ["hash", "sequence", "bytes"],
} as const satisfies { [Table in keyof Tables]?: readonly (keyof Tables[Table])[] };

async function copyRows(trx: Writer, from: string, to: string): Promise<void> {
  for (const [table, columns] of Object.entries(copiedColumns)) {
    const names = sql.join(columns.map((column) => sql.ref(column)));
    await sql`
      insert into ${sql.table(table)} (repository_id, ${names})
      select ${to}, ${names} from ${sql.table(table)} where repository_id = ${from}
    `.execute(trx);
  }
}
