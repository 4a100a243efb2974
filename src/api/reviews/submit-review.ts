import { changedMeanwhile, newId } from "../../platform/index.ts";
import type { Writer } from "../../storage/database/index.ts";
import { type ChangeRequestRow, requireUnfinished } from "../change-requests/index.ts";
import { placeOfChangeRequest, postComment } from "../comments/index.ts";
import type { ReviewCreate } from "./schema.ts";
import { matchRequestedReviewers } from "./store.ts";

/** Writes down what someone says of a change request as it is at this moment; the id of the review. */
export async function submitReview(
  trx: Writer,
  changeRequest: ChangeRequestRow,
  { status, comment }: Pick<ReviewCreate, "status"> & { comment: string | undefined },
  { userId, now }: { userId: string; now: string },
): Promise<string> {
  const { id: changeRequestId, organization_id } = changeRequest;
  const reviewed = await readReviewable(trx, organization_id, changeRequestId);
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
    await postComment(trx, placeOfChangeRequest(changeRequest), said, { userId, now });
  }
  return id;
}

/** What is neither merged nor archived, as it is now. */
export async function readReviewable(trx: Writer, organizationId: string, changeRequestId: string) {
  const found = await trx
    .selectFrom("change_requests")
    .where("organization_id", "=", organizationId)
    .where("id", "=", changeRequestId)
    .select(["revision_id", "status"])
    .executeTakeFirst();
  if (found === undefined) throw changedMeanwhile();
  requireUnfinished(found.status);
  return found;
}
