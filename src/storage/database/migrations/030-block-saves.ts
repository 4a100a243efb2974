import type { Migration } from "./migrations.ts";

/** The saves of blocks. Consecutive ones of an author are one revision; those before the last of them are replaced. */
export const blockSaves: Migration = {
  name: "030-block-saves",
  statements: ({ text, clustered }) => [
    `create table block_saves (
      space_id ${text} not null references spaces (id) on delete cascade,
      revision_id ${text} not null,
      place_id ${text} not null,
      series_id ${text} not null,
      started_at ${text} not null,
      saved_at ${text} not null,
      request_hash ${text} not null,
      replaced_at ${text},
      primary key (space_id, revision_id)
    ) ${clustered}`,
    "create index block_saves_by_series on block_saves (space_id, series_id, replaced_at)",
    "create index block_saves_by_request on block_saves (space_id, request_hash)",
    "create index block_saves_by_time on block_saves (saved_at, space_id, series_id)",
    // Those that only saves of this series have written are removed with its replaced revisions.
    `alter table nodes add column series_id ${text}`,
    "create index nodes_by_series on nodes (series_id) where series_id is not null",
    "create index change_requests_by_initial_revision on change_requests (space_id, initial_revision_id)",
    "create index change_requests_by_merged_ancestor on change_requests (space_id, merged_ancestor_id) where merged_ancestor_id is not null",
  ],
};
