import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "../context.ts";
import { ensureFolder, reasonOf } from "../open-context.ts";
import { backupName, removeLeftovers, removeOldest } from "./backup-files.ts";
import { writeBackup } from "./write-backup.ts";

/** One backup of the schedule; once it is there, those that are too many go. */
export async function backUp({ database, config, clock, log, stopping }: Context): Promise<void> {
  const { backupDir, backupKeep } = config;
  const begun = clock.time();
  const file = join(backupDir, backupName(clock.now(), "scheduled"));
  try {
    ensureFolder(backupDir);
    await removeLeftovers(backupDir);
    await writeBackup(database, file, { stopping });
  } catch (error) {
    throw new Error(`the backup to ${file} failed: ${reasonOf(error)}`);
  }
  const { size } = await stat(file);
  const removed = await removeOldest(backupDir, backupKeep);
  log.info({ file, bytes: size, milliseconds: clock.time() - begun, removed }, "a backup is written");
}
