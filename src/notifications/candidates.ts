import { sql } from "kysely";
import type { NotificationKind } from "../storage/database/index.ts";
import type { Candidates, CommentRef, Place } from "./record.ts";

/** Users who are named one by one. */
export function usersAs(kind: NotificationKind, userIds: readonly string[]): Candidates[] {
  const unique = [...new Set(userIds)];
  return unique.length === 0
    ? []
    : [sql`select id as user_id, ${sql.lit(kind)} as kind from users where id in (${sql.join(unique)})`];
}

/** Who opened or edited the change request, or follows it. */
export function ownersAs(kind: NotificationKind, { id }: Place): Candidates[] {
  return [
    sql`select user_id, ${sql.lit(kind)} as kind from change_request_contributors where change_request_id = ${id}`,
    followers(kind, id, ""),
  ];
}

/** Who has reviewed the change request. */
export function reviewersAs(kind: NotificationKind, { id }: Place): Candidates {
  return sql`select reviewer_id as user_id, ${sql.lit(kind)} as kind from reviews where change_request_id = ${id}`;
}

/** Who wrote in the thread, or follows it. */
export function participantsAs(
  kind: NotificationKind,
  { id }: Place,
  { threadId }: CommentRef,
): Candidates[] {
  const name = sql.lit(kind);
  return [
    sql`select posted_by as user_id, ${name} as kind from comments where place_id = ${id} and id = ${threadId}`,
    sql`select user_id, ${name} as kind from comment_repliers where place_id = ${id} and comment_id = ${threadId}`,
    followers(kind, id, threadId),
  ];
}

function followers(kind: NotificationKind, placeId: string, threadId: string): Candidates {
  return sql`
    select user_id, ${sql.lit(kind)} as kind from subscriptions
    where place_id = ${placeId} and thread_id = ${threadId} and state = 'following'`;
}
