import { type Membership, resolveLibraryItemRoles } from "../../identity/roles/index.ts";
import {
  concurrentlyChanged,
  conflict,
  databaseBusy,
  EventLoopYielder,
  forbidden,
  notFound,
} from "../../platform/index.ts";
import { removeSpacesFromSites } from "../../publishing/index.ts";
import type { Reader, Writer } from "../../storage/database/index.ts";
import {
  copyRevisions,
  discardCopies,
  finishCopy,
  type RepositoryCopy,
  startCopy,
} from "../../storage/repositories/index.ts";
import { type Call, type Context, requireSsoSession } from "../http/index.ts";
import { installOnNew } from "../integrations/index.ts";
import { findOrganization, requireRole } from "../organizations/index.ts";
import { endPosition } from "./positions.ts";
import { findLibraryItem, findSubtreeIds, selectPlaceIds } from "./store.ts";

type TransferCall = Call<unknown, unknown, { organization: string }> & { member: Membership };

/** What is copied in the last transaction, in nodes, and the number of times that the rest is copied before it. */
const maxNodesInTransaction = 200;
const maxPasses = 20;

/** After this many attempts of the last transaction that others made fail, all other writes wait for it. */
const maxAttempts = 5;

/**
 * Moves a space or collection, with all items below it, to the top level of another organization where the caller may
 * create. Invite links, links to previews, grants to teams, grants to users who are not members there, and site spaces are deleted.
 *
 * A repository may contain content of other spaces: of copies, and of copies that were deleted. So the spaces get new
 * repositories with the content of their own revisions. It is copied before the transaction that moves the items, in small
 * transactions and repeatedly, until only a few changes are left for the last one.
 */
export async function transferLibraryItem(call: TransferCall, id: string): Promise<void> {
  const { context, body } = call;
  await requireSsoSession(call, body.organization);
  const copies = new Map<string, RepositoryCopy>();
  let attempts = 0;
  try {
    for (let pass = 0; pass < maxPasses; pass++) {
      const { spaces } = await readTransfer(context.database.read, call, id);
      if ((await copyRepositories(context, spaces, body.organization, copies)) > maxNodesInTransaction)
        continue;
      const isMoved = await context.database.write(async (trx) => {
        // Whoever writes to a space locks its row. With constant writes, every attempt without this lock could fail.
        if (attempts++ >= maxAttempts) await context.database.lockTables?.(trx, ["contents"]);
        return moveToOrganization(trx, call, id, copies);
      });
      if (isMoved) return;
    }
    throw databaseBusy();
  } catch (error) {
    // If this fails, too, the copies are removed later.
    await discardCopies(context, copies.values()).catch(() => {});
    throw error;
  }
}

/** Checks that the caller may transfer the item, and finds all items and spaces that are transferred. */
async function readTransfer(db: Reader, { member, body }: TransferCall, id: string) {
  const { organization: organizationId } = body;
  const target = await findOrganization(db, organizationId, member.userId);
  if (target === undefined) throw notFound("organization: Organization");
  requireRole(target.role, "create");
  if (organizationId === member.organizationId) throw conflict("The item is already in this organization");
  const moved = await findLibraryItem(db, member.organizationId, id);
  if (moved === undefined || moved.deleted_at !== null) throw concurrentlyChanged();
  const ids = await findSubtreeIds(db, moved);
  // Outside a transaction, another transfer may end between two reads.
  if (ids.length === 0) throw concurrentlyChanged();
  // A grant on a nested item may be lower than the role on the collection.
  const roles = await resolveLibraryItemRoles(db, member, ids);
  if (ids.some((itemId) => roles.get(itemId) !== "admin"))
    throw forbidden("This needs the role admin on all items in the collection");
  const spaces = await db
    .selectFrom("spaces")
    .where("id", "in", ids)
    .select(["id", "repository_id as repositoryId"])
    .execute();
  return { ids, spaces: Map.groupBy(spaces, ({ repositoryId }) => repositoryId) };
}

type SpacesByRepository = Awaited<ReturnType<typeof readTransfer>>["spaces"];

/** Copies the content of the spaces that is not copied yet. Returns the number of copied nodes. */
async function copyRepositories(
  context: Context,
  spaces: SpacesByRepository,
  organizationId: string,
  copies: Map<string, RepositoryCopy>,
): Promise<number> {
  let count = 0;
  for (const [repositoryId, sharing] of spaces) {
    const copy = copies.get(repositoryId) ?? (await startCopy(context, repositoryId, organizationId));
    copies.set(repositoryId, copy);
    count += await copyRevisions(context, copy, idsOf(sharing));
  }
  return count;
}

