import type { Migration } from "./migrations.ts";

export const content: Migration = {
  name: "002-content",
  statements: ({ text, bytes, clustered }) => [
    `alter table contents add column title ${text} not null default ''`,
    `alter table contents add column description ${text}`,
    `alter table contents add column position ${text} not null default ''`,
    `alter table contents add column deleted_at ${text}`,
    "drop index contents_by_parent",
    "create index contents_by_parent on contents (parent_id, organization_id, position, id)",
    "create index contents_by_parent_and_kind on contents (parent_id, organization_id, kind, position, id)",
    "create index contents_by_position on contents (organization_id, kind, position, id)",
    "create index contents_by_kind on contents (organization_id, kind, id)",
    "create index contents_by_deletion on contents (deleted_at) where deleted_at is not null",

    `alter table link_invites add column content_id ${text} references contents (id) on delete cascade`,
    "create index link_invites_by_content on link_invites (content_id) where content_id is not null",

    `create table repositories (
      id ${text} primary key,
      organization_id ${text} not null references organizations (id) on delete cascade
    ) ${clustered}`,

    `create table nodes (
      repository_id ${text} not null references repositories (id) on delete cascade,
      hash ${text} not null,
      body ${text} not null,
      primary key (repository_id, hash)
    )`,

    `create table blobs (
      repository_id ${text} not null references repositories (id) on delete cascade,
      hash ${text} not null,
      size integer not null,
      primary key (repository_id, hash)
    ) ${clustered}`,

    `create table blob_chunks (
      repository_id ${text} not null references repositories (id) on delete cascade,
      hash ${text} not null,
      sequence integer not null,
      bytes ${bytes} not null,
      primary key (repository_id, hash, sequence)
    )`,

    `create table spaces (
      id ${text} primary key references contents (id) on delete cascade,
      organization_id ${text} not null,
      repository_id ${text} not null references repositories (id),
      revision_id ${text} not null,
      root ${text} not null,
      emoji ${text} not null,
      icon_url ${text},
      edit_mode ${text} not null,
      comments integer not null,
      change_requests integer not null,
      change_requests_open integer not null,
      change_requests_draft integer not null,
      created_at ${text} not null,
      updated_at ${text} not null
    ) ${clustered}`,
    "create index spaces_by_repository on spaces (repository_id)",

    `create table revisions (
      id ${text} not null,
      organization_id ${text} not null,
      space_id ${text} not null references spaces (id) on delete cascade,
      parents ${text} not null,
      root ${text} not null,
      type ${text} not null,
      created_by ${text} not null,
      created_at ${text} not null,
      primary key (space_id, id)
    ) ${clustered}`,
  ],
};
