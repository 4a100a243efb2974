import { concurrentlyChanged } from "../../platform/index.ts";
import type { ChangeRequestStatus, Writer } from "../../storage/database/index.ts";
import type { SpaceRef } from "../../storage/repositories/index.ts";
import { type ChangeRequestRef, requireUnmerged } from "./head.ts";
import type { ChangeRequestUpdate } from "./schema.ts";

/** Changes the subject or the status of a change request that is not merged. */
export async function updateChangeRequest(
  trx: Writer,
  { id, space_id, organization_id }: ChangeRequestRef,
  { subject, status }: ChangeRequestUpdate,
  now: string,
): Promise<void> {
  const current = await trx
    .selectFrom("change_requests")
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .select("status")
    .executeTakeFirst();
  if (current === undefined) throw concurrentlyChanged();
  requireUnmerged(current.status);
  if (subject === undefined && status === undefined) return;
  await trx
    .updateTable("change_requests")
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .set({ ...(subject !== undefined && { subject }), ...(status && { status }), updated_at: now })
    .execute();
  const space = { organizationId: organization_id, spaceId: space_id };
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
  const difference = (status: ChangeRequestStatus) => Number(after === status) - Number(before === status);
  await trx
    .updateTable("spaces")
    .where("organization_id", "=", organizationId)
    .where("id", "=", spaceId)
    .set((eb) => ({
      change_requests_open: eb("change_requests_open", "+", difference("open")),
      change_requests_draft: eb("change_requests_draft", "+", difference("draft")),
    }))
    .execute();
}
