import type { Migration } from "./migrations.ts";

/** The latest transactions that do not change the version of a PostgreSQL database, such as reservations of the rate limit. */
export const unversionedTransactions: Migration = {
  name: "051-unversioned-transactions",
  statements: ({ number, passing }) => [
    `create ${passing} table unversioned_transactions (id ${number} primary key)`,
  ],
};
