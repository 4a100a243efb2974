import type { Writer } from "../../database/database.ts";
import { countComment, countReplies } from "./counters.ts";
import type { Place } from "./place.ts";
import type { CommentRow } from "./store.ts";

/** Deletes a comment with its replies, or a reply; whether it was still there. */
export async function deleteComment(
  trx: Writer,
  place: Place,
  { id, organization_id, place_id, comment_id }: CommentRow,
): Promise<boolean> {
  const deleted = await trx
    .deleteFrom("comments")
    .where("organization_id", "=", organization_id)
    .where("place_id", "=", place_id)
    .where("id", "=", id)
    .returning("status")
    .executeTakeFirst();
  if (deleted === undefined) return false;
  if (comment_id === null) await countComment(trx, place, deleted.status, undefined);
  else await countReplies(trx, place, comment_id, -1);
  return true;
}
