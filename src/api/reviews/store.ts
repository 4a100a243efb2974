import { sql } from "kysely";
import { memberRoleExpression } from "../../identity/roles/index.ts";
import { notifyReviewed, notifyReviewRequested, removeReviewRequest } from "../../notifications/index.ts";
import { badInput, newId, notFound } from "../../platform/index.ts";
import type {
  ChangeRequestTable,
  Reader,
  RequestedReviewerTable,
  ReviewTable,
  Writer,
} from "../../storage/database/index.ts";
import {
  type ChangeRequestRow,
  lockChangeRequest,
  requireEditable,
  updateChangeRequest,
  updateChangeRequestRow,
} from "../change-requests/index.ts";
import {
  type Actor,
  type CommentText,
  commentableChangeRequest,
  postComment,
  presentedSize,
  type StoredTarget,
} from "../comments/index.ts";
import { type JoinedUser, type OptionalJoinedUser, onUserId, userColumns } from "../users/index.ts";
import type { ReviewCreate, ReviewersRequest } from "./schema.ts";

export type ReviewRow = ReviewTable &
  JoinedUser<"reviewer"> &
  OptionalJoinedUser<"requester"> & { superseded: number; comments: number };

export type RequestedReviewerRow = RequestedReviewerTable & JoinedUser<"reviewer"> & JoinedUser<"requester">;

type ChangeRequestRef = Pick<ChangeRequestTable, "id" | "organization_id">;

export function matchReviews(db: Reader, { id, organization_id }: ChangeRequestRef) {
  return db
    .selectFrom("reviews")
    .where("reviews.organization_id", "=", organization_id)
    .where("reviews.change_request_id", "=", id);
}

/** The approximate size in bytes of the comment that a review was submitted with, as presented. */
export const commentSize = sql<number>`coalesce(
  (select ${presentedSize} from comments where comments.review_id = reviews.id), 0
)`;

/** Adds the columns that a presented review needs. A later review or request of the reviewer supersedes it. */
export function withReviewColumns(query: ReturnType<typeof matchReviews>) {
  return query
    .innerJoin("users as reviewer", onUserId("reviewer", "reviews.reviewer_id"))
    .leftJoin("users as requester", onUserId("requester", "reviews.requested_by"))
    .selectAll("reviews")
    .select(userColumns("reviewer"))
    .select(userColumns("requester"))
    .select(
      sql<number>`(select count(*) from review_comments where review_comments.review_id = reviews.id)`.as(
        "comments",
      ),
    )
    .select(
      sql<number>`case when exists (
        select 1 from reviews as later
        where later.change_request_id = reviews.change_request_id
          and later.reviewer_id = reviews.reviewer_id and later.id > reviews.id and later.status != 'commented'
      ) or exists (
        select 1 from requested_reviewers as request
        where request.change_request_id = reviews.change_request_id
          and request.user_id = reviews.reviewer_id and request.created_at > reviews.created_at
      ) then 1 else 0 end`.as("superseded"),
    );
}

export function matchRequestedReviewers(db: Reader, { id, organization_id }: ChangeRequestRef) {
  return db
    .selectFrom("requested_reviewers")
    .where("requested_reviewers.organization_id", "=", organization_id)
    .where("requested_reviewers.change_request_id", "=", id);
}

export function withRequestColumns(query: ReturnType<typeof matchRequestedReviewers>) {
  return query
    .innerJoin("users as reviewer", onUserId("reviewer", "requested_reviewers.user_id"))
    .innerJoin("users as requester", onUserId("requester", "requested_reviewers.requested_by"))
    .selectAll("requested_reviewers")
    .select(userColumns("reviewer"))
    .select(userColumns("requester"));
}

interface NewReview extends Pick<ReviewCreate, "status"> {
  /** The summary. */
  readonly comment: CommentText | undefined;
  /** Whether the pending comments of the reviewer are sent with it. */
  readonly sendsPending: boolean;
  /** The users whom pending comments mention, by the id of the comment. */
  readonly pendingMentions: ReadonlyMap<string, readonly string[]>;
}

