import type { Migration } from "./migrations.ts";

/** Downloads find their export by its file. */
export const exportFiles: Migration = {
  name: "044-export-files",
  statements: () => ["create index export_runs_by_file on export_runs (file_id) where file_id is not null"],
};
