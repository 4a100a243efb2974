import type { Migration } from "./migrations.ts";

/** What finding garbage needs: when rows were last written, and which repositories may contain garbage: at first all of them. */
export const garbage: Migration = {
  name: "047-garbage",
  statements: ({ text }) => [
    "alter table nodes add column touched integer",
    "alter table blobs add column touched integer",
    "alter table blob_chunks add column touched integer",
    `alter table repositories add column garbage_at ${text}`,
    `alter table repositories add column removed_at ${text}`,
    `alter table repositories add column collected_until ${text}`,
    "update repositories set garbage_at = '2000-01-01T00:00:00.000Z'",
  ],
};
