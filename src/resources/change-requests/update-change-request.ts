import type { Writer } from "../../database/database.ts";
import type { ChangeRequestTable } from "../../database/tables.ts";
import { changedMeanwhile, conflict } from "../../errors.ts";
import { countStatus } from "./counters.ts";
import type { ChangeRequestUpdate } from "./schema.ts";

type ChangeRequestRef = Pick<ChangeRequestTable, "id" | "organization_id">;

/** Changes the subject and the status, whichever is given. What is merged stays as it is. */
export async function updateChangeRequest(
  trx: Writer,
  ref: ChangeRequestRef,
  { subject, status }: ChangeRequestUpdate,
  now: string,
): Promise<void> {
  const present = await readStatus(trx, ref);
  if (present.status === "merged") throw conflict("The change request is merged, and stays as it is");
  if (subject === undefined && status === undefined) return;
  await trx
    .updateTable("change_requests")
    .where("organization_id", "=", ref.organization_id)
    .where("id", "=", ref.id)
    .set({ ...(subject !== undefined && { subject }), ...(status && { status }), updated_at: now })
    .execute();
  if (status !== undefined) await countStatus(trx, present.space_id, present.status, status);
}

async function readStatus(trx: Writer, { id, organization_id }: ChangeRequestRef) {
  const present = await trx
    .selectFrom("change_requests")
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .select(["status", "space_id"])
    .executeTakeFirst();
  if (present === undefined) throw changedMeanwhile();
  return present;
}
