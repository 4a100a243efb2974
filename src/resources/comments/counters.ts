import type { Writer } from "../../database/database.ts";
import type { CommentStatus } from "../../enumerations.ts";
import { changedMeanwhile } from "../../errors.ts";
import type { Place } from "./place.ts";

/** Keeps the counts of a place right when a comment comes (no status before), goes (none after) or is resolved. */
export async function countStatus(
  trx: Writer,
  { id, organizationId, table }: Pick<Place, "id" | "organizationId" | "table">,
  before: CommentStatus | undefined,
  after: CommentStatus | undefined,
): Promise<void> {
  const difference = (status: CommentStatus) => Number(after === status) - Number(before === status);
  const { numUpdatedRows } = await trx
    .updateTable(table)
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .set((eb) => ({
      comments: eb("comments", "+", difference("open")),
      comments_resolved: eb("comments_resolved", "+", difference("resolved")),
    }))
    .executeTakeFirst();
  // Purged, or transferred to another organization.
  if (numUpdatedRows === 0n) throw changedMeanwhile();
}

export async function countReplies(
  trx: Writer,
  { organizationId }: Pick<Place, "organizationId">,
  commentId: string,
  difference: 1 | -1,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("comments")
    .where("organization_id", "=", organizationId)
    .where("id", "=", commentId)
    .set((eb) => ({ replies: eb("replies", "+", difference) }))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
