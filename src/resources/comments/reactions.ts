import { emojiOf } from "../../content/emoji.ts";
import type { Writer } from "../../database/database.ts";
import { badInput } from "../../errors.ts";
import type { Urls } from "../../http/urls.ts";
import { newId } from "../../ids.ts";
import { presentJoinedUser } from "../users/joined-users.ts";
import type { Reaction, ReplyUpdate } from "./schema.ts";
import type { CommentRow, ReactionRow } from "./store.ts";

/** Emoji in their full spelling, each with the way it was written. */
type Emojis = ReadonlyMap<string, string>;

export interface Reactions {
  readonly added: Emojis;
  readonly removed: Emojis;
}

/** The reactions that someone wants to have and no longer to have. What is in both is removed. */
export function readReactions({ addedReactions = [], removedReactions = [] }: ReplyUpdate): Reactions {
  const removed = readEmojis("removedReactions", removedReactions);
  const added = new Map(
    [...readEmojis("addedReactions", addedReactions)].filter(([emoji]) => !removed.has(emoji)),
  );
  return { added, removed };
}

function readEmojis(field: string, written: readonly string[]): Emojis {
  const emojis = new Map<string, string>();
  for (const [i, spelling] of written.entries()) {
    const emoji = emojiOf(spelling);
    if (emoji === undefined) throw badInput(`${field}[${i}]`, "must be an emoji, or its code points");
    if (!emojis.has(emoji)) emojis.set(emoji, spelling);
  }
  return emojis;
}

/** Writes down one user's reactions to a comment or a reply, each once. */
export async function react(
  trx: Writer,
  { id, organization_id }: Pick<CommentRow, "id" | "organization_id">,
  { added, removed }: Reactions,
  { userId, now }: { userId: string; now: string },
): Promise<void> {
  if (removed.size > 0) {
    await trx
      .deleteFrom("comment_reactions")
      .where("organization_id", "=", organization_id)
      .where("comment_id", "=", id)
      .where("user_id", "=", userId)
      .where("emoji", "in", [...removed.keys()])
      .execute();
  }
  if (added.size === 0) return;
  const reaction = { organization_id, comment_id: id, user_id: userId, reacted_at: now };
  await trx
    .insertInto("comment_reactions")
    .values([...added].map(([emoji, spelling]) => ({ id: newId(), emoji, spelling, ...reaction })))
    .onConflict((known) => known.columns(["comment_id", "emoji", "user_id"]).doNothing())
    .execute();
}

/** Reactions by emoji, in the order in which each was first used. They come in the order of time. */
export function presentReactions(rows: readonly ReactionRow[], urls: Urls): Reaction[] {
  return Array.from(Map.groupBy(rows, ({ emoji }) => emoji).values(), (alike) => ({
    emoji: alike[0]?.spelling ?? "",
    count: alike.length,
    users: alike.map((row) => ({
      user: presentJoinedUser(row, "reactor", urls),
      reactedAt: row.reacted_at,
    })),
  }));
}