/** Stores a review of the current revision of a change request with its comments, and returns its id. */
export async function submitReview(
  trx: Writer,
  changeRequest: ChangeRequestRow,
  { status, comment, sendsPending, pendingMentions }: NewReview,
  actor: Actor,
): Promise<string> {
  const { revisionId, contentVersion } = await lockReviewed(trx, changeRequest);
  const request = await matchRequestedReviewers(trx, changeRequest)
    .where("user_id", "=", actor.userId)
    .select("requested_by")
    .executeTakeFirst();
  const id = newId();
  await trx
    .insertInto("reviews")
    .values({
      id,
      organization_id: changeRequest.organization_id,
      change_request_id: changeRequest.id,
      reviewer_id: actor.userId,
      requested_by: request?.requested_by ?? null,
      revision_id: revisionId,
      content_version: contentVersion,
      status,
      created_at: actor.now,
      updated_at: actor.now,
    })
    .execute();
  // A merge that has waited for this transaction is retried: its rules count this review.
  await updateChangeRequestRow(trx, changeRequest, { content_version: contentVersion });
  if (comment !== undefined) {
    const newComment = { ...comment, reviewId: id, revisionId };
    await postComment(trx, commentableChangeRequest(changeRequest), newComment, actor);
  }
  const sent = sendsPending ? await sendPending(trx, changeRequest, id, pendingMentions, actor) : 0;
  if (status === "commented" && comment === undefined && sent === 0)
    throw badInput("comment", "is required if no pending comments are sent");
  await notifyReviewed(trx, changeRequest, status, actor);
  return id;
}

/** Posts the pending comments of a reviewer, whose number is limited, and returns that. */
async function sendPending(
  trx: Writer,
  changeRequest: ChangeRequestRow,
  reviewId: string,
  mentions: NewReview["pendingMentions"],
  actor: Actor,
): Promise<number> {
  const rows = await trx
    .deleteFrom("pending_comments")
    .where("change_request_id", "=", changeRequest.id)
    .where("user_id", "=", actor.userId)
    .returningAll()
    .execute();
  const commentable = commentableChangeRequest(changeRequest);
  for (const { id, body, target, revision_id } of rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const stored = JSON.parse(target) as StoredTarget;
    const text = { body, mentions: mentions.get(id) ?? [] };
    const comment = { ...text, target: stored, revisionId: revision_id, sentWith: reviewId };
    await postComment(trx, commentable, comment, actor);
  }
  return rows.length;
}

/** Requests reviews of the current revision of a change request, including from users who were requested before. */
export async function requestReviewers(
  trx: Writer,
  changeRequest: ChangeRequestRow,
  { users, subject }: ReviewersRequest,
  actor: Actor,
): Promise<void> {
  const { userId, now } = actor;
  const { revisionId: revision_id } = await lockReviewed(trx, changeRequest);
  const reviewers = [...new Set(users)];
  await requireReaders(trx, changeRequest, reviewers);
  if (subject !== undefined) await updateChangeRequest(trx, changeRequest, { subject }, actor);
  if (reviewers.length === 0) return;
  const { id: change_request_id, organization_id } = changeRequest;
  const request = { revision_id, requested_by: userId, created_at: now };
  await trx
    .insertInto("requested_reviewers")
    .values(reviewers.map((user_id) => ({ organization_id, change_request_id, user_id, ...request })))
    .onConflict((conflict) => conflict.columns(["change_request_id", "user_id"]).doUpdateSet(request))
    .execute();
  await notifyReviewRequested(trx, changeRequest, reviewers, actor);
}

/** Returns whether the user was a requested reviewer. */
export async function removeRequestedReviewer(trx: Writer, changeRequest: ChangeRequestRow, userId: string) {
  await lockReviewed(trx, changeRequest);
  const { numDeletedRows } = await trx
    .deleteFrom("requested_reviewers")
    .where("organization_id", "=", changeRequest.organization_id)
    .where("change_request_id", "=", changeRequest.id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  await removeReviewRequest(trx, changeRequest.id, userId);
  return numDeletedRows > 0n;
}

/** Locks a change request that is neither merged nor archived, and returns its current content. */
async function lockReviewed(trx: Writer, changeRequest: ChangeRequestRow) {
  const locked = await lockChangeRequest(trx, changeRequest);
  requireEditable(locked.status);
  return { revisionId: locked.revision_id, contentVersion: locked.content_version };
}

/** All reviewers must be able to read the space. */
async function requireReaders(
  trx: Writer,
  { space_id, organization_id }: ChangeRequestRow,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  const role = await memberRoleExpression(trx, { id: space_id, organization_id });
  const readers = await trx
    .selectFrom("members")
    .where("members.organization_id", "=", organization_id)
    .where("members.user_id", "in", userIds)
    .where("members.disabled", "=", 0)
    .where(role, "is not", null)
    .select("members.user_id")
    .execute();
  const readerIds = new Set(readers.map(({ user_id }) => user_id));
  const missing = userIds.find((id) => !readerIds.has(id));
  if (missing !== undefined) throw notFound(`users: Member ${missing} with access to the space`);
}
