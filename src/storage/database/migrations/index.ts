export type { Migration } from "./migration.ts";
export { migrations } from "./migrations.ts";
