import type { Writer } from "../../storage/database/index.ts";
import type { Call } from "../http/index.ts";
import type { OnPlace } from "./access.ts";
import { countComment, countReplies } from "./counters.ts";
import { requireDeletable } from "./permissions.ts";
import type { Place } from "./place.ts";
import { type CommentRow, keyOf } from "./store.ts";
import { writeInTurn } from "./write-in-turn.ts";

/** Deletes a comment with its replies, or a reply, if the caller may; whether there was one to delete. */
export async function deleteFound(call: Call & OnPlace, comment: CommentRow | undefined): Promise<boolean> {
  if (comment === undefined) return false;
  requireDeletable(comment, call);
  return writeInTurn(call, (trx) => deleteComment(trx, call.place, comment));
}

async function deleteComment(trx: Writer, place: Place, comment: CommentRow): Promise<boolean> {
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
