import type { Migration } from "./migrations.ts";

/** The deleted spaces of an organization by the time of their deletion. */
export const trash: Migration = {
  name: "028-trash",
  statements: () => [
    "create index contents_in_trash on contents (organization_id, deleted_at, id) where deleted_at is not null",
  ],
};
