import { sql } from "kysely";
import { addMilliseconds } from "../platform/index.ts";
import { inSteps, stepSize, type Writer } from "../storage/database/index.ts";
import type { StorageContext } from "../storage/index.ts";
import type { CommentRef, Place } from "./record.ts";

/** In milliseconds, how long a notification is kept after its last event. */
const retention = 90 * 24 * 60 * 60_000;

/** The number of notifications that a member keeps. */
export const maxNotifications = 1000;

/** Withdraws the request for a review from the list of the user. */
export async function removeReviewRequest(trx: Writer, placeId: string, userId: string): Promise<void> {
  await trx
    .deleteFrom("notifications")
    .where("place_id", "=", placeId)
    .where("user_id", "=", userId)
    .where("kind", "=", "review-requested")
    .execute();
}

/** Removes what was recorded about a deleted reply. Groups with other events remain. */
export async function removeReply(
  trx: Writer,
  { id: placeId }: Pick<Place, "id">,
  { id, threadId }: Pick<CommentRef, "id" | "threadId">,
): Promise<void> {
  const about = { place_id: placeId, thread_id: threadId, comment_id: id };
  await trx
    .deleteFrom("notifications")
    .where((eb) => eb.and({ ...about, count: 1 }))
    .execute();
  await trx
    .updateTable("notifications")
    .where((eb) => eb.and(about))
    .set((eb) => ({ count: eb("count", "-", 1), comment_id: threadId }))
    .execute();
}

/**
 * Removes what was recorded about a deleted comment and the replies to it. A notification about comments on a page then leads
 * to the latest one that is left.
 */
export async function removeThread(
  trx: Writer,
  { id: placeId, organizationId }: Pick<Place, "id" | "organizationId">,
  threadId: string,
): Promise<void> {
  const about = { place_id: placeId, thread_id: threadId };
  await trx
    .deleteFrom("notifications")
    .where((eb) => eb.and(about))
    .where("kind", "!=", "commented")
    .execute();
  const latest = sql<string | null>`(
    select max(comments.id) from comments
    where comments.place_id = ${placeId} and comments.organization_id = ${organizationId}
      and comments.comment_id is null and comments.posted_by <> notifications.user_id
      and (comments.page_id = notifications.page_id or comments.page_id is null and notifications.page_id is null)
  )`;
  await trx
    .updateTable("notifications")
    .where((eb) => eb.and(about))
    .set({
      thread_id: latest,
      comment_id: latest,
      count: sql<number>`case when count > 1 then count - 1 else 1 end`,
    })
    .execute();
  await trx
    .deleteFrom("notifications")
    .where("place_id", "=", placeId)
    .where("kind", "=", "commented")
    .where("thread_id", "is", null)
    .execute();
  await trx
    .deleteFrom("subscriptions")
    .where((eb) => eb.and(about))
    .execute();
}

/** Removes old notifications, and of each member those before the newest 1,000. */
export async function removeOldNotifications({ database, clock }: StorageContext): Promise<void> {
  const until = addMilliseconds(clock.now(), -retention);
  const old = (trx: Writer) => trx.selectFrom("notifications").where("updated_at", "<=", until);
  await inSteps(database, (trx) => remove(trx, old(trx)));
  const owners = await database.read
    .selectFrom("notifications")
    .groupBy(["organization_id", "user_id"])
    .having((eb) => eb.fn.countAll(), ">", maxNotifications)
    .select(["organization_id", "user_id"])
    .execute();
  for (const { organization_id, user_id } of owners) {
    const own = (trx: Writer) =>
      trx
        .selectFrom("notifications")
        .where("organization_id", "=", organization_id)
        .where("user_id", "=", user_id)
        .orderBy("updated_at", "desc")
        .orderBy("id", "desc")
        .offset(maxNotifications);
    await inSteps(database, (trx) => remove(trx, own(trx)));
  }
}

async function remove(trx: Writer, matching: ReturnType<typeof matchAll>): Promise<number> {
  const ids = (await matching.select("id").limit(stepSize).execute()).map(({ id }) => id);
  if (ids.length > 0) await trx.deleteFrom("notifications").where("id", "in", ids).execute();
  return ids.length;
}

function matchAll(trx: Writer) {
  return trx.selectFrom("notifications");
}
