import { notFound } from "../../platform/index.ts";
import type { CommentTable, Isolation, Writer } from "../../storage/database/index.ts";
import type { Call } from "../http/index.ts";
import type { OnComment } from "./access.ts";
import { readBody } from "./body.ts";
import { countComment } from "./counters.ts";
import { requireAuthor } from "./permissions.ts";
import type { Place } from "./place.ts";
import { type Reactions, react, readReactions } from "./reactions.ts";
import type { ReplyUpdate } from "./schema.ts";
import { type CommentRow, keyOf } from "./store.ts";
import type { By } from "./write-in-turn.ts";

/** What is to change of a comment or a reply. */
export interface Changes {
  readonly body?: string | undefined;
  readonly resolved?: boolean | undefined;
  readonly reactions: Reactions;
}

/** What the caller wants to change that comments and replies have in common: what was said, by its author only. */
export async function readChanges(call: Call<unknown, unknown, ReplyUpdate> & OnComment): Promise<Changes> {
  const { body } = call.body;
  if (body !== undefined) requireAuthor(call);
  return { body: body && (await readBody(body)), reactions: readReactions(call.body) };
}

/** How many reactions somebody has is in other rows than that of the comment. */
export function reachOf({ reactions: { added, removed } }: Changes): Isolation {
  return added.size + removed.size === 0 ? "snapshot" : "serializable";
}

/** Changes what is given of a comment or a reply, and nothing else. */
export async function updateComment(
  trx: Writer,
  place: Place,
  comment: CommentRow,
  { body, resolved, reactions }: Changes,
  by: By,
): Promise<void> {
  // It may have been deleted since it was found, or transferred to another organization with its space.
  const present = await trx
    .selectFrom("comments")
    .where((eb) => eb.and(keyOf(comment)))
    .select("status")
    .executeTakeFirst();
  if (present === undefined) throw notFound("Comment");
  const status = resolved === undefined ? present.status : resolved ? "resolved" : "open";
  if (body !== undefined) await change(trx, comment, { body, edited_at: by.now });
  if (status !== present.status) {
    await countComment(trx, place, present.status, status);
    const resolution = resolved ? { resolved_at: by.now, resolved_by: by.userId } : unresolved;
    await change(trx, comment, { status, ...resolution });
  }
  await react(trx, comment, reactions, by);
}

const unresolved = { resolved_at: null, resolved_by: null };

async function change(trx: Writer, comment: CommentRow, changes: Partial<CommentTable>): Promise<void> {
  await trx
    .updateTable("comments")
    .where((eb) => eb.and(keyOf(comment)))
    .set(changes)
    .execute();
}
