import type { Migration } from "./migrations.ts";

/** How many of its requests each token has handed out to servers, for the minute that it is in. */
export const requestBudgets: Migration = {
  name: "012-request-budgets",
  statements: ({ text, number, passing }) => [
    `create ${passing} table request_budgets (
      token_id ${text} primary key,
      until ${number} not null,
      taken ${number} not null
    )`,
  ],
};
