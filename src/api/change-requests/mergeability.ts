import type { Urls } from "../../config/index.ts";
import { inBatches, type Reader } from "../../storage/database/index.ts";
import type { Context } from "../http/index.ts";
import { findMissingRules, type MergeRule, type MissingRule, rulesOf } from "../merge-rules/index.ts";
import { presentJoinedUser, presentUser, type User } from "../users/index.ts";
import { findReviewers, maxListedReviewers, type ReviewerRow, verdictsOf } from "./reviewers.ts";
import { type ChangeRequest, isOutdated, presentChangeRequest } from "./schema.ts";
import { type ChangeRequestRow, findSchedules, type ScheduleRow } from "./store.ts";

/** Presents change requests to a user, with their reviewers and what is missing to merge them. */
export async function presentChangeRequests(
  { database: { read }, urls }: Context,
  rows: readonly ChangeRequestRow[],
  viewerId: string,
): Promise<ChangeRequest[]> {
  const unmerged = rows.filter(({ status }) => status !== "merged");
  const reviewers = await findReviewers(
    read,
    unmerged.map(({ id }) => id),
    maxListedReviewers,
  );
  const rules = await findRules(read, [...new Set(unmerged.map(({ space_id }) => space_id))]);
  const missing = new Map(
    unmerged
      .filter(({ status }) => status !== "archived")
      .map((row) => {
        const candidate = candidateOf(row, reviewers.get(row.id) ?? []);
        return [row.id, findMissingRules(rules.get(row.space_id) ?? [], candidate, viewerId)];
      }),
  );
  const schedules = await findSchedules(
    read,
    unmerged.map(({ id }) => id),
  );
  const userOf = await findUsers(read, [...missing.values()].flat(), urls);
  return rows.map((row) => ({
    ...presentChangeRequest(row, urls),
    ...(row.status !== "merged" && {
      reviewers: (reviewers.get(row.id) ?? []).map((reviewer) => presentReviewer(row, reviewer, urls)),
    }),
    ...(missing.has(row.id) && {
      scheduledMerge: presentSchedule(schedules.get(row.id), urls),
      mergeability: { missing: (missing.get(row.id) ?? []).map((rule) => presentMissing(rule, userOf)) },
    }),
  }));
}

/** The merge rules of each of these spaces. */
async function findRules(
  db: Reader,
  spaceIds: readonly string[],
): Promise<Map<string, readonly MergeRule[]>> {
  const rows = await inBatches(spaceIds, (batch) =>
    db
      .selectFrom("spaces")
      .innerJoin("organizations", "organizations.id", "spaces.organization_id")
      .where("spaces.id", "in", batch)
      .select(["spaces.id", "spaces.merge_rules", "organizations.merge_rules as organization_rules"])
      .execute(),
  );
  return new Map(rows.map((row) => [row.id, rulesOf(row.merge_rules, row.organization_rules)]));
}

/** What the rules of a space decide by. */
export function candidateOf(
  row: Pick<
    ChangeRequestRow,
    "status" | "created_by" | "subject" | "description" | "content_version" | "base_root" | "primary_root"
  >,
  reviewers: readonly ReviewerRow[],
) {
  return {
    authorId: row.created_by,
    subject: row.subject,
    description: row.description,
    isOutdated: isOutdated(row),
    verdicts: verdictsOf(reviewers, row.content_version),
  };
}

/** Finds the users whom missing rules name. */
async function findUsers(db: Reader, missing: readonly MissingRule[], urls: Urls) {
  const ids = [...new Set(missing.flatMap(({ users = [] }) => users))];
  const rows = await inBatches(ids, (batch) =>
    db.selectFrom("users").where("id", "in", batch).selectAll().execute(),
  );
  const users = new Map(rows.map((row) => [row.id, presentUser(row, urls)]));
  return (id: string): User | undefined => users.get(id);
}

function presentMissing({ users, ...missing }: MissingRule, userOf: (id: string) => User | undefined) {
  return { ...missing, ...(users && { users: users.flatMap((id) => userOf(id) ?? []) }) };
}

function presentReviewer({ content_version }: ChangeRequestRow, reviewer: ReviewerRow, urls: Urls) {
  const { status } = reviewer;
  return {
    user: presentJoinedUser(reviewer, "reviewer", urls),
    status: status === null || reviewer.is_awaited === 1 ? ("pending" as const) : status,
    outdated: status !== null && reviewer.content_version !== content_version,
  };
}

function presentSchedule(row: ScheduleRow | undefined, urls: Urls) {
  return (
    row && {
      at: row.merge_at,
      by: presentJoinedUser(row, "scheduler", urls),
      bypassRules: row.bypasses_rules === 1,
      endedAt: row.ended_at ?? undefined,
      reason: row.reason ?? undefined,
    }
  );
}
