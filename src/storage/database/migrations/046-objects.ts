import type { Migration } from "./migrations.ts";

/** Files in object storage. */
export const objects: Migration = {
  name: "046-objects",
  statements: ({ text, clustered }) => [
    `alter table blobs add column object ${text}`,
    "create index blobs_by_object on blobs (object) where object is not null",
    `alter table run_files add column object ${text}`,
    "create index run_files_by_object on run_files (object) where object is not null",
    `create table object_checks (
      name ${text} primary key,
      check_at ${text} not null
    ) ${clustered}`,
    "create index object_checks_by_time on object_checks (check_at)",
  ],
};
