import type { Migration } from "./migrations.ts";

export const changeRequests: Migration = {
  name: "003-change-requests",
  statements: ({ text, clustered }) => [
    `create table change_requests (
      id ${text} primary key,
      organization_id ${text} not null,
      space_id ${text} not null references spaces (id) on delete cascade,
      number integer not null,
      status ${text} not null,
      subject ${text} not null,
      revision_id ${text} not null,
      root ${text} not null,
      base_root ${text} not null,
      initial_revision_id ${text} not null,
      merged_ancestor_id ${text},
      merged_revision_id ${text},
      marked ${text} not null,
      comments integer not null,
      created_by ${text} not null references users (id),
      created_at ${text} not null,
      updated_at ${text} not null,
      merged_by ${text} references users (id),
      merged_at ${text}
    ) ${clustered}`,
    "create unique index change_requests_by_number on change_requests (space_id, number)",
    "create index change_requests_by_update on change_requests (space_id, organization_id, status, updated_at, id)",
    "create index change_requests_by_creation on change_requests (space_id, organization_id, status, created_at, id)",
    "create index organization_change_requests_by_update on change_requests (organization_id, status, updated_at, id)",
    "create index organization_change_requests_by_creation on change_requests (organization_id, status, created_at, id)",
    "create index change_requests_by_creator on change_requests (organization_id, created_by, status, updated_at, id)",
    "create index change_requests_by_merge on change_requests (space_id, merged_revision_id) where merged_revision_id is not null",

    `create table change_request_contributors (
      organization_id ${text} not null,
      change_request_id ${text} not null references change_requests (id) on delete cascade,
      user_id ${text} not null references users (id),
      edits integer not null,
      updated_at ${text} not null,
      primary key (change_request_id, user_id)
    ) ${clustered}`,
    "create index change_request_contributors_by_user on change_request_contributors (organization_id, user_id, change_request_id)",

    `create table requested_reviewers (
      organization_id ${text} not null,
      change_request_id ${text} not null references change_requests (id) on delete cascade,
      user_id ${text} not null,
      revision_id ${text} not null,
      requested_by ${text} not null references users (id),
      created_at ${text} not null,
      primary key (change_request_id, user_id),
      foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
    ) ${clustered}`,
    "create index requested_reviewers_by_user on requested_reviewers (organization_id, user_id, change_request_id)",

    `create table reviews (
      id ${text} primary key,
      organization_id ${text} not null,
      change_request_id ${text} not null references change_requests (id) on delete cascade,
      reviewer_id ${text} not null references users (id),
      requested_by ${text} references users (id),
      revision_id ${text} not null,
      status ${text} not null,
      comment ${text},
      created_at ${text} not null,
      updated_at ${text} not null
    ) ${clustered}`,
    "create index reviews_by_change_request on reviews (change_request_id, id)",
    "create index reviews_by_reviewer on reviews (change_request_id, reviewer_id, id)",
  ],
};
