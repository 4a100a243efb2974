import type { ChangeRequestTable, Reader, Writer } from "../../storage/database/index.ts";

/** Writes down that someone opened a change request (no edits) or edited it. */
export async function addContribution(
  trx: Writer,
  { id, organization_id }: Pick<ChangeRequestTable, "id" | "organization_id">,
  userId: string,
  edits: number,
  now: string,
): Promise<void> {
  await trx
    .insertInto("change_request_contributors")
    .values({ organization_id, change_request_id: id, user_id: userId, edits, updated_at: now })
    .onConflict((known) =>
      known.columns(["change_request_id", "user_id"]).doUpdateSet((eb) => ({
        edits: eb("change_request_contributors.edits", "+", edits),
        updated_at: now,
      })),
    )
    .execute();
}

export function matchContributors(
  db: Reader,
  { id, organization_id }: Pick<ChangeRequestTable, "id" | "organization_id">,
) {
  return db
    .selectFrom("change_request_contributors as contributors")
    .innerJoin("users", "users.id", "contributors.user_id")
    .where("contributors.organization_id", "=", organization_id)
    .where("contributors.change_request_id", "=", id);
}
