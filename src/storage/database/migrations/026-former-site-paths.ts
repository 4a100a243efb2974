import type { Migration } from "./migrations.ts";

/** Where site spaces were before their path, or that of their section, was changed. */
export const formerSitePaths: Migration = {
  name: "026-former-site-paths",
  statements: ({ text, clustered }) => [
    `create table former_site_paths (
      site_id ${text} not null references sites (id) on delete cascade,
      path ${text} not null,
      site_space_id ${text} not null references site_spaces (id) on delete cascade,
      number integer not null,
      primary key (site_id, path, site_space_id)
    ) ${clustered}`,
    "create index former_site_paths_by_site_space on former_site_paths (site_space_id)",
  ],
};
