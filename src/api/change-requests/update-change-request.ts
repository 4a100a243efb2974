import { changedMeanwhile } from "../../platform/index.ts";
import type { ChangeRequestStatus, Writer } from "../../storage/database/index.ts";
import type { SpaceRef } from "../../storage/repositories/index.ts";
import { type ChangeRequestRef, requireUnmerged } from "./head.ts";
import type { ChangeRequestUpdate } from "./schema.ts";

/** Changes the subject and the status, whichever is given. What is merged stays as it is. */
export async function updateChangeRequest(
  trx: Writer,
  ref: ChangeRequestRef,
  { subject, status }: ChangeRequestUpdate,
  now: string,
): Promise<void> {
  const present = await readStatus(trx, ref);
  requireUnmerged(present.status);
  if (subject === undefined && status === undefined) return;
  await trx
    .updateTable("change_requests")
    .where("organization_id", "=", ref.organization_id)
    .where("id", "=", ref.id)
    .set({ ...(subject !== undefined && { subject }), ...(status && { status }), updated_at: now })
    .execute();
  const space = { organizationId: ref.organization_id, spaceId: ref.space_id };
  if (status !== undefined) await updateStatusCounts(trx, space, present.status, status);
}

async function readStatus(trx: Writer, { id, organization_id }: ChangeRequestRef) {
  const present = await trx
    .selectFrom("change_requests")
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .select("status")
    .executeTakeFirst();
  if (present === undefined) throw changedMeanwhile();
  return present;
}

/** Keeps a space's counts right when one of its change requests gets another status. */
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
