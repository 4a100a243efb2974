import type { Migration } from "./migrations.ts";

/** What happened that concerns a user, which kinds of it they want to know, and what they follow or have muted. */
export const notifications: Migration = {
  name: "036-notifications",
  statements: ({ text, clustered }) => [
    `create table notifications (
      id ${text} primary key,
      organization_id ${text} not null,
      user_id ${text} not null,
      space_id ${text} not null references spaces (id) on delete cascade,
      place_id ${text} not null,
      kind ${text} not null,
      group_key ${text} not null,
      page_id ${text},
      thread_id ${text},
      comment_id ${text},
      detail ${text},
      actor_id ${text} references users (id),
      count integer not null,
      created_at ${text} not null,
      updated_at ${text} not null,
      read_at ${text},
      foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
    ) ${clustered}`,
    "create unique index notifications_by_group on notifications (place_id, user_id, kind, group_key)",
    "create index notifications_by_update on notifications (organization_id, user_id, updated_at, id)",
    "create index unread_notifications on notifications (organization_id, user_id, updated_at, id) where read_at is null",
    "create index notifications_by_thread on notifications (place_id, thread_id) where thread_id is not null",
    "create index notifications_by_space on notifications (space_id)",
    "create index notifications_by_age on notifications (updated_at)",

    `create table notification_settings (
      organization_id ${text} not null,
      user_id ${text} not null,
      kind ${text} not null,
      in_list integer not null,
      primary key (organization_id, user_id, kind),
      foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
    ) ${clustered}`,

    `create table subscriptions (
      organization_id ${text} not null,
      user_id ${text} not null,
      space_id ${text} not null references spaces (id) on delete cascade,
      place_id ${text} not null,
      thread_id ${text} not null,
      state ${text} not null,
      primary key (place_id, thread_id, user_id),
      foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
    ) ${clustered}`,
    "create index subscriptions_by_member on subscriptions (organization_id, user_id)",
    "create index subscriptions_by_space on subscriptions (space_id)",
  ],
};
