import { sql } from "kysely";
import { isVisibleTo, type Membership } from "../../identity/roles/index.ts";
import { excerptSource, maxNotifications } from "../../notifications/index.ts";
import type { ChangeRequestStatus, NotificationTable, Reader, Writer } from "../../storage/database/index.ts";
import { type OptionalJoinedUser, onUserId, userColumns } from "../users/index.ts";
import type { NotificationQuery, NotificationsRead } from "./schema.ts";

export type NotificationRow = NotificationTable &
  OptionalJoinedUser<"actor"> & {
    title: string;
    emoji: string;
    number: number | null;
    subject: string | null;
    status: ChangeRequestStatus | null;
    body: string | null;
  };

type Filters = Pick<NotificationQuery, "unread" | "kind">;

/** The member's notifications about spaces that they may still see, except those in the trash. */
export function matchNotifications(db: Reader, member: Membership, { unread, kind }: Filters) {
  let query = db
    .selectFrom("notifications")
    .where("notifications.organization_id", "=", member.organizationId)
    .where("notifications.user_id", "=", member.userId)
    .where(
      sql<boolean>`exists (
        select 1 from contents
        where contents.id = notifications.space_id and contents.deleted_at is null and ${isVisibleTo(member)}
      )`,
    );
  if (unread) query = query.where("notifications.read_at", "is", null);
  if (kind !== undefined) query = query.where("notifications.kind", "in", kind);
  return query;
}

export function withPresentedColumns(query: ReturnType<typeof matchNotifications>) {
  return query
    .innerJoin("contents", "contents.id", "notifications.space_id")
    .innerJoin("spaces", "spaces.id", "notifications.space_id")
    .leftJoin("change_requests", "change_requests.id", "notifications.place_id")
    .leftJoin("comments", (join) =>
      join
        .onRef("comments.place_id", "=", "notifications.place_id")
        .onRef("comments.id", "=", "notifications.comment_id"),
    )
    .leftJoin("users as actor", onUserId("actor", "notifications.actor_id"))
    .selectAll("notifications")
    .select(["contents.title", "spaces.emoji"])
    .select(["change_requests.number", "change_requests.subject", "change_requests.status"])
    .select(sql<string | null>`substr(comments.body, 1, ${sql.lit(excerptSource)})`.as("body"))
    .select(userColumns("actor"));
}

/** The number of matching notifications. Members keep a limited number, so counting more would only take time. */
export async function countListed(
  db: Reader,
  matching: ReturnType<typeof matchNotifications>,
): Promise<number> {
  const listed = matching.select("notifications.id").limit(maxNotifications);
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${listed}) as listed`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** The times of the member's latest unread notifications, up to a number. */
export async function findUnreadTimes(db: Reader, member: Membership, max: number): Promise<string[]> {
  const rows = await matchNotifications(db, member, { unread: true })
    .select("notifications.updated_at")
    .orderBy("notifications.updated_at", "desc")
    .orderBy("notifications.id", "desc")
    .limit(max)
    .execute();
  return rows.map(({ updated_at }) => updated_at);
}

/** Marks the member's notifications as read: some, those about a change request, or all. */
export async function markRead(
  trx: Writer,
  { organizationId, userId }: Membership,
  { notifications, changeRequest }: NotificationsRead,
  { until, now }: { until: string; now: string },
): Promise<void> {
  let query = trx
    .updateTable("notifications")
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", userId)
    .where("updated_at", "<=", until)
    .where("read_at", "is", null);
  if (notifications !== undefined) query = query.where("id", "in", notifications);
  if (changeRequest !== undefined)
    query = query.where("place_id", "=", changeRequest).where("comment_id", "is", null);
  await query.set({ read_at: now }).execute();
}

export async function setReadTime(
  trx: Writer,
  { id, organization_id, user_id }: NotificationTable,
  readAt: string | null,
): Promise<void> {
  await trx
    .updateTable("notifications")
    .where("organization_id", "=", organization_id)
    .where("user_id", "=", user_id)
    .where("id", "=", id)
    .set({ read_at: readAt })
    .execute();
}
