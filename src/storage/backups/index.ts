// Backups: SQLite files that hold everything, written completely or not at all.
export * from "./write-backup.ts";
