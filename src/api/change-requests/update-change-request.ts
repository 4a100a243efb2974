import { changedMeanwhile } from "../../platform/index.ts";
import type { Writer } from "../../storage/database/index.ts";
import { countStatus } from "./counters.ts";
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
  if (status !== undefined) await countStatus(trx, space, present.status, status);
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
