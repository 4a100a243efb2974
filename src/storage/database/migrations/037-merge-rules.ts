import type { Migration } from "./migrations.ts";

/** Rules of merging, approvals of outdated content, merges at a set time, and reverts. */
export const mergeRules: Migration = {
  name: "037-merge-rules",
  statements: ({ text, clustered }) => [
    `alter table organizations add column merge_rules ${text} not null default '{"type":"none"}'`,
    `alter table spaces add column merge_rules ${text} not null default '{"type":"inherit"}'`,
    "alter table change_requests add column content_version integer not null default 0",
    `alter table change_requests add column bypassed ${text}`,
    `alter table change_requests add column reverts_id ${text}`,
    "alter table reviews add column content_version integer not null default 0",
    // Of earlier reviews, those of the current revision are up to date.
    `update reviews set content_version = -1 where exists (
      select 1 from change_requests
      where change_requests.id = reviews.change_request_id and change_requests.revision_id <> reviews.revision_id
    )`,
    `create table scheduled_merges (
      change_request_id ${text} primary key references change_requests (id) on delete cascade,
      id ${text} not null,
      merge_at ${text} not null,
      scheduled_by ${text} not null references users (id),
      bypasses_rules integer not null,
      created_at ${text} not null,
      ended_at ${text},
      reason ${text}
    ) ${clustered}`,
  ],
};
