import type { Migration } from "./migrations.ts";

export const openapiAndTranslations: Migration = {
  name: "007-openapi-and-translations",
  statements: ({ text, bytes, clustered }) => [
    `alter table jobs add column holder ${text}`,
    "create index jobs_by_running on jobs (organization_id, kind) where lease is not null",

    `create table openapi_specs (
      id ${text} primary key,
      organization_id ${text} not null references organizations (id) on delete cascade,
      repository_id ${text} not null references repositories (id),
      slug ${text} not null,
      visibility ${text} not null,
      source_url ${text},
      source_number integer not null,
      processing_state ${text} not null,
      last_version_id ${text},
      last_processed_at ${text},
      last_error_code ${text},
      last_error ${text},
      look_again_at ${text},
      created_at ${text} not null,
      updated_at ${text} not null,
      source_text ${bytes}
    )`,
    "create unique index openapi_specs_by_slug on openapi_specs (organization_id, slug)",
    "create index openapi_specs_by_id on openapi_specs (organization_id, id)",
    "create index openapi_specs_by_repository on openapi_specs (repository_id)",
    "create index openapi_specs_by_next_look on openapi_specs (look_again_at) where look_again_at is not null",

    `create table openapi_versions (
      id ${text} not null,
      organization_id ${text} not null,
      spec_id ${text} not null references openapi_specs (id) on delete cascade,
      number integer not null,
      hash ${text} not null,
      filesystem ${text} not null,
      entry ${text} not null,
      format ${text} not null,
      files ${text} not null,
      created_at ${text} not null,
      primary key (spec_id, number)
    )`,
    "create unique index openapi_versions_by_id on openapi_versions (id)",

    `create table translation_settings (
      id ${text} primary key,
      organization_id ${text} not null references organizations (id) on delete cascade,
      title ${text} not null,
      languages ${text} not null,
      created_at ${text} not null,
      updated_at ${text} not null
    ) ${clustered}`,
    "create index translation_settings_by_organization on translation_settings (organization_id, id)",
  ],
};
