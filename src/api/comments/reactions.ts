import type { Urls } from "../../config/index.ts";
import { normalizeEmoji } from "../../content/index.ts";
import { badInput, newId } from "../../platform/index.ts";
import type { Writer } from "../../storage/database/index.ts";
import { presentJoinedUser } from "../users/index.ts";
import type { Reaction, ReplyUpdate } from "./schema.ts";
import type { CommentRow, ReactionRow } from "./store.ts";
import type { Actor } from "./write-comments.ts";

/** The emoji of a request: their fully qualified form, mapped to the spelling in the request. */
type Emojis = ReadonlyMap<string, string>;

/** The number of reactions of one user to one comment, which is presented with all of its reactions. */
const maxReactions = 50;

export interface Reactions {
  readonly added: Emojis;
  readonly removed: Emojis;
}

/** Reads the reactions to add and to remove. An emoji in both lists is removed. */
export function readReactions({ addedReactions = [], removedReactions = [] }: ReplyUpdate): Reactions {
  const removed = readEmojis("removedReactions", removedReactions);
  const added = new Map(
    [...readEmojis("addedReactions", addedReactions)].filter(([emoji]) => !removed.has(emoji)),
  );
  return { added, removed };
}

function readEmojis(field: string, spellings: readonly string[]): Emojis {
  const emojis = new Map<string, string>();
  for (const [i, spelling] of spellings.entries()) {
    const emoji = normalizeEmoji(spelling);
    if (emoji === undefined) throw badInput(`${field}[${i}]`, "must be an emoji, or its code points");
    if (!emojis.has(emoji)) emojis.set(emoji, spelling);
  }
  return emojis;
}

/** Adds and removes a user's reactions to a comment or a reply. */
export async function react(
  trx: Writer,
  { id, place_id, organization_id }: CommentRow,
  { added, removed }: Reactions,
  { userId, now }: Actor,
): Promise<void> {
  const key = { organization_id, place_id, comment_id: id, user_id: userId };
  if (removed.size > 0) {
    await trx
      .deleteFrom("comment_reactions")
      .where((eb) => eb.and(key))
      .where("emoji", "in", [...removed.keys()])
      .execute();
  }
  if (added.size === 0) return;
  await trx
    .insertInto("comment_reactions")
    .values(
      [...added].map(([emoji, spelling]) => ({ id: newId(), ...key, emoji, spelling, reacted_at: now })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { count } = await trx
    .selectFrom("comment_reactions")
    .where((eb) => eb.and(key))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  if (count > maxReactions)
    throw badInput("addedReactions", `exceeds the limit of ${maxReactions} reactions of one user`);
}

/** Groups reactions, sorted by time, by emoji. */
export function presentReactions(rows: readonly ReactionRow[], urls: Urls): Reaction[] {
  return Array.from(Map.groupBy(rows, ({ emoji }) => emoji).values(), (group) => ({
    emoji: group[0]?.spelling ?? "",
    count: group.length,
    users: group.map((row) => ({ user: presentJoinedUser(row, "reactor", urls), reactedAt: row.reacted_at })),
  }));
}
