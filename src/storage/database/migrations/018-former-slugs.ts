import type { Migration } from "./migrations.ts";

/** Where pages were before they were moved or renamed. A job collects it from the revisions that exist already. */
export const formerSlugs: Migration = {
  name: "018-former-slugs",
  statements: ({ text, clustered }) => [
    `create table former_slugs (
      space_id ${text} not null references spaces (id) on delete cascade,
      parent_id ${text} not null,
      slug ${text} not null,
      page_id ${text} not null,
      moved_at ${text} not null,
      primary key (space_id, parent_id, slug, page_id)
    ) ${clustered}`,
    `insert into jobs (id, kind, payload, unique_key, attempts, run_at, created_at)
      select 'collect-former-slugs', 'collect-former-slugs', '{}', 'once', 0, min(created_at), min(created_at)
      from spaces having count(*) > 0`,
  ],
};
