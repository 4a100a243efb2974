import type { Migration } from "./migrations.ts";

/** The conflicts that updates of change requests have found, with the versions before them, which are not in the content. */
export const changeRequestConflicts: Migration = {
  name: "038-change-request-conflicts",
  statements: ({ text, clustered }) => [
    `create table change_request_conflicts (
      change_request_id ${text} not null references change_requests (id) on delete cascade,
      position integer not null,
      conflict ${text} not null,
      primary key (change_request_id, position)
    ) ${clustered}`,
  ],
};
