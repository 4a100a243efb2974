import type { Writer } from "../../database/database.ts";
import { countComment, countReplies } from "./counters.ts";
import type { Place } from "./place.ts";
import { type CommentRow, keyOf } from "./store.ts";

/** Deletes a comment with its replies, or a reply; whether it was still there. */
export async function deleteComment(trx: Writer, place: Place, comment: CommentRow): Promise<boolean> {
  const deleted = await trx
    .deleteFrom("comments")
    .where((eb) => eb.and(keyOf(comment)))
    .returning("status")
    .executeTakeFirst();
  if (deleted === undefined) return false;
  if (comment.comment_id === null) await countComment(trx, place, deleted.status, undefined);
  else await countReplies(trx, place, comment.comment_id, -1);
  return true;
}
