import type { Migration } from "./migrations.ts";

/** What was read at the URLs of OpenAPI specs to which pages refer. */
export const linkedSpecs: Migration = {
  name: "049-linked-specs",
  statements: ({ text, bytes }) => [
    `create table linked_specs (
      organization_id ${text} not null references organizations (id) on delete cascade,
      url_hash ${text} not null,
      version ${text},
      entry ${text},
      documents ${bytes},
      refresh_at ${text} not null,
      primary key (organization_id, url_hash)
    )`,
    "create index linked_specs_by_refresh on linked_specs (refresh_at)",
  ],
};
