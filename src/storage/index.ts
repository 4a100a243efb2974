// Storage: the database, content repositories, files, jobs and backups.
export type { StorageContext } from "./context.ts";
export { readServerValue, writeServerValue } from "./database/index.ts";
export { databaseFile, ensureFolder, openDatabase } from "./open-database.ts";
export { createSecrets, readSecrets, type Secrets } from "./secrets.ts";
