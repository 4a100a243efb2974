import type { Migration } from "./migrations.ts";

/** The words of all indexed texts, to find those that are similar to a mistyped one. All spaces are indexed again. */
export const searchWords: Migration = {
  name: "025-search-words",
  statements: ({ text, clustered }) => [
    `create table search_words (word ${text} primary key) ${clustered}`,
    // The index is used until then.
    `update search_spaces
      set unfinished = case when unfinished = '' then root else root || '\n' || unfinished end, root = null
      where root is not null`,
    // The repeating job that schedules this is due at once.
    "update jobs set run_at = created_at where kind = 'index-spaces'",
  ],
};
