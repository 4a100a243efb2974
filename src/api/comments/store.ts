import { type RawBuilder, sql } from "kysely";
import {
  type CommentReactionTable,
  type CommentTable,
  prepared,
  type Reader,
} from "../../storage/database/index.ts";
import { type JoinedUser, type OptionalJoinedUser, userColumns } from "../users/index.ts";
import type { Commentable } from "./commentable.ts";
import type { CommentListQuery } from "./schema.ts";

/** A comment or a reply, with who posted and who resolved it. */
export type CommentRow = CommentTable &
  JoinedUser<"poster"> &
  OptionalJoinedUser<"resolver"> & {
    /** How many reactions there are to it. */
    reactions: number;
  };

export type ReactionRow = CommentReactionTable & JoinedUser<"reactor">;

/** What a comment or a reply is found by. */
export function keyOf({ organization_id, place_id, id }: CommentTable) {
  return { organization_id, place_id, id };
}

type Value = string | RawBuilder<string>;

/** All comments and replies in a commentable. */
function fromPlace(db: Reader, organizationId: Value, placeId: Value) {
  return db
    .selectFrom("comments")
    .where("comments.organization_id", "=", organizationId)
    .where("comments.place_id", "=", placeId);
}

const reactionCount = sql<number>`(
  select count(*) from comment_reactions as reactions
  where reactions.place_id = comments.place_id and reactions.comment_id = comments.id
)`;

/** About how much is shown of a comment: its text, and for each reaction a user. */
export const presentedSize = sql<number>`octet_length(comments.body) + 300 * ${reactionCount}`;

/** Adds all that a comment shows of itself. */
export function withPresentedColumns(found: ReturnType<typeof fromPlace>) {
  return found
    .innerJoin("users as poster", "poster.id", "comments.posted_by")
    .leftJoin("users as resolver", "resolver.id", "comments.resolved_by")
    .selectAll("comments")
    .select(userColumns("poster"))
    .select(userColumns("resolver"))
    .select(reactionCount.as("reactions"));
}

type Filters = Pick<CommentListQuery, "status" | "targetPage" | "authors">;

/** The comments in a commentable that pass these filters. */
export function matchComments(
  db: Reader,
  commentable: Commentable,
  { status, targetPage, authors }: Filters,
) {
  let found = fromPlace(db, commentable.organizationId, commentable.id).where(
    "comments.comment_id",
    "is",
    null,
  );
  // As it stands in the condition of the index: a value that is filled in later would not be recognized.
  if (status !== "all") found = found.where("comments.status", "=", sql.lit(status));
  if (targetPage !== undefined) found = found.where("comments.page_id", "=", targetPage);
  if (authors !== undefined) found = found.where("comments.posted_by", "in", authors);
  return found;
}

/** How many that are, where it is known without counting. */
export function storedCount(
  { counts }: Commentable,
  { status, targetPage, authors }: Filters,
): number | undefined {
  if (targetPage !== undefined || authors !== undefined) return undefined;
  return status === "all" ? counts.open + counts.resolved : counts[status];
}

export function matchReplies(db: Reader, { organization_id, place_id, id }: CommentTable) {
  return fromPlace(db, organization_id, place_id).where("comments.comment_id", "=", id);
}

const findCommentById = prepared<{ organizationId: string; placeId: string; id: string }, CommentRow>(
  (db, value) =>
    withPresentedColumns(
      fromPlace(db, value("organizationId"), value("placeId"))
        .where("comments.id", "=", value("id"))
        .where("comments.comment_id", "is", null),
    ),
);

export async function findComment(
  db: Reader,
  { id: placeId, organizationId }: Commentable,
  id: string,
): Promise<CommentRow | undefined> {
  return (await findCommentById(db, { organizationId, placeId, id }))[0];
}

export function findReply(
  db: Reader,
  { id, organizationId }: Commentable,
  commentId: string,
  replyId: string,
): Promise<CommentRow | undefined> {
  return withPresentedColumns(
    fromPlace(db, organizationId, id)
      .where("comments.id", "=", replyId)
      .where("comments.comment_id", "=", commentId),
  ).executeTakeFirst();
}

/** The comments that these reviews were submitted with. */
export function findReviewComments(
  db: Reader,
  { organizationId }: Commentable,
  reviewIds: readonly string[],
): Promise<CommentRow[]> {
  if (reviewIds.length === 0) return Promise.resolve([]);
  const found = db
    .selectFrom("comments")
    .where("comments.organization_id", "=", organizationId)
    .where("comments.review_id", "in", reviewIds);
  return withPresentedColumns(found).execute();
}

/** What was reacted to these comments, in the order of time. */
export async function findReactions(
  db: Reader,
  { id: placeId, organizationId }: Commentable,
  comments: readonly CommentRow[],
): Promise<ReactionRow[]> {
  const commentIds = comments.filter(({ reactions }) => reactions > 0).map(({ id }) => id);
  if (commentIds.length === 0) return [];
  return db
    .selectFrom("comment_reactions as reactions")
    .innerJoin("users as reactor", "reactor.id", "reactions.user_id")
    .where("reactions.organization_id", "=", organizationId)
    .where("reactions.place_id", "=", placeId)
    .where("reactions.comment_id", "in", commentIds)
    .selectAll("reactions")
    .select(userColumns("reactor"))
    .orderBy("reactions.id")
    .execute();
}

/**
 * The members who have commented or replied in a commentable. They are found one after the other in the index, each by a step
 * over all that the one before has written: it costs what they are, not what they wrote.
 */
export function matchCommenters(db: Reader, { id, organizationId }: Commentable) {
  const ofPlace = sql`from comments where place_id = ${id} and organization_id = ${organizationId}`;
  return db
    .selectFrom("members")
    .where("members.organization_id", "=", organizationId)
    .where(
      sql<boolean>`members.user_id in (
        with recursive authors(id) as (
          select min(posted_by) ${ofPlace}
          union all
          select (select min(posted_by) ${ofPlace} and posted_by > authors.id) from authors
          where authors.id is not null
        )
        select id from authors
      )`,
    );
}
