import type { NotificationKind, Writer } from "../storage/database/index.ts";
import type { Place } from "./record.ts";

/** Marks notifications about a place as read, those of one user or of all. */
export async function markKindsRead(
  trx: Writer,
  { id }: Pick<Place, "id">,
  kinds: readonly NotificationKind[],
  now: string,
  userId?: string,
): Promise<void> {
  await trx
    .updateTable("notifications")
    .where("place_id", "=", id)
    .$if(userId !== undefined, (query) => query.where("user_id", "=", userId ?? ""))
    .where("kind", "in", kinds)
    .where("read_at", "is", null)
    .set({ read_at: now })
    .execute();
}

const commentKinds = ["mentioned", "replied", "commented"] as const;

/** Marks notifications about comments as read by a user who has read the comments on a page until a time. */
export async function markCommentsRead(
  trx: Writer,
  { id }: Pick<Place, "id">,
  { userId, pageId, until, now }: { userId: string; pageId: string | null; until: string; now: string },
): Promise<void> {
  await trx
    .updateTable("notifications")
    .where("place_id", "=", id)
    .where("user_id", "=", userId)
    .where("kind", "in", commentKinds)
    .where("page_id", pageId === null ? "is" : "=", pageId)
    .where("updated_at", "<=", until)
    .where("read_at", "is", null)
    .set({ read_at: now })
    .execute();
}
