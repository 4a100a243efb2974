// The database: one interface over SQLite and PostgreSQL, its tables, and its migrations.
export { batchesBySize, inBatches, inSteps, stepSize } from "./batches.ts";
export { createDatabase, type Database, type Store } from "./database.ts";
export { type Isolation, padToPowerOfTwo, type Reader, type Writer } from "./dialects/index.ts";
export { copyTables, isMigrated, migrate } from "./migrate.ts";
export { prepared, preparedChange } from "./prepared.ts";
export { probeWriting } from "./probe-writing.ts";
export { isRow } from "./row-key.ts";
export * from "./schema/index.ts";
