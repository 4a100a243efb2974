import { badInput, notFound } from "../../platform/index.ts";
import {
  type Access,
  type Call,
  ListOf,
  type OperationGroup,
  operation,
  readList,
  refineAccess,
} from "../http/index.ts";
import { membershipIn, type OrganizationRow, onOrganization } from "../organizations/index.ts";
import { presentNotifications } from "./present.ts";
import {
  Notification,
  NotificationQuery,
  NotificationSettings,
  NotificationSettingsUpdate,
  NotificationsRead,
  NotificationUpdate,
  UnreadCount,
} from "./schema.ts";
import { changeSettings, readSettings } from "./settings.ts";
import {
  countListed,
  findUnreadTimes,
  markRead,
  matchNotifications,
  type NotificationRow,
  setReadTime,
  withPresentedColumns,
} from "./store.ts";
import { subscriptionOperations } from "./subscriptions.ts";

const path = "/orgs/:organizationId/notifications";

/** Unread notifications are counted up to this number. */
const maxUnread = 99;

interface OnOwnNotification {
  readonly organization: OrganizationRow;
  readonly notification: NotificationRow;
}

/** The notification in the path, which must be one that the caller's list has. */
function onNotification(): Access<OnOwnNotification, { organizationId: string; notificationId: string }> {
  return refineAccess(onOrganization("guest"), async (found, call) => {
    const notification = await findNotification({ ...call, ...found }, call.params.notificationId);
    if (notification === undefined) throw notFound("Notification");
    return { ...found, notification };
  });
}

function findNotification(call: Call & { organization: OrganizationRow }, id: string) {
  const own = matchNotifications(call.context.database.read, membershipIn(call), { unread: false });
  return withPresentedColumns(own.where("notifications.id", "=", id)).executeTakeFirst();
}

export const notifications: OperationGroup = {
  title: "Notifications",
  operations: [
    operation("listNotifications", `GET ${path}`, {
      summary: "List what happened in an organization that concerns the caller, the latest first",
      access: onOrganization("guest"),
      query: NotificationQuery,
      reply: { 200: ListOf(Notification) },
      handle: async (call) => {
        const { read } = call.context.database;
        const matching = matchNotifications(read, membershipIn(call), call.query);
        return readList(call, {
          matching,
          select: withPresentedColumns,
          keys: ["notifications.updated_at", "notifications.id"],
          order: "desc",
          count: await countListed(read, matching),
          present: (rows) => presentNotifications(rows, call.context.urls),
        });
      },
    }),

    operation("countUnreadNotifications", `GET ${path}/unread`, {
      summary: "Count the caller's unread notifications, up to 99",
      access: onOrganization("guest"),
      reply: { 200: UnreadCount },
      handle: async (call) => {
        const { read } = call.context.database;
        const times = await findUnreadTimes(read, membershipIn(call), maxUnread + 1);
        return {
          object: "unread-notifications" as const,
          count: Math.min(times.length, maxUnread),
          hasMore: times.length > maxUnread,
          updatedAt: times[0],
        };
      },
    }),

    operation("markNotificationsRead", `POST ${path}/read`, {
      summary: "Mark notifications of the caller as read: some, those about a change request, or all",
      access: onOrganization("guest"),
      body: NotificationsRead,
      bodyOptional: true,
      reply: { 204: null },
      handle: async (call) => {
        const { clock, database } = call.context;
        const now = clock.now();
        const until = Date.parse(call.body.until ?? now);
        if (Number.isNaN(until)) throw badInput("until", "must be a time");
        const times = { until: new Date(until).toISOString(), now };
        await database.write((trx) => markRead(trx, membershipIn(call), call.body, times));
      },
    }),

    operation("getNotificationSettings", `GET ${path}/settings`, {
      summary: "Read which kinds of notifications the caller gets in an organization",
      access: onOrganization("guest"),
      reply: { 200: NotificationSettings },
      handle: (call) => readSettings(call.context.database.read, membershipIn(call)),
    }),

    operation("updateNotificationSettings", `PATCH ${path}/settings`, {
      summary: "Change which kinds of notifications the caller gets in an organization",
      access: onOrganization("guest"),
      body: NotificationSettingsUpdate,
      reply: { 200: NotificationSettings },
      handle: async (call) => {
        const { database } = call.context;
        await database.write((trx) => changeSettings(trx, membershipIn(call), call.body));
        return readSettings(database.read, membershipIn(call));
      },
    }),

    operation("getNotification", `GET ${path}/:notificationId`, {
      summary: "Read a notification of the caller",
      access: onNotification(),
      reply: { 200: Notification },
      handle: (call) => presentOne(call.notification, call),
    }),

    operation("updateNotification", `PATCH ${path}/:notificationId`, {
      summary: "Mark a notification of the caller as read or unread",
      access: onNotification(),
      body: NotificationUpdate,
      reply: { 200: Notification },
      handle: async (call) => {
        const { notification, body, context } = call;
        const readAt = body.unread ? null : (notification.read_at ?? context.clock.now());
        await context.database.write((trx) => setReadTime(trx, notification, readAt));
        return presentOne({ ...notification, read_at: readAt }, call);
      },
    }),

    ...subscriptionOperations,
  ],
};

async function presentOne(row: NotificationRow, { context }: Call): Promise<Notification> {
  const [notification] = await presentNotifications([row], context.urls);
  if (notification === undefined) throw notFound("Notification");
  return notification;
}
