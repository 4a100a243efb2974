import type { Migration } from "./migrations.ts";

/** A cache of embeds. Its size is bounded: an owner has a limited number of slots. */
export const embeds: Migration = {
  name: "017-embeds",
  statements: ({ text }) => [
    `create table embeds (
      owner_id ${text} not null,
      slot integer not null,
      url_hash ${text} not null,
      embed ${text} not null,
      expires_at ${text} not null,
      primary key (owner_id, slot)
    )`,
    "create index embeds_by_expiry on embeds (expires_at)",
  ],
};
