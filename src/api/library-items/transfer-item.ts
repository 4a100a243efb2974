import { sql } from "kysely";
import { type Membership, resolveLibraryItemRoles } from "../../identity/roles/index.ts";
import { concurrentlyChanged, forbidden, newId } from "../../platform/index.ts";
import { removeSpacesFromSites } from "../../publishing/index.ts";
import type { Tables, Writer } from "../../storage/database/index.ts";
import { installOnNew } from "../integrations/index.ts";
import { endPosition } from "./positions.ts";
import { findLibraryItem, findSubtreeIds, selectPlaceIds } from "./store.ts";

/**
 * Moves a space or a collection, with all that is in it, to the top of another organization. What was given to teams
 * is dropped, and what was given to users who are not members there, and so are invite links; sites show it no more.
 */
export async function transferLibraryItem(
  trx: Writer,
  member: Membership,
  id: string,
  organizationId: string,
): Promise<void> {
  const moved = await findLibraryItem(trx, member.organizationId, id);
  if (moved === undefined) throw concurrentlyChanged();
  const ids = await findSubtreeIds(trx, moved.organization_id, moved.id);
  await requireAdminOnAll(trx, member, ids);
  await dropForeignGrants(trx, ids, organizationId);
  await removeSpacesFromSites(trx, ids);
  await transferSpaces(trx, ids, organizationId);
  const owned = { organization_id: organizationId };
  await trx.updateTable("contents").where("id", "in", ids).set(owned).execute();
  const position = await endPosition(trx, { organizationId, parentId: null });
  await trx.updateTable("contents").where("id", "=", moved.id).set({ parent_id: null, position }).execute();
}

/** Someone may have less on a part of a collection than on the collection itself. */
async function requireAdminOnAll(trx: Writer, member: Membership, ids: readonly string[]): Promise<void> {
  const roles = await resolveLibraryItemRoles(trx, member, ids);
  if (ids.some((id) => roles.get(id) !== "admin"))
    throw forbidden("This needs the role admin on everything that is inside of the collection too");
}

async function dropForeignGrants(trx: Writer, ids: readonly string[], organizationId: string): Promise<void> {
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
  const owned = { organization_id: organizationId };
  const spaces = await trx
    .selectFrom("spaces")
    .where("id", "in", ids)
    .select("repository_id")
    .distinct()
    .execute();
  for (const { repository_id } of spaces) await transferRepository(trx, repository_id, ids, organizationId);
  await trx.updateTable("revisions").where("space_id", "in", ids).set(owned).execute();
  await transferComments(trx, ids, organizationId);
  await transferChangeRequests(trx, ids, organizationId);
  await trx.updateTable("spaces").where("id", "in", ids).set(owned).execute();
  // Installations belong to the organization that is left; the other one may have some for all that it has.
  await trx.deleteFrom("placed_installations").where("space_id", "in", ids).execute();
  await installOnNew(trx, "space", organizationId, ids);
  // They show the name of the organization that is left, and of people in it.
  await trx.deleteFrom("pdfs").where("space_id", "in", ids).execute();
  await trx.updateTable("search_spaces").where("space_id", "in", ids).set(owned).execute();
}

async function transferComments(trx: Writer, ids: readonly string[], organizationId: string): Promise<void> {
  const owned = { organization_id: organizationId };
  for (const table of ["comment_reactions", "comments"] as const)
    await trx.updateTable(table).where("place_id", "in", selectPlaceIds(trx, ids)).set(owned).execute();
}

/** What was asked of people who are not members there is asked no more. */
async function transferChangeRequests(
  trx: Writer,
  ids: readonly string[],
  organizationId: string,
): Promise<void> {
  const owned = { organization_id: organizationId };
  const moved = trx.selectFrom("change_requests").where("space_id", "in", ids).select("id");
  await trx
    .deleteFrom("requested_reviewers")
    .where("change_request_id", "in", moved)
    .where("user_id", "not in", membersOf(trx, organizationId))
    .execute();
  for (const table of ["change_request_contributors", "requested_reviewers", "reviews"] as const)
    await trx.updateTable(table).where("change_request_id", "in", moved).set(owned).execute();
  await trx.updateTable("change_requests").where("space_id", "in", ids).set(owned).execute();
}

function membersOf(trx: Writer, organizationId: string) {
  return trx.selectFrom("members").where("organization_id", "=", organizationId).select("user_id");
}

/** The nodes and files go along; where a space that stays behind shares them, it keeps them and a copy goes. */
async function transferRepository(
  trx: Writer,
  repositoryId: string,
  ids: readonly string[],
  organizationId: string,
): Promise<void> {
  const staying = await trx
    .selectFrom("spaces")
    .where("repository_id", "=", repositoryId)
    .where("id", "not in", ids)
    .select("id")
    .limit(1)
    .executeTakeFirst();
  const owned = { organization_id: organizationId };
  if (staying === undefined) {
    await trx.updateTable("repositories").where("id", "=", repositoryId).set(owned).execute();
    return;
  }
  const copy = newId();
  await trx
    .insertInto("repositories")
    .values({ id: copy, ...owned })
    .execute();
  await copyRows(trx, repositoryId, copy);
  await trx
    .updateTable("spaces")
    .where("repository_id", "=", repositoryId)
    .where("id", "in", ids)
    .set({ repository_id: copy })
    .execute();
}

const copied = {
  nodes: ["hash", "packed"],
  document_findings: ["hash", "findings"],
  blobs: ["hash", "size"],
  blob_chunks: ["hash", "sequence", "bytes"],
} as const satisfies { [Table in keyof Tables]?: readonly (keyof Tables[Table])[] };

async function copyRows(trx: Writer, from: string, to: string): Promise<void> {
  for (const [table, columns] of Object.entries(copied)) {
    const names = sql.join(columns.map((column) => sql.ref(column)));
    await sql`
      insert into ${sql.table(table)} (repository_id, ${names})
      select ${to}, ${names} from ${sql.table(table)} where repository_id = ${from}
    `.execute(trx);
  }
}
