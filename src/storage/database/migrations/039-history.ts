import type { Migration } from "./migrations.ts";

/** The history of the primary contents, and of each page in them. A job collects it from the revisions that exist already. */
export const history: Migration = {
  name: "039-history",
  statements: ({ text, clustered }) => [
    `create table history_entries (
      space_id ${text} not null references spaces (id) on delete cascade,
      revision_id ${text} not null,
      created_at ${text} not null,
      created_by ${text} not null,
      summary ${text} not null,
      primary key (space_id, revision_id)
    ) ${clustered}`,
    "create index history_entries_by_time on history_entries (space_id, created_at, revision_id)",
    "create index history_entries_by_author on history_entries (space_id, created_by, created_at, revision_id)",
    `create table page_changes (
      space_id ${text} not null references spaces (id) on delete cascade,
      page_id ${text} not null,
      created_at ${text} not null,
      revision_id ${text} not null,
      change ${text} not null,
      title ${text} not null,
      search_text ${text},
      deleted_with ${text},
      primary key (space_id, page_id, created_at, revision_id)
    ) ${clustered}`,
    "create index page_changes_by_revision on page_changes (space_id, revision_id)",
    "create index page_changes_by_deletion on page_changes (space_id, created_at, revision_id, page_id) where change = 'deleted'",
    `insert into jobs (id, kind, payload, unique_key, attempts, run_at, created_at)
      select 'collect-history', 'collect-history', '{}', 'once', 0, min(created_at), min(created_at)
      from spaces having count(*) > 0`,
  ],
};
