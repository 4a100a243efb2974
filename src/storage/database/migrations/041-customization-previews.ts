import type { Migration } from "./migrations.ts";

/** Customizations that are not saved, for the previews of those who edit them. They expire after an hour. */
export const customizationPreviews: Migration = {
  name: "041-customization-previews",
  statements: ({ text, clustered }) => [
    `create table customization_previews (
      site_id ${text} not null references sites (id) on delete cascade,
      user_id ${text} not null references users (id) on delete cascade,
      id ${text} not null,
      key ${text} not null,
      key_hash ${text} not null,
      preview ${text} not null,
      expires_at ${text} not null,
      primary key (site_id, user_id, id)
    ) ${clustered}`,
    "create unique index customization_previews_by_key on customization_previews (key_hash)",
    "create index customization_previews_by_expiry on customization_previews (expires_at)",
  ],
};
