export type { StorageContext } from "./context.ts";
export { openDatabase } from "./open-database.ts";
export { createSecrets, readSecrets, type Secrets } from "./secrets.ts";
