// Storage: the database, content repositories, files, jobs and backups.
export type { StorageContext } from "./context.ts";
export { ensureFolder, openDatabase } from "./open-database.ts";
export { createSecrets, readSecrets, type Secrets } from "./secrets.ts";
