import type { Migration } from "./migrations.ts";

export const singleSignOn: Migration = {
  name: "010-single-sign-on",
  statements: ({ text, clustered }) => [
    // The organization that came with the server is its operator's own.
    "alter table organizations add column trusted integer not null default 0",
    `update organizations set trusted = 1
      where id = (select id from organizations order by created_at, id limit 1)`,

    `create table saml_providers (
      id ${text} primary key,
      organization_id ${text} not null references organizations (id) on delete cascade,
      label ${text} not null,
      sso_url ${text},
      entity_id ${text},
      certificate ${text},
      default_team_id ${text} references teams (id) on delete set null,
      default_role ${text},
      created_at ${text} not null
    ) ${clustered}`,
    "create index saml_providers_by_organization on saml_providers (organization_id, id)",
    "create index saml_providers_by_team on saml_providers (default_team_id)",

    `alter table tokens add column saml_provider_id ${text} references saml_providers (id) on delete cascade`,
    "alter table tokens add column bounded integer not null default 0",
    "create index tokens_by_saml_provider on tokens (saml_provider_id) where saml_provider_id is not null",

    `create table used_tickets (
      ticket ${text} primary key,
      until ${text} not null
    ) ${clustered}`,
    "create index used_tickets_by_until on used_tickets (until)",
  ],
};
