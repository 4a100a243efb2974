import type { Migration } from "./migrations.ts";

/** Descriptions of change requests, and the search for them by subject. */
export const changeRequestTexts: Migration = {
  name: "032-change-request-texts",
  statements: ({ text }) => [
    `alter table change_requests add column description ${text} not null default ''`,
    `alter table change_requests add column search_text ${text} not null default ''`,
    "update change_requests set search_text = lower(subject)",
  ],
};
