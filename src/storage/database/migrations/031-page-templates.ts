import type { Migration } from "./migrations.ts";

/** The pages that are templates. */
export const pageTemplates: Migration = {
  name: "031-page-templates",
  statements: ({ text, clustered }) => [
    `create table page_templates (
      space_id ${text} not null references spaces (id) on delete cascade,
      page_id ${text} not null,
      created_at ${text} not null,
      primary key (space_id, page_id)
    ) ${clustered}`,
  ],
};