function idsOf(spaces: readonly { readonly id: string }[]): string[] {
  return spaces.map(({ id }) => id);
}

/** Moves the items and all that belongs to them. Returns false if a space was added whose repository is not copied. */
async function moveToOrganization(
  trx: Writer,
  call: TransferCall,
  id: string,
  copies: ReadonlyMap<string, RepositoryCopy>,
): Promise<boolean> {
  const { clock } = call.context;
  const { organization: organizationId } = call.body;
  const { ids, spaces } = await readTransfer(trx, call, id);
  if (spaces.keys().some((repositoryId) => !copies.has(repositoryId))) return false;
  await trx.updateTable("contents").where("id", "in", ids).set({ organization_id: organizationId }).execute();
  const position = await endPosition(trx, { organizationId, parentId: null });
  await trx.updateTable("contents").where("id", "=", id).set({ parent_id: null, position }).execute();
  for (const [repositoryId, sharing] of spaces) {
    const copy = copies.get(repositoryId);
    if (copy !== undefined) await finishCopy(trx, copy, idsOf(sharing), clock.now());
  }
  await transferGrants(trx, ids, organizationId);
  await removeSpacesFromSites(trx, ids);
  await transferSpaces(trx, ids, organizationId);
  return true;
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
  // First the rows that concurrent transactions have changed: then this one fails early.
  await trx.updateTable("spaces").where("id", "in", ids).set(owner).execute();
  await transferChangeRequests(trx, ids, organizationId);
  // Reads are answered between updates of many rows.
  const yielder = new EventLoopYielder();
  await trx.updateTable("revisions").where("space_id", "in", ids).set(owner).execute();
  await transferNotifications(trx, ids, organizationId);
  for (const table of ["comment_reactions", "comments"] as const) {
    await yielder.yieldIfDue();
    await trx.updateTable(table).where("place_id", "in", selectPlaceIds(trx, ids)).set(owner).execute();
  }
  await yielder.yieldIfDue();
  // Installations belong to the previous organization. The new one may have some for all of its spaces.
  await trx.deleteFrom("placed_installations").where("space_id", "in", ids).execute();
  await installOnNew(trx, "space", organizationId, ids);
  // PDFs contain the names of the previous organization and its members.
  await trx.deleteFrom("pdfs").where("space_id", "in", ids).execute();
  // So do runs, with the addresses of sources, and pages that are made from specs. Without its row, a run ends and changes nothing.
  for (const table of ["import_runs", "export_runs", "openapi_page_sets"] as const)
    await trx.deleteFrom(table).where("space_id", "in", ids).execute();
  await trx.updateTable("search_spaces").where("space_id", "in", ids).set(owner).execute();
}

/** Review requests to users who are not members of the new organization are deleted, and so are links to previews. */
async function transferChangeRequests(trx: Writer, ids: readonly string[], organizationId: string) {
  const owner = { organization_id: organizationId };
  const moved = trx.selectFrom("change_requests").where("space_id", "in", ids).select("id");
  await trx
    .deleteFrom("requested_reviewers")
    .where("change_request_id", "in", moved)
    .where("user_id", "not in", membersOf(trx, organizationId))
    .execute();
  await trx.deleteFrom("preview_links").where("change_request_id", "in", moved).execute();
  for (const table of ["change_request_contributors", "requested_reviewers", "reviews"] as const)
    await trx.updateTable(table).where("change_request_id", "in", moved).set(owner).execute();
  await trx.updateTable("change_requests").where("space_id", "in", ids).set(owner).execute();
}

/** Notifications of users who are not members of the new organization are deleted. */
async function transferNotifications(trx: Writer, ids: readonly string[], organizationId: string) {
  for (const table of ["notifications", "subscriptions"] as const) {
    await trx
      .deleteFrom(table)
      .where("space_id", "in", ids)
      .where("user_id", "not in", membersOf(trx, organizationId))
      .execute();
    await trx
      .updateTable(table)
      .where("space_id", "in", ids)
      .set({ organization_id: organizationId })
      .execute();
  }
}

function membersOf(trx: Writer, organizationId: string) {
  return trx.selectFrom("members").where("organization_id", "=", organizationId).select("user_id");
}
