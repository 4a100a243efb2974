import type { Migration } from "./migrations.ts";

/** How many requests each process has refused lately, because there were too many. */
export const refusedRequests: Migration = {
  name: "050-refused-requests",
  statements: () => ["alter table server_processes add column refused integer not null default 0"],
};
