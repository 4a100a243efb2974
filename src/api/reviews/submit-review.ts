import { memberRoleExpression } from "../../identity/roles/index.ts";
import { changedMeanwhile, newId, notFound } from "../../platform/index.ts";
import type { Writer } from "../../storage/database/index.ts";
import { type ChangeRequestRow, requireEditable, updateChangeRequest } from "../change-requests/index.ts";
import { commentableChangeRequest, postComment } from "../comments/index.ts";
import type { ReviewCreate, ReviewersRequest } from "./schema.ts";
import { matchRequestedReviewers } from "./store.ts";

/** Writes down what someone says of a change request as it is at this moment; the id of the review. */
export async function submitReview(
  trx: Writer,
  changeRequest: ChangeRequestRow,
  { status, comment }: Pick<ReviewCreate, "status"> & { comment: string | undefined },
  { userId, now }: { userId: string; now: string },
): Promise<string> {
  const { id: changeRequestId, organization_id } = changeRequest;
  const reviewed = await requireReviewable(trx, organization_id, changeRequestId);
  const request = await matchRequestedReviewers(trx, changeRequest)
    .where("user_id", "=", userId)
    .select("requested_by")
    .executeTakeFirst();
  const id = newId();
  await trx
    .insertInto("reviews")
    .values({
      id,
      organization_id,
      change_request_id: changeRequestId,
      reviewer_id: userId,
      requested_by: request?.requested_by ?? null,
      revision_id: reviewed.revision_id,
      status,
      created_at: now,
      updated_at: now,
    })
    .execute();
  if (comment !== undefined) {
    const said = { body: comment, reviewId: id, revisionId: reviewed.revision_id };
    await postComment(trx, commentableChangeRequest(changeRequest), said, { userId, now });
  }
  return id;
}

/** What is neither merged nor archived, as it is now. */
export async function requireReviewable(trx: Writer, organizationId: string, changeRequestId: string) {
  const found = await trx
    .selectFrom("change_requests")
    .where("organization_id", "=", organizationId)
    .where("id", "=", changeRequestId)
    .select(["revision_id", "status"])
    .executeTakeFirst();
  if (found === undefined) throw changedMeanwhile();
  requireEditable(found.status);
  return found;
}

/** Asks users to review a change request as it is at this moment. Whoever was asked before is asked anew. */
export async function requestReviewers(
  trx: Writer,
  changeRequest: ChangeRequestRow,
  { users, subject }: ReviewersRequest,
  { userId, now }: { userId: string; now: string },
): Promise<void> {
  const { id, organization_id, space_id } = changeRequest;
  const { revision_id } = await requireReviewable(trx, organization_id, id);
  const asked = new Set(users);
  await requireReaders(trx, organization_id, space_id, [...asked]);
  if (subject !== undefined) await updateChangeRequest(trx, changeRequest, { subject }, now);
  if (asked.size === 0) return;
  const request = { revision_id, requested_by: userId, created_at: now };
  await trx
    .insertInto("requested_reviewers")
    .values([...asked].map((user_id) => ({ organization_id, change_request_id: id, user_id, ...request })))
    .onConflict((known) => known.columns(["change_request_id", "user_id"]).doUpdateSet(request))
    .execute();
}

/** No longer asks a user; whether they had been. */
export async function removeRequestedReviewer(
  trx: Writer,
  { id, organization_id }: ChangeRequestRow,
  userId: string,
): Promise<boolean> {
  await requireReviewable(trx, organization_id, id);
  const { numDeletedRows } = await trx
    .deleteFrom("requested_reviewers")
    .where("organization_id", "=", organization_id)
    .where("change_request_id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Only who can see the space can be asked. */
async function requireReaders(
  trx: Writer,
  organizationId: string,
  spaceId: string,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  const role = await memberRoleExpression(trx, { id: spaceId, organization_id: organizationId });
  const readers = await trx
    .selectFrom("members")
    .where("members.organization_id", "=", organizationId)
    .where("members.user_id", "in", userIds)
    .where("members.disabled", "=", 0)
    .where(role, "is not", null)
    .select("members.user_id")
    .execute();
  const known = new Set(readers.map(({ user_id }) => user_id));
  const unknown = userIds.find((id) => !known.has(id));
  if (unknown !== undefined) throw notFound(`users: Member ${unknown} with access to the space`);
}
