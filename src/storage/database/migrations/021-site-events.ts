import type { Migration } from "./migrations.ts";

/** Events of readers: as they arrive, and as daily sums. */
export const siteEvents: Migration = {
  name: "021-site-events",
  statements: ({ text, bytes }) => [
    `create table site_event_batches (
      id ${text} primary key,
      site_id ${text} not null references sites (id) on delete cascade,
      events ${text} not null
    )`,
    "create index site_event_batches_by_site on site_event_batches (site_id, id)",
    `create table site_event_sums (
      site_id ${text} not null references sites (id) on delete cascade,
      day ${text} not null,
      part integer not null,
      field ${text} not null,
      bytes ${bytes} not null,
      primary key (site_id, day, part, field)
    )`,
    `create table visitor_salts (
      day ${text} primary key,
      salt ${text} not null
    )`,
  ],
};
