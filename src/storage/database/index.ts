// The database: one interface over SQLite and PostgreSQL, its tables, and its migrations.
export { batchesBySize, inBatches, inSteps, stepSize } from "./batches.ts";
export { createDatabase, type Database, type Store } from "./database.ts";
export {
  type DatabaseKind,
  type DatabaseObserver,
  type Isolation,
  maxReplicaDelay,
  padToPowerOfTwo,
  type Reader,
  splitUrl,
  valueOptions,
  type Writer,
} from "./dialects/index.ts";
export { compareMigrations, copyTables, isMigrated, type MigrationState, migrate } from "./migrate.ts";
export { prepared, preparedChange, preparedShared } from "./prepared.ts";
export { probeWriting } from "./probe-writing.ts";
export { isRow } from "./row-key.ts";
export * from "./schema/index.ts";
export { readServerValue, writeServerValue } from "./server-values.ts";
export { together } from "./together.ts";
export { currentHour, hourOf, isUntouchedSince, noteGarbage, noteRemoval, noteRestore } from "./touched.ts";
