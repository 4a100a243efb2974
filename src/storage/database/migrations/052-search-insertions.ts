import type { Migration } from "./migrations.ts";

/** Each search read the list of what PostgreSQL had not inserted into its full-text indexes yet, up to 4 MB. */
export const searchInsertions: Migration = {
  name: "052-search-insertions",
  statements: ({ directInsertion }) => directInsertion,
};
