// What state a database is in: its version, size, migrations and damage, and what takes its space.
export { readDatabaseFacts } from "./database-facts.ts";
export { type InspectedDatabase, inspect, inspectPostgres, openForInspection } from "./inspected-database.ts";
export { findDamage } from "./integrity.ts";
export { readMigrationState } from "./migration-state.ts";
export {
  measureKinds,
  measureObjects,
  measureRepositories,
  type RepositorySize,
  readFreeBytes,
} from "./storage-kinds.ts";
export { measureStorage, readStorageUse, readTableSizes } from "./storage-use.ts";
