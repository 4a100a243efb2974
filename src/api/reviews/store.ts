import { sql } from "kysely";
import type {
  ChangeRequestTable,
  Reader,
  RequestedReviewerTable,
  ReviewTable,
} from "../../storage/database/index.ts";
import { presentedSize } from "../comments/index.ts";
import { type JoinedUser, type OptionalJoinedUser, userColumns } from "../users/index.ts";

export type ReviewRow = ReviewTable &
  JoinedUser<"reviewer"> &
  OptionalJoinedUser<"requester"> & { superseded: number };

export type RequestedReviewerRow = RequestedReviewerTable & JoinedUser<"reviewer"> & JoinedUser<"requester">;

type ChangeRequestRef = Pick<ChangeRequestTable, "id" | "organization_id">;

export function matchReviews(db: Reader, { id, organization_id }: ChangeRequestRef) {
  return db
    .selectFrom("reviews")
    .where("reviews.organization_id", "=", organization_id)
    .where("reviews.change_request_id", "=", id);
}

/** About how many bytes the reply has for the comment that a review was submitted with. */
export const commentSize = sql<number>`coalesce(
  (select ${presentedSize} from comments where comments.review_id = reviews.id), 0
)`;

/** Adds the columns that a presented review needs. A later review or request of the reviewer supersedes it. */
export function withReviewColumns(query: ReturnType<typeof matchReviews>) {
  return query
    .innerJoin("users as reviewer", "reviewer.id", "reviews.reviewer_id")
    .leftJoin("users as requester", "requester.id", "reviews.requested_by")
    .selectAll("reviews")
    .select(userColumns("reviewer"))
    .select(userColumns("requester"))
    .select(
      sql<number>`case when exists (
        select 1 from reviews as later
        where later.change_request_id = reviews.change_request_id
          and later.reviewer_id = reviews.reviewer_id and later.id > reviews.id
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
    .innerJoin("users as reviewer", "reviewer.id", "requested_reviewers.user_id")
    .innerJoin("users as requester", "requester.id", "requested_reviewers.requested_by")
    .selectAll("requested_reviewers")
    .select(userColumns("reviewer"))
    .select(userColumns("requester"));
}
