import { changedMeanwhile } from "../../platform/index.ts";
import { type CommentStatus, preparedChange, type Writer } from "../../storage/database/index.ts";
import type { Place } from "./place.ts";

/** Keeps the counts of a place right when a comment comes (no status before), goes (none after) or is resolved. */
export async function countComment(
  trx: Writer,
  { id, organizationId, table }: Pick<Place, "id" | "organizationId" | "table">,
  before: CommentStatus | undefined,
  after: CommentStatus | undefined,
): Promise<void> {
  const difference = (status: CommentStatus) => Number(after === status) - Number(before === status);
  const changes = { open: difference("open"), resolved: difference("resolved") };
  const changed = await addToCounts[table](trx, { id, organizationId, ...changes });
  // Purged, or transferred to another organization.
  if (changed === 0) throw changedMeanwhile();
}

const addToCounts = { spaces: addToCountsIn("spaces"), change_requests: addToCountsIn("change_requests") };

function addToCountsIn(table: Place["table"]) {
  return preparedChange<{ id: string; organizationId: string; open: number; resolved: number }>(
    (trx, value) =>
      trx
        .updateTable(table)
        .where("organization_id", "=", value("organizationId"))
        .where("id", "=", value("id"))
        .set((eb) => ({
          comments: eb("comments", "+", value("open")),
          comments_resolved: eb("comments_resolved", "+", value("resolved")),
        })),
  );
}

export async function countReplies(
  trx: Writer,
  { id: placeId, organizationId }: Place,
  commentId: string,
  difference: 1 | -1,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("comments")
    .where("organization_id", "=", organizationId)
    .where("place_id", "=", placeId)
    .where("id", "=", commentId)
    .set((eb) => ({ replies: eb("replies", "+", difference) }))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
