import { useEffect, useRef } from "preact/hooks";
import { place } from "../navigation/router.ts";
import { call, type Reply } from "./api.ts";
import type { Notification, Subscription } from "./api-types.ts";
import { changeStored, changeStoredItems, refresh, useQuery } from "./queries.ts";
import { organizationId as currentOrganization } from "./session.ts";
import { attempt, showDone } from "./toasts.ts";

/** How often unread notifications are counted while the window is visible, in milliseconds. */
const interval = 60_000;
/** A change of the place counts them again, but not more often than this. */
const pause = 5_000;

const listPath = (organizationId: string) => `/orgs/${organizationId}/notifications`;
const countPath = (organizationId: string) => `${listPath(organizationId)}/unread`;

type UnreadCount = Reply<"GET /orgs/:organizationId/notifications/unread">;

/** The number of unread notifications. */
export function useUnreadCount(organizationId: string | undefined): UnreadCount | undefined {
  const params = organizationId === undefined ? undefined : { organizationId };
  return useQuery("GET /orgs/:organizationId/notifications/unread", params).data;
}

/** Counts again while the window is visible: now and then, when it gets the focus, and on other screens. */
export function useCountedUnread(organizationId: string | undefined): void {
  const { path } = place.value;
  const countedAt = useRef(Date.now());
  const count = () => {
    if (organizationId === undefined || document.visibilityState === "hidden") return;
    countedAt.current = Date.now();
    refresh(countPath(organizationId));
  };
  useEffect(() => {
    if (Date.now() - countedAt.current > pause) count();
  }, [path]);
  useEffect(() => {
    const timer = setInterval(count, interval);
    document.addEventListener("visibilitychange", count);
    addEventListener("focus", count);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", count);
      removeEventListener("focus", count);
    };
  }, [organizationId]);
}

/** Loads notifications and their number again after something was read elsewhere. */
export function refreshNotifications(): void {
  const id = currentOrganization.peek();
  if (id !== undefined) refresh(listPath(id));
}

/** Loads the list again when something has happened since. */
export function useNewNotifications(organizationId: string): void {
  const unread = useUnreadCount(organizationId);
  const latest = unread && (unread.updatedAt ?? "");
  const known = useRef(latest);
  useEffect(() => {
    const isNew = latest !== undefined && known.current !== undefined && latest > known.current;
    if (known.current === undefined || isNew) known.current = latest;
    if (isNew) refresh(listPath(organizationId));
  }, [latest]);
}

/** Marks a notification. It stays in a list of unread ones until the list is loaded again. */
export async function setUnread(
  organizationId: string,
  { id }: Notification,
  unread: boolean,
): Promise<void> {
  const change = (item: Notification) => (item.id === id ? { ...item, unread } : item);
  const undo = changeStoredItems<Notification>(listPath(organizationId), change);
  const step = unread ? 1 : -1;
  const undoCount = changeStored<UnreadCount>(countPath(organizationId), (data) =>
    data.hasMore ? data : { ...data, count: Math.max(0, data.count + step) },
  );
  const route = "PATCH /orgs/:organizationId/notifications/:notificationId";
  const changed = await attempt(() =>
    call(route, { organizationId, notificationId: id }, { body: { unread } }),
  );
  if (changed === undefined) {
    undo();
    undoCount();
  }
  refresh(countPath(organizationId));
}

/** Marks all notifications until a time as read. */
export async function markAllRead(organizationId: string, until: string, done: string): Promise<void> {
  const route = "POST /orgs/:organizationId/notifications/read";
  await attempt(() => call(route, { organizationId }, { body: { until } }), done);
  refresh(listPath(organizationId));
}

/** Marks what is about a change request as read while it is shown. */
export function useReadChangeRequest(organizationId: string, changeRequest: string): void {
  const count = useUnreadCount(organizationId)?.count ?? 0;
  useEffect(() => {
    if (count === 0) return;
    const route = "POST /orgs/:organizationId/notifications/read";
    call(route, { organizationId }, { body: { changeRequest } }).then(
      () => refresh(countPath(organizationId)),
      // They are marked when it is opened the next time.
      () => undefined,
    );
  }, [changeRequest, count]);
}

/** A change request, or a thread of a change request or a space. */
export interface Subscribed {
  readonly space: string;
  readonly changeRequest?: string | undefined;
  readonly thread?: string | undefined;
}

/** Follows or mutes a change request or a thread. */
export async function subscribe(
  { space, changeRequest, thread }: Subscribed,
  state: Subscription["state"],
): Promise<void> {
  const params = { spaceId: space, changeRequestId: changeRequest ?? "", commentId: thread ?? "" };
  const body = { state };
  if (thread === undefined)
    await call("PUT /spaces/:spaceId/change-requests/:changeRequestId/subscription", params, { body });
  else if (changeRequest === undefined)
    await call("PUT /spaces/:spaceId/comments/:commentId/subscription", params, { body });
  else
    await call(
      "PUT /spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId/subscription",
      params,
      { body },
    );
  if (changeRequest !== undefined) refresh(`/spaces/${space}/change-requests/${changeRequest}/subscription`);
}

/** Follows or mutes, says so, and offers to undo it. */
export async function subscribeWithUndo(
  subscribed: Subscribed,
  state: "following" | "muted",
  done: string,
): Promise<void> {
  const changed = await attempt(() => subscribe(subscribed, state));
  if (changed) showDone(done, () => subscribe(subscribed, "default"));
}
