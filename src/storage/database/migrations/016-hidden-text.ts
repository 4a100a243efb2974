import type { Migration } from "./migrations.ts";

/** Indexes all spaces again, since more text is recognized as hidden from visitors. The index is used until then. */
export const hiddenText: Migration = {
  name: "016-hidden-text",
  statements: () => [
    `update search_spaces
      set unfinished = case when unfinished = '' then root else root || '\n' || unfinished end, root = null
      where root is not null`,
    // The repeating job that schedules this is due at once.
    "update jobs set run_at = created_at where kind = 'index-spaces'",
  ],
};
