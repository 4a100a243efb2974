import type { Migration } from "./migrations.ts";

/** Repositories are kept until this time even if nothing refers to them: copies in progress, and replaced originals. */
export const keptRepositories: Migration = {
  name: "015-kept-repositories",
  statements: ({ text }) => [`alter table repositories add column kept_until ${text}`],
};
