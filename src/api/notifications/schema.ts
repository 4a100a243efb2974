import { type Static, Type } from "@sinclair/typebox";
import {
  changeRequestStatuses,
  notificationKinds,
  reviewStatuses,
  subscriptionStates,
} from "../../storage/database/index.ts";
import { HttpUrl, ListQuery, StringEnum, Timestamp } from "../http/index.ts";
import { User } from "../users/index.ts";

const Kind = StringEnum(notificationKinds, { description: "Why the caller is told." });

export type Notification = Static<typeof Notification>;
export const Notification = Type.Object(
  {
    object: Type.Literal("notification"),
    id: Type.String(),
    kind: Kind,
    unread: Type.Boolean(),
    count: Type.Integer({
      description: "The number of events since it was last read, such as replies in a thread.",
    }),
    createdAt: Timestamp,
    updatedAt: { ...Timestamp, description: "When the last event happened." },
    actor: Type.Optional({
      ...User,
      description: "Who caused the last event; nobody if the server did.",
    } as typeof User),
    space: Type.Object({ id: Type.String(), title: Type.String(), emoji: Type.String() }),
    changeRequest: Type.Optional(
      Type.Object({
        id: Type.String(),
        number: Type.Integer(),
        subject: Type.String(),
        status: StringEnum(changeRequestStatuses),
      }),
    ),
    comment: Type.Optional(
      Type.Object(
        {
          id: Type.String(),
          thread: Type.String({ description: "The id of the comment that started the thread." }),
          page: Type.Optional(Type.String({ description: "The id of the page that it is about." })),
          excerpt: Type.String({ description: "The beginning of the comment, as plain text." }),
        },
        { description: "The last comment or reply." },
      ),
    ),
    review: Type.Optional(StringEnum(reviewStatuses, { description: "The status of the last review." })),
    reason: Type.Optional(Type.String({ description: "Why a merge at a set time has failed." })),
    urls: Type.Object({
      location: HttpUrl,
      app: { ...HttpUrl, description: "What it is about, in the workspace." },
    }),
  },
  { title: "Notification" },
);

export type NotificationQuery = Static<typeof NotificationQuery>;
export const NotificationQuery = Type.Object({
  ...ListQuery,
  unread: Type.Boolean({ default: false, description: "Whether to list unread ones only." }),
  kind: Type.Optional(
    Type.Array(Kind, {
      maxItems: notificationKinds.length,
      description: "Kinds, as a repeated parameter or separated by commas.",
    }),
  ),
});

export const UnreadCount = Type.Object(
  {
    object: Type.Literal("unread-notifications"),
    count: Type.Integer({ description: "The number of unread notifications, at most 99." }),
    hasMore: Type.Boolean({ description: "Whether there are more than 99." }),
    updatedAt: Type.Optional({ ...Timestamp, description: "When the last event of these happened." }),
  },
  { title: "UnreadNotifications" },
);

const Id = Type.String({ minLength: 1, maxLength: 64 });

export const NotificationUpdate = Type.Object({ unread: Type.Boolean() });

export type NotificationsRead = Static<typeof NotificationsRead>;
export const NotificationsRead = Type.Object({
  notifications: Type.Optional(
    Type.Array(Id, {
      minItems: 1,
      maxItems: 1000,
      description: "The ids of notifications. By default, all.",
    }),
  ),
  changeRequest: Type.Optional({
    ...Id,
    description: "The id of a change request. Marks what is about itself and not about comments on it.",
  }),
  until: Type.Optional({ ...Timestamp, description: "Later ones remain unread. By default, now." }),
});

const KindSetting = Type.Object({
  list: Type.Boolean({ description: "Whether notifications of the kind are listed." }),
});

export type NotificationSettings = Static<typeof NotificationSettings>;
export const NotificationSettings = Type.Object(
  {
    object: Type.Literal("notification-settings"),
    kinds: Type.Unsafe<Record<(typeof notificationKinds)[number], Static<typeof KindSetting>>>(
      Type.Object(Object.fromEntries(notificationKinds.map((kind) => [kind, KindSetting]))),
    ),
  },
  { title: "NotificationSettings" },
);

export type NotificationSettingsUpdate = Static<typeof NotificationSettingsUpdate>;
export const NotificationSettingsUpdate = Type.Object({
  kinds: Type.Unsafe<Partial<NotificationSettings["kinds"]>>(
    Type.Object(Object.fromEntries(notificationKinds.map((kind) => [kind, Type.Optional(KindSetting)])), {
      additionalProperties: false,
    }),
  ),
});

/** `default` is stored by no row. */
const State = StringEnum(["default", ...subscriptionStates], {
  description:
    "`following`: the caller is told about everything in it. `muted`: only when they are mentioned or their review is requested. `default`: if they take part.",
});

export type Subscription = Static<typeof Subscription>;
export const Subscription = Type.Object(
  { object: Type.Literal("subscription"), state: State },
  { title: "Subscription" },
);

export const SubscriptionUpdate = Type.Object({ state: State });
