import type { Writer } from "../../storage/database/index.ts";
import { enqueue } from "../../storage/jobs/index.ts";

/** The kind of job that brings the pages of a set in step with their spec. */
const jobKind = "sync-openapi-pages";

/** Schedules the job of a page set, in the transaction that changes the set or its spec. */
export async function schedulePageSet(
  trx: Writer,
  { id, organization_id }: { readonly id: string; readonly organization_id: string },
  now: string,
): Promise<void> {
  await enqueue(
    trx,
    { kind: jobKind, key: id, payload: { pageSetId: id }, organizationId: organization_id },
    now,
  );
}

/** Schedules the jobs of all page sets of a spec that has a new version. A set that is being removed stays so. */
export async function schedulePageSetsOf(
  trx: Writer,
  spec: { readonly id: string; readonly organization_id: string },
  now: string,
): Promise<void> {
  const sets = await trx
    .updateTable("openapi_page_sets")
    .where("organization_id", "=", spec.organization_id)
    .where("spec_id", "=", spec.id)
    .where("state", "!=", "removing")
    .set((eb) => ({ state: "pending", error: null, sync_number: eb("sync_number", "+", 1) }))
    .returning(["id", "organization_id"])
    .execute();
  for (const set of sets) await schedulePageSet(trx, set, now);
}
