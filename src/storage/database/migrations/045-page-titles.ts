import type { Migration } from "./migrations.ts";

/** An index of the titles of pages on PostgreSQL, for the search while a reader types. */
export const pageTitles: Migration = {
  name: "045-page-titles",
  statements: ({ pageTitleIndex }) => pageTitleIndex,
};
