import type { Migration } from "./migrations.ts";

/** Changes with the structure of a site, so that a server knows whether the structure that it has read is the current one. */
export const structureVersions: Migration = {
  name: "048-structure-versions",
  statements: ({ text }) => [`alter table sites add column structure_version ${text} not null default ''`],
};
