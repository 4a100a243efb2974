import { type RawBuilder, sql } from "kysely";
import {
  type CommentReactionTable,
  type CommentReplierTable,
  type CommentTable,
  padToPowerOfTwo,
  prepared,
  type Reader,
} from "../../storage/database/index.ts";
import { type JoinedUser, onUserId, userColumns } from "../users/index.ts";
import type { Commentable } from "./access.ts";
import type { CommentListQuery } from "./schema.ts";

/** A comment or a reply. */
export interface CommentRow extends CommentTable {
  readonly reactions: number;
  readonly taken_by: string | null;
  readonly taken_at: string | null;
  /** The review that it was sent with, and of which it is not the summary. */
  readonly sent_with: string | null;
}

export type ReactionRow = CommentReactionTable & JoinedUser<"reactor">;

export type ReplierRow = CommentReplierTable & JoinedUser<"replier">;

export function keyOf({ organization_id, place_id, id }: CommentTable) {
  return { organization_id, place_id, id };
}

type Value = string | RawBuilder<string>;

function fromCommentable(db: Reader, organizationId: Value, placeId: Value) {
  return db
    .selectFrom("comments")
    .where("comments.organization_id", "=", organizationId)
    .where("comments.place_id", "=", placeId);
}

const reactionCount = sql<number>`(
  select count(*) from comment_reactions as reactions
  where reactions.place_id = comments.place_id and reactions.comment_id = comments.id
)`;

const replierCount = sql<number>`case when comments.replies = 0 then 0 else (
  select count(*) from comment_repliers as repliers
  where repliers.place_id = comments.place_id and repliers.comment_id = comments.id
) end`;

/** The approximate size of a presented comment in bytes: its body, and a user for each reaction and each replier. */
export const presentedSize = sql<number>`octet_length(comments.body) + 300 * (${reactionCount} + ${replierCount})`;

export function withPresentedColumns(query: ReturnType<typeof fromCommentable>) {
  return query
    .leftJoin("taken_suggestions as taken", (join) =>
      join.onRef("taken.place_id", "=", "comments.place_id").onRef("taken.comment_id", "=", "comments.id"),
    )
    .leftJoin("review_comments as sent", (join) =>
      join.onRef("sent.place_id", "=", "comments.place_id").onRef("sent.comment_id", "=", "comments.id"),
    )
    .selectAll("comments")
    .select(["taken.taken_by", "taken.taken_at", "sent.review_id as sent_with"])
    .select(reactionCount.as("reactions"));
}

type Filters = Pick<CommentListQuery, "status" | "targetPage" | "authors" | "review">;

export function matchComments(
  db: Reader,
  commentable: Commentable,
  { status, targetPage, authors, review }: Filters,
) {
  let query = fromCommentable(db, commentable.organizationId, commentable.id).where(
    "comments.comment_id",
    "is",
    null,
  );
  // A literal: the planner uses a partial index only if its condition is a constant of the query.
  if (status !== "all") query = query.where("comments.status", "=", sql.lit(status));
  if (targetPage !== undefined) query = query.where("comments.page_id", "=", targetPage);
  if (authors !== undefined) query = query.where("comments.posted_by", "in", authors);
  if (review !== undefined)
    query = query.where("comments.id", "in", (eb) =>
      eb
        .selectFrom("review_comments")
        .where("review_comments.place_id", "=", commentable.id)
        .where("review_comments.review_id", "=", review)
        .select("review_comments.comment_id"),
    );
  return query;
}

/** The number of matching comments, if it is stored. */
export function storedCount({ counts }: Commentable, { status, targetPage, authors, review }: Filters) {
  if (targetPage !== undefined || authors !== undefined || review !== undefined) return undefined;
  return status === "all" ? counts.open + counts.resolved : counts[status];
}

export function matchReplies(db: Reader, { organization_id, place_id, id }: CommentTable) {
  return fromCommentable(db, organization_id, place_id).where("comments.comment_id", "=", id);
}

const findCommentById = prepared<{ organizationId: string; placeId: string; id: string }, CommentRow>(
  (db, value) =>
    withPresentedColumns(
      fromCommentable(db, value("organizationId"), value("placeId"))
        .where("comments.id", "=", value("id"))
        .where("comments.comment_id", "is", null),
    ),
);

export async function findComment(db: Reader, { id: placeId, organizationId }: Commentable, id: string) {
  return (await findCommentById(db, { organizationId, placeId, id }))[0];
}

export function findReply(
  db: Reader,
  { id, organizationId }: Commentable,
  commentId: string,
  replyId: string,
): Promise<CommentRow | undefined> {
  return withPresentedColumns(
    fromCommentable(db, organizationId, id)
      .where("comments.id", "=", replyId)
      .where("comments.comment_id", "=", commentId),
  ).executeTakeFirst();
}

export function findReviewComments(
  db: Reader,
  { organizationId }: Commentable,
  reviewIds: readonly string[],
): Promise<CommentRow[]> {
  if (reviewIds.length === 0) return Promise.resolve([]);
  const query = db
    .selectFrom("comments")
    .where("comments.organization_id", "=", organizationId)
    .where("comments.review_id", "in", reviewIds);
  return withPresentedColumns(query).execute();
}

/** The reactions to these comments, oldest first. */
export async function findReactions(
  db: Reader,
  { id: placeId, organizationId }: Commentable,
  comments: readonly CommentRow[],
): Promise<ReactionRow[]> {
  const commentIds = comments.filter(({ reactions }) => reactions > 0).map(({ id }) => id);
  if (commentIds.length === 0) return [];
  return db
    .selectFrom("comment_reactions as reactions")
    .innerJoin("users as reactor", onUserId("reactor", "reactions.user_id"))
    .where("reactions.organization_id", "=", organizationId)
    .where("reactions.place_id", "=", placeId)
    .where("reactions.comment_id", "in", padToPowerOfTwo(commentIds))
    .selectAll("reactions")
    .select(userColumns("reactor"))
    .orderBy("reactions.id")
    .execute();
}

/** The users who replied to these comments, the latest first. */
export async function findRepliers(
  db: Reader,
  { id: placeId }: Commentable,
  comments: readonly CommentRow[],
): Promise<ReplierRow[]> {
  const commentIds = comments.filter(({ replies }) => replies > 0).map(({ id }) => id);
  if (commentIds.length === 0) return [];
  return db
    .selectFrom("comment_repliers as repliers")
    .innerJoin("users as replier", onUserId("replier", "repliers.user_id"))
    .where("repliers.place_id", "=", placeId)
    .where("repliers.comment_id", "in", padToPowerOfTwo(commentIds))
    .selectAll("repliers")
    .select(userColumns("replier"))
    .orderBy("repliers.replied_at", "desc")
    .orderBy("repliers.user_id")
    .execute();
}

/**
 * The members who commented or replied. The recursive query is a loose index scan: it skips from one author to the next,
 * so its cost grows with the number of authors and not with the number of comments.
 */
export function matchCommenters(db: Reader, { id, organizationId }: Commentable) {
  const ofCommentable = sql`from comments where place_id = ${id} and organization_id = ${organizationId}`;
  return db
    .selectFrom("members")
    .where("members.organization_id", "=", organizationId)
    .where(
      sql<boolean>`members.user_id in (
        with recursive authors(id) as (
          select min(posted_by) ${ofCommentable}
          union all
          select (select min(posted_by) ${ofCommentable} and posted_by > authors.id) from authors
          where authors.id is not null
        )
        select id from authors
      )`,
    );
}
