import type { Writer } from "../../database/database.ts";
import type { CommentTable } from "../../database/tables.ts";
import { notFound } from "../../errors.ts";
import { countComment } from "./counters.ts";
import type { Place } from "./place.ts";
import { type Reactions, react } from "./reactions.ts";
import { type CommentRow, keyOf } from "./store.ts";

/** What is to change of a comment or a reply. */
export interface Changes {
  readonly body?: string | undefined;
  readonly resolved?: boolean | undefined;
  readonly reactions: Reactions;
}

interface By {
  readonly userId: string;
  readonly now: string;
}

/** Changes what is given of a comment or a reply, and nothing else. */
export async function updateComment(
  trx: Writer,
  place: Place,
  comment: CommentRow,
  { body, resolved, reactions }: Changes,
  by: By,
): Promise<void> {
  if (body !== undefined) await change(trx, comment, { body, edited_at: by.now });
  if (resolved !== undefined) await resolve(trx, place, comment, resolved, by);
  await react(trx, comment, reactions, by);
}

/** Resolves a comment, or opens it again. What is so already stays as it is. */
async function resolve(
  trx: Writer,
  place: Place,
  comment: CommentRow,
  resolved: boolean,
  { userId, now }: By,
): Promise<void> {
  const present = await trx
    .selectFrom("comments")
    .where((eb) => eb.and(keyOf(comment)))
    .select("status")
    .executeTakeFirst();
  if (present === undefined) throw notFound("Comment");
  const status = resolved ? "resolved" : "open";
  if (present.status === status) return;
  await countComment(trx, place, present.status, status);
  await change(trx, comment, {
    status,
    resolved_at: resolved ? now : null,
    resolved_by: resolved ? userId : null,
  });
}

async function change(trx: Writer, comment: CommentRow, changes: Partial<CommentTable>): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable("comments")
    .where((eb) => eb.and(keyOf(comment)))
    .set(changes)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw notFound("Comment");
}
