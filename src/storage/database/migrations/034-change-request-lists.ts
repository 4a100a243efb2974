import type { Migration } from "./migrations.ts";

/** The indexes of an organization's change requests also have the space, by which their visibility is decided. */
export const changeRequestLists: Migration = {
  name: "034-change-request-lists",
  statements: () => [
    "drop index organization_change_requests_by_update",
    "drop index organization_change_requests_by_creation",
    "create index organization_change_requests_by_update on change_requests (organization_id, status, updated_at, id, space_id)",
    "create index organization_change_requests_by_creation on change_requests (organization_id, status, created_at, id, space_id)",
  ],
};
