import type { Migration } from "./migrations.ts";

export const integrations: Migration = {
  name: "008-integrations",
  statements: ({ text, bytes, clustered }) => [
    `create table integrations (
      name ${text} primary key,
      organization_id ${text} not null references organizations (id) on delete cascade,
      repository_id ${text} references repositories (id),
      version integer not null,
      published smallint not null,
      visibility ${text} not null,
      target ${text} not null,
      verified smallint not null,
      has_blocks smallint not null,
      has_content_sources smallint not null,
      search_text ${text} not null,
      title ${text} not null,
      created_at ${text} not null,
      updated_at ${text} not null,
      details ${text} not null,
      secrets ${bytes}
    )`,
    "create index integrations_by_owner on integrations (organization_id, name)",
    "create index integrations_by_repository on integrations (repository_id) where repository_id is not null",

    `create table integration_traits (
      integration ${text} not null references integrations (name) on delete cascade,
      kind ${text} not null,
      value ${text} not null,
      primary key (kind, value, integration)
    ) ${clustered}`,
    "create index integration_traits_by_integration on integration_traits (integration)",

    `create table integration_versions (
      integration ${text} not null references integrations (name) on delete cascade,
      version integer not null,
      runtime ${text} not null,
      script ${text} not null,
      published_by ${text} not null references users (id),
      published_at ${text} not null,
      primary key (integration, version)
    ) ${clustered}`,

    `create table installations (
      id ${text} primary key,
      organization_id ${text} not null references organizations (id) on delete cascade,
      integration ${text} not null references integrations (name) on delete cascade,
      space_selection ${text} not null,
      site_selection ${text} not null,
      external_ids ${text} not null,
      created_at ${text} not null,
      updated_at ${text} not null,
      configuration ${text} not null
    )`,
    "create unique index installations_by_organization on installations (organization_id, integration)",
    "create index installations_by_integration on installations (integration, organization_id)",

    `create table placed_installations (
      installation_id ${text} not null references installations (id) on delete cascade,
      organization_id ${text} not null,
      integration ${text} not null,
      space_id ${text} references spaces (id) on delete cascade,
      site_id ${text} references sites (id) on delete cascade,
      external_ids ${text} not null,
      configuration ${text} not null
    )`,
    // Whole indexes, so that what goes with an installation is found by them.
    "create unique index placed_installations_by_space on placed_installations (installation_id, space_id)",
    "create unique index placed_installations_by_site on placed_installations (installation_id, site_id)",
    "create index placed_installations_of_space on placed_installations (space_id, integration) where space_id is not null",
    "create index placed_installations_of_site on placed_installations (site_id, integration) where site_id is not null",
  ],
};
