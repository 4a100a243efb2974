import type { Urls } from "../../config/index.ts";
import { excerptOf } from "../../notifications/index.ts";
import { EventLoopYielder } from "../../platform/index.ts";
import { type ReviewStatus, reviewStatuses } from "../../storage/database/index.ts";
import { presentOptionalUser } from "../users/index.ts";
import type { Notification } from "./schema.ts";
import type { NotificationRow } from "./store.ts";

/** The place in the workspace that a notification is about: the comment, else the change request or the space. */
function pathOf({ space_id, place_id, page_id, thread_id, comment_id }: NotificationRow): string {
  const isInSpace = place_id === space_id;
  const path = isInSpace ? `/spaces/${space_id}` : `/spaces/${space_id}/change-requests/${place_id}`;
  if (thread_id === null || comment_id === null) return path;
  const reply = comment_id === thread_id ? "" : `&reply=${comment_id}`;
  const query = `comment=${thread_id}${reply}`;
  if (page_id !== null) return `${path}/pages/${page_id}?panel=comments&${query}`;
  return isInSpace ? `${path}/comments?${query}` : `${path}?${query}`;
}

/** Presents notifications of one organization. */
export async function presentNotifications(
  rows: readonly NotificationRow[],
  urls: Urls,
): Promise<Notification[]> {
  // One after the other: the excerpts of many comments, each of which is short, would stop other requests.
  const yielder = new EventLoopYielder();
  const presented: Notification[] = [];
  for (const row of rows) {
    presented.push(await presentNotification(row, urls));
    await yielder.yieldIfDue();
  }
  return presented;
}

async function presentNotification(row: NotificationRow, urls: Urls): Promise<Notification> {
  const { number, subject, status } = row;
  return {
    object: "notification",
    id: row.id,
    kind: row.kind,
    unread: row.read_at === null,
    count: row.count,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    actor: presentOptionalUser(row, "actor", urls),
    space: { id: row.space_id, title: row.title, emoji: row.emoji },
    changeRequest:
      number === null || subject === null || status === null
        ? undefined
        : { id: row.place_id, number, subject, status },
    comment: await presentComment(row),
    ...presentDetail(row),
    urls: {
      location: urls.api(`/orgs/${row.organization_id}/notifications/${row.id}`),
      app: urls.app(pathOf(row)),
    },
  };
}

async function presentComment({ comment_id, thread_id, page_id, body }: NotificationRow) {
  if (comment_id === null || thread_id === null || body === null) return undefined;
  return { id: comment_id, thread: thread_id, page: page_id ?? undefined, excerpt: await excerptOf(body) };
}

function presentDetail({ kind, detail }: NotificationRow): Pick<Notification, "review" | "reason"> {
  if (detail === null) return {};
  return reviewStatuses.includes(detail as ReviewStatus) && kind === "reviewed"
    ? { review: detail as ReviewStatus }
    : { reason: detail };
}
