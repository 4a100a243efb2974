import type { Migration } from "./migrations.ts";

/** Pages of spaces that are generated from OpenAPI specs, and kept in step with them. */
export const openapiPageSets: Migration = {
  name: "042-openapi-page-sets",
  statements: ({ text, bytes }) => [
    `create table openapi_page_sets (
      id ${text} primary key,
      organization_id ${text} not null references organizations (id) on delete cascade,
      spec_id ${text} not null references openapi_specs (id) on delete cascade,
      space_id ${text} not null references spaces (id) on delete cascade,
      parent_id ${text},
      page_grouping ${text} not null,
      has_models integer not null,
      delivery ${text} not null,
      user_id ${text} not null references users (id),
      state ${text} not null,
      error ${text},
      sync_number integer not null,
      synced_at ${text},
      revision_id ${text},
      version_id ${text},
      page_count integer not null,
      deleted_count integer not null,
      pages ${bytes},
      change_request_id ${text},
      proposed_version_id ${text},
      proposed_pages ${bytes},
      created_by ${text} not null references users (id),
      created_at ${text} not null,
      updated_at ${text} not null
    )`,
    "create index openapi_page_sets_by_spec on openapi_page_sets (organization_id, spec_id, id)",
    "create index openapi_page_sets_by_space on openapi_page_sets (space_id)",
  ],
};
