// Backups: SQLite files that hold everything, written completely or not at all.

export { backupReasons, deleteBackup, findBackup, listBackups, newestBackupTime } from "./backup-files.ts";
export { readBackup, type Verification, verifyBackup } from "./read-backup.ts";
export * from "./write-backup.ts";
