// The tables, as types of their rows, and the values that some of their columns are limited to.
export type * from "./change-requests.ts";
export * from "./columns.ts";
export type * from "./comments.ts";
export type * from "./content.ts";
export * from "./enumerations.ts";
export type * from "./integrations.ts";
export type * from "./openapi.ts";
export type * from "./people.ts";
export type * from "./search.ts";
export * from "./section-numbers.ts";
export type * from "./server.ts";
export type * from "./sites.ts";
export { backupTables, type Tables } from "./tables.ts";
