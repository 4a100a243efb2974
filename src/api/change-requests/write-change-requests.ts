import { concurrentlyChanged, newId } from "../../platform/index.ts";
import type { ChangeRequestStatus, Writer } from "../../storage/database/index.ts";
import { isActive, type SpaceRef } from "../../storage/repositories/index.ts";
import { findSpaces } from "../spaces/index.ts";
import { type ChangeRequestRef, lockChangeRequest, requireUnmerged, updateChangeRequestRow } from "./head.ts";
import type { ChangeRequestCreate, ChangeRequestUpdate } from "./schema.ts";
import { addContribution } from "./store.ts";

/** Changes the subject or the status of a change request that is not merged. */
export async function updateChangeRequest(
  trx: Writer,
  ref: ChangeRequestRef,
  { subject, status }: ChangeRequestUpdate,
  now: string,
): Promise<void> {
  const current = await lockChangeRequest(trx, ref);
  requireUnmerged(current.status);
  if (subject === undefined && status === undefined) return;
  await updateChangeRequestRow(trx, ref, { subject, status, updated_at: now });
  const space = { organizationId: ref.organization_id, spaceId: ref.space_id };
  if (status !== undefined) await updateStatusCounts(trx, space, current.status, status);
}

/** Updates a space's counts of open and draft change requests. */
export async function updateStatusCounts(
  trx: Writer,
  { organizationId, spaceId }: SpaceRef,
  before: ChangeRequestStatus,
  after: ChangeRequestStatus,
): Promise<void> {
  if (before === after) return;
  const delta = (status: ChangeRequestStatus) => Number(after === status) - Number(before === status);
  await trx
    .updateTable("spaces")
    .where("organization_id", "=", organizationId)
    .where("id", "=", spaceId)
    .set((eb) => ({
      change_requests_open: eb("change_requests_open", "+", delta("open")),
      change_requests_draft: eb("change_requests_draft", "+", delta("draft")),
    }))
    .execute();
}

/** Opens a draft from the primary content of the space, and returns its id. */
export async function createChangeRequest(
  trx: Writer,
  { organizationId, spaceId }: SpaceRef,
  { subject = "" }: ChangeRequestCreate,
  { userId, now }: { userId: string; now: string },
): Promise<string> {
  const space = (await findSpaces(trx, organizationId, [spaceId])).get(spaceId);
  if (space === undefined) throw concurrentlyChanged();
  const id = newId();
  // Change requests are never deleted, so the count is the number of the last one.
  const number = space.change_requests + 1;
  const { numUpdatedRows } = await trx
    .updateTable("spaces")
    .where("organization_id", "=", organizationId)
    .where("id", "=", spaceId)
    .where(isActive(spaceId))
    .set({ change_requests: number, change_requests_draft: space.change_requests_draft + 1 })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw concurrentlyChanged();
  await trx
    .insertInto("change_requests")
    .values({
      id,
      organization_id: organizationId,
      space_id: spaceId,
      number,
      status: "draft",
      subject,
      revision_id: space.revision_id,
      root: space.root,
      base_root: space.root,
      initial_revision_id: space.revision_id,
      merged_ancestor_id: null,
      merged_revision_id: null,
      marked: "[]",
      comments: 0,
      comments_resolved: 0,
      created_by: userId,
      created_at: now,
      updated_at: now,
      merged_by: null,
      merged_at: null,
    })
    .execute();
  await addContribution(trx, { id, organization_id: organizationId }, userId, 0, now);
  return id;
}
