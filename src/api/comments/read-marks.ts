import { markCommentsRead } from "../../notifications/index.ts";
import { badInput } from "../../platform/index.ts";
import { padToPowerOfTwo, prepared, type Reader } from "../../storage/database/index.ts";
import { isActive } from "../../storage/repositories/index.ts";
import type { Call } from "../http/index.ts";
import type { Commentable, OnCommentable } from "./access.ts";
import type { CommentsRead } from "./schema.ts";
import type { CommentRow } from "./store.ts";

/** Until when a user has read the comments on the pages of these comments, by page. */
export async function findReadTimes(
  db: Reader,
  { id }: Commentable,
  userId: string,
  comments: readonly Pick<CommentRow, "page_id">[],
): Promise<ReadonlyMap<string, string>> {
  const pages = [...new Set(comments.map(({ page_id }) => page_id ?? ""))];
  if (pages.length === 0) return new Map();
  const rows = await db
    .selectFrom("comment_reads")
    .where("place_id", "=", id)
    .where("user_id", "=", userId)
    .where("page_id", "in", padToPowerOfTwo(pages))
    .select(["page_id", "read_at"])
    .execute();
  return new Map(rows.map(({ page_id, read_at }) => [page_id, read_at]));
}

const findActivity = prepared<{ placeId: string; organizationId: string; userId: string }, { any: number }>(
  (db, value) =>
    db.selectNoFrom(({ exists, or, selectFrom, case: when }) =>
      when()
        .when(
          or([
            exists(
              selectFrom("comment_reads")
                .where("place_id", "=", value("placeId"))
                .where("user_id", "=", value("userId"))
                .select("page_id"),
            ),
            exists(
              selectFrom("comments")
                .where("place_id", "=", value("placeId"))
                .where("organization_id", "=", value("organizationId"))
                .where("posted_by", "=", value("userId"))
                .select("id"),
            ),
          ]),
        )
        .then(1)
        .else(0)
        .end()
        .as("any"),
    ),
);

/** Whether a user has marked comments as read, commented or replied. Without that, all comments are by others, and unread. */
export async function hasActivity(
  db: Reader,
  { id: placeId, organizationId }: Commentable,
  userId: string,
): Promise<boolean> {
  const [row] = await findActivity(db, { placeId, organizationId, userId });
  return row?.any === 1;
}

interface Post {
  readonly userId: string;
  readonly at: string;
}

/** Whether another user has posted one of these since. */
export function isUnread(readAt: string | undefined, userId: string, posts: readonly Post[]): boolean {
  return posts.some((post) => post.userId !== userId && (readAt === undefined || post.at > readAt));
}

/** Stores until when the caller has read the comments on a page. An earlier time than the stored one changes nothing. */
export async function markRead(
  { context, caller, commentable }: Call & OnCommentable,
  { page = "", until }: CommentsRead,
): Promise<void> {
  const now = context.clock.now();
  const time = Math.min(Date.parse(until ?? now), Date.parse(now));
  if (Number.isNaN(time)) throw badInput("until", "must be a time");
  const readAt = new Date(time).toISOString();
  const key = { place_id: commentable.id, user_id: caller.userId, page_id: page };
  await context.database.write(async (trx) => {
    // The space may have been deleted meanwhile. On a page without comments there is nothing to read.
    const isMarkable = await trx
      .selectFrom("spaces")
      .where("spaces.id", "=", commentable.spaceId)
      .where(isActive(commentable.spaceId))
      .$if(page !== "", (query) =>
        query.where(({ exists, selectFrom }) =>
          exists(
            selectFrom("comments")
              .where("comments.place_id", "=", commentable.id)
              .where("comments.organization_id", "=", commentable.organizationId)
              .where("comments.page_id", "=", page)
              .where("comments.comment_id", "is", null)
              .select("comments.id"),
          ),
        ),
      )
      .select("spaces.id")
      .executeTakeFirst();
    if (isMarkable === undefined) return;
    await trx
      .insertInto("comment_reads")
      .values({ ...key, space_id: commentable.spaceId, read_at: readAt })
      .onConflict((conflict) =>
        conflict
          .columns(["place_id", "user_id", "page_id"])
          .doUpdateSet({ read_at: readAt })
          .where("comment_reads.read_at", "<", readAt),
      )
      .execute();
    const read = { userId: caller.userId, pageId: page === "" ? null : page, until: readAt, now };
    await markCommentsRead(trx, commentable, read);
  });
}
