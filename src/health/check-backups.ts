import { join } from "node:path";
import type { Config } from "../config/index.ts";
import { type Clock, errorMessage } from "../platform/index.ts";
import { listBackups, verifyBackup } from "../storage/backups/index.ts";
import { type Check, checksOf, formatBytes, formatDuration } from "./check.ts";

const { ok, warning, failed } = checksOf("backups");

type Schedule = Pick<Config, "backupDir" | "backupEvery" | "backupKeep">;

/** Without a schedule, a backup is old after this time, in milliseconds. */
const oldWithoutSchedule = 7 * 86_400_000;

/** Checks whether there is a recent backup; and whether the newest one is intact, which reads all of it. */
export async function checkBackups(
  config: Schedule,
  clock: Clock,
  { verify = false } = {},
): Promise<Check[]> {
  const { backupDir, backupEvery } = config;
  const schedule =
    backupEvery === undefined
      ? warning(
          "Backups are not scheduled",
          "Set LECTERN_BACKUP_EVERY=24h, or let another program run `lectern backup` regularly",
        )
      : ok(`A backup is written every ${formatDuration(backupEvery)}; ${config.backupKeep} are kept`);
  const [newest] = await listBackups(backupDir);
  if (newest === undefined)
    return [
      schedule,
      ...(backupEvery === undefined
        ? []
        : [
            warning(
              `There is no backup in ${backupDir}`,
              "Start the server: it writes the first one at once",
            ),
          ]),
    ];
  const age = clock.time() - Date.parse(newest.startedAt);
  const maxAge = backupEvery === undefined ? oldWithoutSchedule : 2 * backupEvery + 3_600_000;
  const finding = `The newest backup is ${formatDuration(Math.max(age, 0))} old, ${formatBytes(newest.bytes)}`;
  const found =
    age <= maxAge
      ? ok(finding)
      : warning(finding, "See why no later one was written: look at failed jobs and at the log");
  return [schedule, found, ...(verify ? [await checkFile(join(backupDir, newest.name))] : [])];
}

async function checkFile(file: string): Promise<Check> {
  try {
    return (await verifyBackup(file))
      ? ok("The newest backup can be read, and its checksum is right")
      : warning("The newest backup has no checksum", "Write a backup with this version");
  } catch (error) {
    return failed(
      `The newest backup cannot be restored: ${errorMessage(error)}`,
      `Write another one, and check the disk of ${file}`,
    );
  }
}
