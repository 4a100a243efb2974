export { keepCopy, writeBackup } from "./write-backup.ts";
