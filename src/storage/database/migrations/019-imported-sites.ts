import type { Migration } from "./migrations.ts";

/** Nested groups, drafts and hidden spaces in sites, and where sites and spaces were imported from. */
export const importedSites: Migration = {
  name: "019-imported-sites",
  statements: ({ text }) => [
    `alter table sites add column source ${text}`,
    "create index sites_by_source on sites (organization_id, source) where source is not null",
    `alter table site_section_groups add column parent_id ${text}`,
    ...["site_section_groups", "site_sections", "site_spaces"].flatMap((table) => [
      `alter table ${table} add column is_draft smallint not null default 0`,
      `alter table ${table} add column source_key ${text}`,
    ]),
    "alter table site_spaces add column is_hidden smallint not null default 0",
    `create table space_origins (
      origin_id ${text} not null,
      space_id ${text} not null references spaces (id) on delete cascade,
      primary key (origin_id, space_id)
    )`,
    "create index space_origins_by_space on space_origins (space_id)",
  ],
};
