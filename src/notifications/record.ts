import { type RawBuilder, sql } from "kysely";
import { memberRoleExpression } from "../identity/roles/index.ts";
import { newId } from "../platform/index.ts";
import {
  inBatches,
  type NotificationKind,
  notificationKinds,
  type Writer,
} from "../storage/database/index.ts";

/** A space or a change request, in which something happened. */
export interface Place {
  readonly organizationId: string;
  readonly spaceId: string;
  /** The id of the change request, or of the space. */
  readonly id: string;
}

/** What happened. */
export interface NotificationEvent {
  readonly place: Place;
  /** Who caused it. Nobody is told about what they did themselves. Undefined if it was the server. */
  readonly actorId?: string | undefined;
  readonly now: string;
  readonly comment?: CommentRef;
  /** The status of a review, or why a merge failed. */
  readonly detail?: string | undefined;
}

/** A comment or a reply. */
export interface CommentRef {
  readonly id: string;
  /** The comment that started the thread. */
  readonly threadId: string;
  readonly pageId: string | null;
}

/** A query of users (`user_id`) and of the kind (`kind`) that the event has for them. */
export type Candidates = RawBuilder<{ user_id: string; kind: NotificationKind }>;

/** Kinds that name the recipient. They also arrive from what the recipient has muted. */
const personalKinds: ReadonlySet<NotificationKind> = new Set(["mentioned", "review-requested"]);

/**
 * Records an event for those candidates who can read the space and want to know it, in the transaction of the event. A
 * candidate of several kinds is told once, by the first of `notificationKinds`. All notifications are recorded here, so this is
 * where a mail to a recipient would be enqueued.
 */
export async function recordNotifications(
  trx: Writer,
  event: NotificationEvent,
  candidates: readonly Candidates[],
): Promise<void> {
  const recipients = await findRecipients(trx, event, sql.join(candidates, sql` union `));
  const kinds = new Map<string, NotificationKind>();
  for (const { user_id, kind } of recipients) {
    const known = kinds.get(user_id);
    if (known === undefined || rankOf(kind) < rankOf(known)) kinds.set(user_id, kind);
  }
  await inBatches(
    [...kinds].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    (batch) => insertOrCount(trx, event, new Map(batch)),
  );
}

function rankOf(kind: NotificationKind): number {
  return notificationKinds.indexOf(kind);
}

async function findRecipients(
  trx: Writer,
  { place, actorId = "", comment }: NotificationEvent,
  candidates: RawBuilder<unknown>,
) {
  const { organizationId, spaceId, id: placeId } = place;
  const candidate = sql<{ user_id: string; kind: NotificationKind }>`(${candidates})`.as("candidate");
  const found = await trx
    .selectFrom(candidate)
    .innerJoin("members", "members.user_id", "candidate.user_id")
    .where("members.organization_id", "=", organizationId)
    .where("members.disabled", "=", 0)
    .where("members.user_id", "!=", actorId)
    .leftJoin("notification_settings as setting", (join) =>
      join
        .onRef("setting.organization_id", "=", "members.organization_id")
        .onRef("setting.user_id", "=", "members.user_id")
        .onRef("setting.kind", "=", "candidate.kind"),
    )
    .where((eb) => eb.or([eb("setting.in_list", "is", null), eb("setting.in_list", "=", 1)]))
    .select(["members.user_id", "candidate.kind", "members.role"])
    .select((eb) =>
      eb
        .selectFrom("subscriptions")
        .where("subscriptions.place_id", "=", placeId)
        .where("subscriptions.thread_id", "in", ["", comment?.threadId ?? ""])
        .whereRef("subscriptions.user_id", "=", "members.user_id")
        .select("subscriptions.state")
        // The choice for the thread counts before that for the change request.
        .orderBy("subscriptions.thread_id", "desc")
        .limit(1)
        .as("subscription"),
    )
    .execute();
  const wanted = found.filter(
    ({ kind, subscription }) => subscription !== "muted" || personalKinds.has(kind),
  );
  if (wanted.length === 0) return [];
  const readers = await findReaders(trx, { organizationId, spaceId }, [
    ...new Set(wanted.map(({ user_id }) => user_id)),
  ]);
  return wanted.filter(({ user_id }) => readers.has(user_id));
}

/** Those of the members who can read the space. They cannot be removed before the transaction ends. */
async function findReaders(
  trx: Writer,
  { organizationId, spaceId }: Pick<Place, "organizationId" | "spaceId">,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const role = await memberRoleExpression(trx, { id: spaceId, organization_id: organizationId });
  const rows = await inBatches(userIds, (batch) =>
    trx
      .selectFrom("members")
      .where("members.organization_id", "=", organizationId)
      .where("members.user_id", "in", batch)
      .where(role, "is not", null)
      .select("members.user_id")
      .forKeyShare("members")
      .execute(),
  );
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Adds a row for each user, or counts the event in the row of its group, which is then unread again. */
async function insertOrCount(
  trx: Writer,
  { place, actorId, now, comment, detail }: NotificationEvent,
  kinds: ReadonlyMap<string, NotificationKind>,
): Promise<never[]> {
  const last = {
    page_id: comment?.pageId ?? null,
    thread_id: comment?.threadId ?? null,
    comment_id: comment?.id ?? null,
    detail: detail ?? null,
    actor_id: actorId ?? null,
    updated_at: now,
    read_at: null,
  };
  await trx
    .insertInto("notifications")
    .values(
      [...kinds].map(([user_id, kind]) => ({
        id: newId(),
        organization_id: place.organizationId,
        user_id,
        space_id: place.spaceId,
        place_id: place.id,
        kind,
        group_key: groupKeyOf(kind, comment),
        count: 1,
        created_at: now,
        ...last,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["place_id", "user_id", "kind", "group_key"]).doUpdateSet({
        ...last,
        count: sql<number>`case when notifications.read_at is null then notifications.count + 1 else 1 end`,
      }),
    )
    .execute();
  return [];
}

/** Events with the same key are one notification: replies in a thread, and comments on a page of a change request. */
function groupKeyOf(kind: NotificationKind, comment: CommentRef | undefined): string {
  if (comment === undefined) return "";
  if (kind === "mentioned") return comment.id;
  if (kind === "replied") return comment.threadId;
  return kind === "commented" ? (comment.pageId ?? "") : "";
}
