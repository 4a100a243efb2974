import type { Migration } from "./migrations.ts";

export const foundation: Migration = {
  name: "001-foundation",
  statements: ({ text, clustered }) => [
    `create table users (
      id ${text} primary key,
      email ${text} not null unique,
      display_name ${text} not null,
      photo_url ${text},
      search_text ${text} not null,
      created_at ${text} not null
    ) ${clustered}`,

    `create table tokens (
      id ${text} primary key,
      user_id ${text} not null references users (id) on delete cascade,
      hash ${text} not null unique,
      name ${text} not null,
      created_at ${text} not null,
      last_used_at ${text},
      expires_at ${text}
    )`,
    "create index tokens_by_user on tokens (user_id)",
    "create index tokens_by_expiry on tokens (expires_at) where expires_at is not null",

    `create table organizations (
      id ${text} primary key,
      title ${text} not null,
      type ${text} not null,
      use_case ${text},
      community_type ${text},
      hostname ${text} unique,
      email_domains ${text} not null,
      default_role ${text},
      default_site_id ${text},
      logo_url ${text},
      sso integer not null,
      ai integer not null,
      invite_links integer not null,
      member_count integer not null,
      created_at ${text} not null
    ) ${clustered}`,

    `create table organization_email_domains (
      organization_id ${text} not null references organizations (id) on delete cascade,
      domain ${text} not null,
      primary key (organization_id, domain)
    ) ${clustered}`,
    "create index organization_email_domains_by_domain on organization_email_domains (domain)",

    `create table members (
      organization_id ${text} not null references organizations (id) on delete cascade,
      user_id ${text} not null references users (id) on delete cascade,
      role ${text},
      sso integer not null,
      disabled integer not null,
      joined_at ${text} not null,
      last_seen_at ${text},
      primary key (organization_id, user_id)
    ) ${clustered}`,
    "create index members_by_user on members (user_id, organization_id)",
    "create index members_by_joined_at on members (organization_id, joined_at, user_id)",
    "create index members_by_last_seen_at on members (organization_id, last_seen_at, user_id)",
    "create index members_by_role on members (organization_id, role, joined_at, user_id)",

    `create table teams (
      id ${text} primary key,
      organization_id ${text} not null references organizations (id) on delete cascade,
      title ${text} not null,
      search_text ${text} not null,
      created_at ${text} not null
    )`,
    "create index teams_by_organization on teams (organization_id, id)",

    `create table team_members (
      organization_id ${text} not null,
      team_id ${text} not null references teams (id) on delete cascade,
      user_id ${text} not null,
      role ${text} not null,
      joined_at ${text} not null,
      primary key (team_id, user_id),
      foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
    ) ${clustered}`,
    "create index team_members_by_member on team_members (organization_id, user_id, team_id, role)",
    "create index team_members_by_joined_at on team_members (team_id, joined_at, user_id)",

    `create table link_invites (
      id ${text} primary key,
      organization_id ${text} not null references organizations (id) on delete cascade,
      role ${text},
      created_at ${text} not null
    )`,
    "create index link_invites_by_organization on link_invites (organization_id, created_at, id)",

    `create table contents (
      id ${text} primary key,
      organization_id ${text} not null references organizations (id) on delete cascade,
      kind ${text} not null,
      parent_id ${text} references contents (id) deferrable initially deferred,
      default_level ${text}
    ) ${clustered}`,
    "create index contents_by_parent on contents (organization_id, parent_id)",

    `create table content_user_grants (
      organization_id ${text} not null,
      content_id ${text} not null references contents (id) on delete cascade,
      user_id ${text} not null,
      role ${text} not null,
      primary key (content_id, user_id),
      foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
    ) ${clustered}`,
    "create index content_user_grants_by_member on content_user_grants (organization_id, user_id, content_id)",

    `create table content_team_grants (
      organization_id ${text} not null,
      content_id ${text} not null references contents (id) on delete cascade,
      team_id ${text} not null references teams (id) on delete cascade,
      role ${text} not null,
      primary key (content_id, team_id)
    ) ${clustered}`,
    "create index content_team_grants_by_team on content_team_grants (team_id, content_id)",

    `create table secrets (
      name ${text} primary key,
      value ${text} not null
    ) ${clustered}`,

    `create table jobs (
      id ${text} primary key,
      organization_id ${text} references organizations (id) on delete cascade,
      kind ${text} not null,
      payload ${text} not null,
      unique_key ${text},
      attempts integer not null,
      run_at ${text} not null,
      lease ${text},
      requested_at ${text},
      failed_at ${text},
      last_error ${text},
      created_at ${text} not null
    )`,
    "create index jobs_by_due_time on jobs (run_at, id) where failed_at is null",
    "create unique index jobs_by_unique_key on jobs (kind, unique_key) where unique_key is not null",
  ],
};
