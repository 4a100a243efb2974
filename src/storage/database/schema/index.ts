// The tables, as types of their rows, and the values that some of their columns are limited to.
export type * from "./change-requests.ts";
export * from "./columns.ts";
export type * from "./content.ts";
export type * from "./integrations.ts";
export type * from "./notifications.ts";
export type * from "./openapi.ts";
export type * from "./people.ts";
export type * from "./runs.ts";
export * from "./search.ts";
export type * from "./server.ts";
export type * from "./sites.ts";
export * from "./tables.ts";
