import { sql } from "kysely";
import { inBatches, type Reader, type ReviewVerdict } from "../../storage/database/index.ts";
import type { Verdict } from "../merge-rules/index.ts";
import { type JoinedUser, onUserId, userColumns } from "../users/index.ts";

/** A user who has reviewed a change request, or who was asked to. */
export interface ReviewerRow extends JoinedUser<"reviewer"> {
  readonly change_request_id: string;
  /** Of the last review that is not only a comment; null without one. */
  readonly status: ReviewVerdict | null;
  readonly content_version: number;
  /** Whether a review was requested after the last one. */
  readonly is_awaited: number;
  /** Whether the reviewer is an active member of the organization: reviews of former ones count for no rule. */
  readonly is_member: number;
}

/** The reviewers of a change request in lists. */
export const maxListedReviewers = 20;

/** The reviewers of each of these change requests, those with a review first. With a maximum, the last ones of each. */
export async function findReviewers(db: Reader, changeRequestIds: readonly string[], max?: number) {
  const reviewed = await inBatches(changeRequestIds, (ids) => selectReviewed(db, ids, max).execute());
  const requested = await inBatches(changeRequestIds, (ids) => selectUnreviewed(db, ids, max).execute());
  const rows: ReviewerRow[] = [...reviewed, ...requested.map((row) => ({ ...row, status: null }))];
  return Map.groupBy(rows, (row) => row.change_request_id);
}

/** The last review of each reviewer. */
function selectReviewed(db: Reader, ids: readonly string[], max: number | undefined) {
  const ranked = db
    .selectFrom("reviews")
    .where("reviews.change_request_id", "in", ids)
    .where("reviews.status", "!=", "commented")
    .where(
      sql<boolean>`not exists (
        select 1 from reviews as later where later.change_request_id = reviews.change_request_id
          and later.reviewer_id = reviews.reviewer_id and later.id > reviews.id and later.status != 'commented'
      )`,
    )
    .selectAll()
    .select(sql<number>`row_number() over (partition by change_request_id order by id desc)`.as("rank"));
  const last = db
    .selectFrom(ranked.as("last"))
    .innerJoin("users as reviewer", onUserId("reviewer", "last.reviewer_id"))
    .leftJoin("requested_reviewers as request", (join) =>
      join
        .onRef("request.change_request_id", "=", "last.change_request_id")
        .onRef("request.user_id", "=", "last.reviewer_id"),
    )
    .leftJoin("members as member", (join) =>
      join
        .onRef("member.organization_id", "=", "last.organization_id")
        .onRef("member.user_id", "=", "last.reviewer_id")
        .on("member.disabled", "=", 0),
    )
    .select(["last.change_request_id", "last.status", "last.content_version"])
    .$narrowType<{ status: ReviewVerdict }>()
    .select(sql<number>`case when request.created_at > last.created_at then 1 else 0 end`.as("is_awaited"))
    .select(sql<number>`case when member.user_id is null then 0 else 1 end`.as("is_member"))
    .select(userColumns("reviewer"))
    .orderBy("last.id", "desc");
  return max === undefined ? last : last.where("last.rank", "<=", max);
}

/** The requested reviewers without a review. */
function selectUnreviewed(db: Reader, ids: readonly string[], max: number | undefined) {
  const ranked = db
    .selectFrom("requested_reviewers as request")
    .where("request.change_request_id", "in", ids)
    .where(
      sql<boolean>`not exists (
        select 1 from reviews where reviews.change_request_id = request.change_request_id
          and reviews.reviewer_id = request.user_id and reviews.status != 'commented'
      )`,
    )
    .select(["request.change_request_id", "request.user_id"])
    .select(sql<number>`row_number() over (partition by change_request_id order by user_id)`.as("rank"));
  const unreviewed = db
    .selectFrom(ranked.as("request"))
    .innerJoin("users as reviewer", onUserId("reviewer", "request.user_id"))
    .select([
      "request.change_request_id",
      sql<number>`0`.as("content_version"),
      sql<number>`1`.as("is_awaited"),
      sql<number>`1`.as("is_member"),
    ])
    .select(userColumns("reviewer"))
    .orderBy("request.user_id");
  return max === undefined ? unreviewed : unreviewed.where("request.rank", "<=", max);
}

/** The reviews by which rules decide. */
export function verdictsOf(rows: readonly ReviewerRow[], contentVersion: number): Verdict[] {
  return rows.flatMap(({ reviewer_id, status, content_version, is_awaited, is_member }) => {
    if (status === null || is_member === 0) return [];
    const isOutdated = is_awaited === 1 || content_version !== contentVersion;
    return [{ userId: reviewer_id, status, isOutdated }];
  });
}
