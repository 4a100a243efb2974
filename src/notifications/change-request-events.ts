import type {
  ChangeRequestTable,
  NotificationKind,
  ReviewStatus,
  Writer,
} from "../storage/database/index.ts";
import { ownersAs, reviewersAs, usersAs } from "./candidates.ts";
import { markKindsRead } from "./mark-read.ts";
import { type Place, recordNotifications } from "./record.ts";

type ChangeRequestRef = Pick<ChangeRequestTable, "id" | "space_id" | "organization_id">;

/** Who caused an event, and when. Undefined for the server, for example at a scheduled merge. */
interface Cause {
  readonly userId: string | undefined;
  readonly now: string;
}

function placeOf({ id, space_id, organization_id }: ChangeRequestRef): Place {
  return { id, spaceId: space_id, organizationId: organization_id };
}

/** Tells users that their review is requested, also if it was requested before. */
export function notifyReviewRequested(
  trx: Writer,
  ref: ChangeRequestRef,
  userIds: readonly string[],
  { userId: actorId, now }: Cause,
): Promise<void> {
  const event = { place: placeOf(ref), actorId, now };
  return recordNotifications(trx, event, usersAs("review-requested", userIds));
}

/** Tells the owners about a review. The reviewer has done what was requested. */
export async function notifyReviewed(
  trx: Writer,
  ref: ChangeRequestRef,
  status: ReviewStatus,
  { userId: actorId, now }: Cause,
): Promise<void> {
  const place = placeOf(ref);
  const event = { place, actorId, now, detail: status };
  await recordNotifications(trx, event, ownersAs("reviewed", place));
  await markKindsRead(trx, place, ["review-requested"], now, actorId);
}

/** Tells the owners and the reviewers that a change request was merged or archived. No review of it is pending any more. */
export async function notifyClosed(
  trx: Writer,
  ref: ChangeRequestRef,
  kind: "merged" | "archived",
  { userId: actorId, now }: Cause,
): Promise<void> {
  const place = placeOf(ref);
  const candidates = [...ownersAs(kind, place), reviewersAs(kind, place)];
  await recordNotifications(trx, { place, actorId, now }, candidates);
  await markKindsRead(trx, place, ["review-requested", "conflicts"], now);
}

/** Tells the owners that a change request conflicts with the primary content. */
export function notifyConflicts(
  trx: Writer,
  ref: ChangeRequestRef,
  { userId: actorId, now }: Cause,
): Promise<void> {
  const place = placeOf(ref);
  return recordNotifications(trx, { place, actorId, now }, ownersAs("conflicts", place));
}

/** Tells the owners, and whoever scheduled it, that a merge at a set time has failed, and why. */
export function notifyMergeFailed(
  trx: Writer,
  ref: ChangeRequestRef,
  { scheduledBy, reason, now }: { scheduledBy: string; reason: string; now: string },
): Promise<void> {
  const place = placeOf(ref);
  const kind: NotificationKind = "merge-failed";
  const candidates = [...ownersAs(kind, place), ...usersAs(kind, [scheduledBy])];
  return recordNotifications(trx, { place, now, detail: reason }, candidates);
}
