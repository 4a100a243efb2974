import type { Migration } from "./migrations.ts";

/** A cache of social cards. Its size is bounded: a site has a limited number of slots. */
export const socialCards: Migration = {
  name: "024-social-cards",
  statements: ({ text, bytes }) => [
    `create table social_cards (
      site_id ${text} not null references sites (id) on delete cascade,
      slot integer not null,
      hash ${text} not null,
      bytes ${bytes} not null,
      drawn_at ${text} not null,
      primary key (site_id, slot)
    )`,
    "create index social_cards_by_time on social_cards (drawn_at)",
  ],
};
