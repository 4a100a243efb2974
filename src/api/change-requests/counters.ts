import type { ChangeRequestStatus, Writer } from "../../storage/database/index.ts";
import type { SpaceRef } from "../../storage/repositories/index.ts";

/** Keeps a space's counts right when one of its change requests gets another status. */
export async function countStatus(
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
