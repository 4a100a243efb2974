// Backups: SQLite files that hold everything, written completely or not at all.
export { readBackup, type Verification } from "./read-backup.ts";
export * from "./write-backup.ts";
