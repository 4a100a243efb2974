import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import type { Config } from "../../config/index.ts";
import { errorMessage } from "../../platform/index.ts";
import type { StorageContext } from "../context.ts";
import { ensureFolder } from "../open-database.ts";
import { backupName, removeLeftovers, removeOldest } from "./backup-files.ts";
import { writeBackup } from "./write-backup.ts";

interface BackupContext extends Pick<StorageContext, "database" | "clock"> {
  readonly config: Pick<Config, "backupDir" | "backupKeep">;
  readonly log: Logger;
  readonly stopping?: AbortSignal;
}

/** One backup of the schedule; once it is there, those that are too many go. */
export async function backUp({ database, config, clock, log, stopping }: BackupContext): Promise<void> {
  const { backupDir, backupKeep } = config;
  const begun = clock.time();
  const file = join(backupDir, backupName(clock.now(), "scheduled"));
  try {
    ensureFolder(backupDir);
    await removeLeftovers(backupDir);
    await writeBackup(database, file, { stopping });
  } catch (error) {
    throw new Error(`the backup to ${file} failed: ${errorMessage(error)}`);
  }
  const { size } = await stat(file);
  const removed = await removeOldest(backupDir, backupKeep);
  log.info({ file, bytes: size, milliseconds: clock.time() - begun, removed }, "a backup is written");
}
