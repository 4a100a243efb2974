// Backups: SQLite files that hold everything, written completely or not at all.
export { newestBackupTime } from "./backup-files.ts";
export { backUp, keepCopy, writeBackup } from "./write-backup.ts";
